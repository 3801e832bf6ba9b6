package plot

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"overloadtui/model"
)

// Format is a picture's file format.
type Format uint8

// The formats.
const (
	PNG Format = iota
	SVG
)

// endings are the formats' file name endings.
var endings = [...]string{PNG: ".png", SVG: ".svg"}

// FileName is what the chart's file is called beside the CSV of a scenario: that of the
// goodput beside "bp-post1-collapse-sweep.csv" of "collapse" is "bp-post1-goodput.png",
// that of a run beside "mine.csv" is "mine-run.png".
func (c *Chart) FileName(csv, scenario string, f Format) string {
	base := strings.TrimSuffix(strings.TrimSuffix(csv, ".csv"), "-"+scenario+"-sweep")
	return base + "-" + c.Name + endings[f]
}

// Size is a picture's size in pixels.
type Size struct{ Width, Height int }

// The sizes that pictures are tested at. Least is the smallest that one is drawn in.
var (
	Projector = Size{1920, 1080}
	Laptop    = Size{1280, 720}
	Least     = Size{960, 540}
)

// Draw draws a chart. The same chart gives the same bytes on one architecture; an SVG
// names the font Liberation Sans and others of the same widths. The error says that the
// size is less than Least.
func (c *Chart) Draw(size Size, f Format) ([]byte, error) {
	if size.Width < Least.Width || size.Height < Least.Height {
		return nil, fmt.Errorf("%d x %d pixels are too small for a chart, which needs %d x %d", size.Width, size.Height, Least.Width, Least.Height)
	}
	w, h := vg.Length(size.Width), vg.Length(size.Height)
	var out bytes.Buffer
	if f == SVG {
		canvas := vgsvg.NewWith(vgsvg.UseWH(w, h))
		c.draw(draw.New(canvas))
		if _, err := canvas.WriteTo(&out); err != nil {
			return nil, err
		}
		return c.finish(out.Bytes(), size), nil
	}
	const pixelPerPoint = 72 // dots per inch at which they are the same
	canvas := vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(pixelPerPoint))
	c.draw(draw.New(canvas))
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(&out)
	return out.Bytes(), err
}

