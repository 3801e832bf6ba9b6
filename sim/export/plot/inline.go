package plot

import (
	"fmt"
	"image/color"
	"strings"
)

// Colour is a colour of the pictures as a page names it.
type Colour struct {
	Name  string // of the CSS variable, with its dashes
	Light string // on a light background, as in a picture of its own
	Dark  string // on a dark one
}

// Palette is every colour that changes with the background.
var Palette = []Colour{
	{"--plot-paper", hex(paper), "#16181D"},
	{"--plot-ink", hex(ink), "#ECECEC"},
	{"--plot-muted", hex(muted), "#B4B4B4"},
	{"--plot-grid", hex(grid), "#3A3D44"},
	{"--plot-blue", hex(blue), "#4FA3E0"},
	{"--plot-vermillion", hex(vermillion), "#F0803C"},
	{"--plot-green", hex(green), "#2FC79A"},
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

// Inline is the chart as an SVG to stand in a page: its colours are CSS variables, which
// the page sets to those of Palette, and the page gives it its width.
func (c *Chart) Inline(size Size) (string, error) {
	svg, err := c.Draw(size, SVG)
	if err != nil {
		return "", err
	}
	fixed := fmt.Sprintf(` width="%d" height="%d" viewBox`, size.Width, size.Height)
	pairs := []string{fixed, " viewBox"}
	for _, colour := range Palette {
		pairs = append(pairs, ":"+colour.Light, ":var("+colour.Name+")")
	}
	return strings.NewReplacer(pairs...).Replace(string(svg)), nil
}
