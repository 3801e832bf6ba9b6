package main

import (
	"encoding/xml"
	"fmt"
	"strings"

	"overloadtui/ui"
)

// palette is a terminal's colours in a picture.
type palette struct {
	back, fore, faint string
	ansi              map[string]string
}

// The palettes have only the colours that the dashboard uses. Each can be read on its
// background: WCAG 2.2 asks for a contrast of 4.5 (1.4.3).
var (
	darkPalette = palette{"#0d1117", "#e6edf3", "#8b949e", map[string]string{
		"1": "#ff7b72", "3": "#e3b341", "4": "#79c0ff", "5": "#d2a8ff", "6": "#56d4dd", "7": "#c9d1d9"}}
	lightPalette = palette{"#ffffff", "#1f2328", "#59636e", map[string]string{
		"0": "#1f2328", "1": "#cf222e", "4": "#0550ae", "5": "#8250df"}}
)

func (p *palette) colour(s ui.Style) string {
	switch {
	case s.Faint:
		return p.faint
	case s.Colour == "":
		return p.fore
	}
	return p.ansi[s.Colour]
}

// margin is around the cells.
const margin = 10

// look is a style on either background, which is a class of the style sheet.
type look struct{ dark, light ui.Style }

// layer is all shapes of one look and one stroke, as one path.
type layer struct {
	look
	stroke
}

// svg is a frame as an SVG document with a title and a description for those who do not
// see it. Characters stand on an exact grid whatever the font: words begin at their
// column and are as wide as their cells, and what lines, blocks and dots are made of is
// drawn. It follows the reader's preference for dark or light.
func svg(f *ui.Frame, title, description string) []byte {
	var classes []look
	class := func(l look) string {
		for i, c := range classes {
			if c == l {
				return className(i)
			}
		}
		classes = append(classes, l)
		return className(len(classes) - 1)
	}
	var layers []layer
	paths := map[layer]*strings.Builder{}
	var words strings.Builder
	for y := range f.Height {
		row := f.Row(y)
		var line strings.Builder
		for x := 0; x < len(row); {
			c := row[x]
			is := look{c.Dark, c.Light}
			if c.Rune == ' ' {
				x++
				continue
			}
			if path, s := shape(c.Rune, margin+x*cellW, margin+y*cellH); s != "" {
				l := layer{is, s}
				if paths[l] == nil {
					paths[l] = &strings.Builder{}
					layers = append(layers, l)
				}
				paths[l].WriteString(path)
				x++
				continue
			}
			word := []rune{}
			start := x
			for ; x < len(row) && row[x].Rune != ' ' && (look{row[x].Dark, row[x].Light}) == is; x++ {
				if _, s := shape(row[x].Rune, 0, 0); s != "" {
					break
				}
				word = append(word, row[x].Rune)
			}
			fmt.Fprintf(&line, `<tspan x="%d" class="%s"%s>%s</tspan>`, margin+start*cellW, class(is), length(len(word)), escape(string(word)))
		}
		if line.Len() > 0 {
			fmt.Fprintf(&words, "<text y=\"%d\">%s</text>\n", margin+y*cellH+15, line.String())
		}
	}
	var shapes strings.Builder
	for _, l := range layers {
		fmt.Fprintf(&shapes, "<path class=\"%s %s\" d=\"%s\"/>\n", class(l.look), l.stroke, paths[l].String())
	}
	w, h := f.Width*cellW+2*margin, f.Height*cellH+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="title" aria-describedby="description">
<title id="title">%s</title>
<desc id="description">%s</desc>
`, w, h, w, h, escape(title), escape(description))
	b.WriteString(styleSheet(classes))
	fmt.Fprintf(&b, "<rect class=\"back\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n%s%s</svg>\n", w, h, shapes.String(), words.String())
	return []byte(b.String())
}

func className(i int) string { return "c" + string(rune('a'+i)) }

// length is how wide a word has to be. One character cannot be wrong.
func length(cells int) string {
	if cells < 2 {
		return ""
	}
	return fmt.Sprintf(` textLength="%d"`, cells*cellW)
}

func styleSheet(classes []look) string {
	var b strings.Builder
	b.WriteString(`<style>
text{font:16.6px ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;font-variant-ligatures:none}
tspan{fill:currentColor}
.l,.h,.p,.d{fill:none;stroke:currentColor;stroke-width:1.4}
.h{stroke-width:3.4}
.p{stroke-width:3.4;stroke-linecap:round}
.d{stroke-width:8;stroke-linecap:round}
.f,.s,.m,.g{fill:currentColor;shape-rendering:crispEdges}
.s{fill-opacity:.75}
.m{fill-opacity:.5}
.g{fill-opacity:.25}
`)
	colours := func(p *palette, of func(look) ui.Style) {
		fmt.Fprintf(&b, ".back{fill:%s}\n", p.back)
		for i, c := range classes {
			fmt.Fprintf(&b, ".%s{color:%s}\n", className(i), p.colour(of(c)))
		}
	}
	for i, c := range classes {
		if c.dark.Bold {
			fmt.Fprintf(&b, ".%s{font-weight:700}\n", className(i))
		}
	}
	colours(&lightPalette, func(l look) ui.Style { return l.light })
	b.WriteString("@media(prefers-color-scheme:dark){\n")
	colours(&darkPalette, func(l look) ui.Style { return l.dark })
	b.WriteString("}\n</style>\n")
	return b.String()
}

func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err) // a builder takes everything
	}
	return b.String()
}