// finish gives an SVG the name and the description that are read aloud, its size in
// pixels, and fonts for those who do not have the first.
func (c *Chart) finish(svg []byte, size Size) []byte {
	_, body, _ := strings.Cut(string(svg), "<svg")
	_, body, _ = strings.Cut(body, ">")
	title, about := "plot-"+c.Name+"-title", "plot-"+c.Name+"-about"
	head := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-labelledby="%s %s">
<title id="%s">%s</title>
<desc id="%s">%s</desc>`, size.Width, size.Height, size.Width, size.Height, title, about, title, escape(c.Title), about, escape(c.About+". "+c.Alt))
	body = strings.ReplaceAll(body, "font-family:Liberation Sans;", "font-family:'Liberation Sans',Arimo,Arial,Helvetica,sans-serif;")
	return []byte(head + body)
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;").Replace

// fonts are the fonts, which take a while to read.
var fonts = sync.OnceValue(func() *plotfont.Cache { return plotfont.NewCache(liberation.Collection()) })

// picture is a chart on its way to a canvas.
type picture struct {
	*Chart
	canvas draw.Canvas
	em     vg.Length // height of plain text; everything is in proportion to it
	right  vg.Length // where the panels end and their labels begin
	left   vg.Length // where they begin
	x      scale
	y      []scale // of the panels
}

// draw lays the chart out, from the top:
//
//	title, what it is of
//	numbers of the marks
//	y label
//	y ticks | panel            | labels of its curves
//	...
//	states  | bands
//	          x ticks, x label
//	the marks in words
func (c *Chart) draw(canvas draw.Canvas) {
	p := picture{Chart: c, canvas: canvas, em: max(11, canvas.Max.Y*0.0235)}
	p.rect(paper, canvas.Rectangle)
	top := p.heading()
	bottom := p.words()
	p.measure()
	p.panels(top, bottom)
}

func (p *picture) style(c color.Color, size float64, bold bool) text.Style {
	f := plotfont.Font{Typeface: "Liberation", Variant: "Sans", Size: p.em * vg.Length(size)}
	if bold {
		f.Weight = font.WeightBold
	}
	return text.Style{Color: c, Font: f, Handler: text.Plain{Fonts: fonts()}}
}

// write writes a line of text at a place, aligned to it: -1 for left and bottom, 0 for
// the middle, 1 for right and top.
func (p *picture) write(s text.Style, x, y vg.Length, horizontal, vertical float64, line string) {
	s.XAlign = text.XAlignment(-(horizontal + 1) / 2)
	s.YAlign = text.YAlignment(-(vertical + 1) / 2)
	if vertical == 0 {
		y += s.Font.Size / 8 // the middle of the letters, not of the line
	}
	p.canvas.FillText(s, vg.Point{X: x, Y: y}, line)
}

func (p *picture) rect(c color.Color, r vg.Rectangle) {
	p.canvas.SetColor(c)
	p.canvas.Fill(r.Path())
}

func (p *picture) line(s draw.LineStyle, points ...vg.Point) { p.canvas.StrokeLines(s, points) }

// fit shortens text to a width, with an ellipsis.
func fit(s text.Style, line string, width vg.Length) string {
	line = clean(line)
	if s.Width(line) <= width {
		return line
	}
	letters := []rune(line)
	for len(letters) > 0 && s.Width(string(letters)+"…") > width {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimRight(string(letters), " ") + "…"
}

// clean takes out of a text what is not to be drawn on one line, and what XML cannot
// hold.
func clean(line string) string {
	line = strings.ToValidUTF8(line, "?")
	return strings.Join(strings.FieldsFunc(line, func(r rune) bool {
		return unicode.IsControl(r) || unicode.IsSpace(r) || r >= 0xFFFE && r <= 0xFFFF
	}), " ")
}

// heading writes the title and what the chart is of, and gives the space below.
func (p *picture) heading() vg.Length {
	width := p.canvas.Max.X - 2*p.em
	y := p.canvas.Max.Y - 0.9*p.em
	title, about := p.style(ink, 1.35, true), p.style(muted, 0.95, false)
	p.write(title, p.em, y, -1, 1, fit(title, p.Title, width))
	y -= 1.75 * p.em
	p.write(about, p.em, y, -1, 1, fit(about, p.About, width))
	return y - 1.3*p.em
}

// words lists the marks at the bottom, in two columns as far as there is room, and
// gives the space above.
func (p *picture) words() vg.Length {
	const columns, lines = 2, 4
	if len(p.Marks) == 0 {
		return 0.8 * p.em
	}
	s, bold := p.style(ink, 0.85, false), p.style(ink, 0.85, true)
	number := bold.Width(model.Group(float64(len(p.Marks)))) + 0.6*p.em
	shown := p.Marks[:min(len(p.Marks), columns*lines)]
	rows := (len(shown) + columns - 1) / columns
	width := (p.canvas.Max.X - 3*p.em) / columns
	top := 0.8*p.em + 1.25*p.em*vg.Length(rows)
	for i, m := range shown {
		x, y := p.em+(width+p.em)*vg.Length(i/rows), top-1.25*p.em*vg.Length(i%rows)
		if rest := len(p.Marks) - i; i == columns*lines-1 && rest > 1 {
			p.write(s, x+number, y, -1, 1, fmt.Sprintf("and %d more", rest))
			break
		}
		p.write(bold, x, y, -1, 1, fmt.Sprint(m.Number))
		p.write(s, x+number, y, -1, 1, fit(s, clock(m.At)+" "+m.Text, width-number))
	}
	return top + 0.5*p.em
}
