package main

import (
	"fmt"
	"strings"
)

// A cell is cellW x cellH units of the picture.
const (
	cellW = 10
	cellH = 20
)

// stroke is how a shape is put on the picture; the style sheet says how wide.
type stroke string

const (
	thin  stroke = "l" // lines of box drawing
	heavy stroke = "h"
	point stroke = "p" // a dot of braille
	disc  stroke = "d"
	full  stroke = "f" // areas, full or shaded
	shade stroke = "s"
	half  stroke = "m"
	light stroke = "g"
)

// arms are the four halves of a cell's cross that a box-drawing character has.
type arms struct{ up, right, down, left bool }

var boxes = map[rune]arms{
	'─': {right: true, left: true}, '│': {up: true, down: true},
	'┌': {right: true, down: true}, '┐': {down: true, left: true}, '└': {up: true, right: true}, '┘': {up: true, left: true},
	'├': {up: true, right: true, down: true}, '┤': {up: true, down: true, left: true},
	'┬': {right: true, down: true, left: true}, '┴': {up: true, right: true, left: true}, '┼': {true, true, true, true},
}

// dashes are lines that are not whole: how many pieces they have in a cell.
var dashes = map[rune]struct {
	pieces int
	down   bool
}{'┄': {3, false}, '┆': {3, true}, '┊': {4, true}}

// shape is a character that is drawn and not written, because fonts differ in whether
// such characters meet at the edges of their cells: a path with its upper left corner
// at x, y. It is empty for what is written.
func shape(r rune, x, y int) (string, stroke) {
	midX, midY := x+cellW/2, y+cellH/2
	if a, ok := boxes[r]; ok {
		return cross(a, x, y), thin
	}
	if d, ok := dashes[r]; ok {
		var b strings.Builder
		for i := range d.pieces {
			if d.down {
				step := float64(cellH) / float64(d.pieces)
				fmt.Fprintf(&b, "M%d %sv%s", midX, short(float64(y)+(float64(i)+0.25)*step), short(step/2))
			} else {
				step := float64(cellW) / float64(d.pieces)
				fmt.Fprintf(&b, "M%s %dh%s", short(float64(x)+(float64(i)+0.2)*step), midY, short(step*0.6))
			}
		}
		return b.String(), thin
	}
	switch {
	case r >= 0x2800 && r < 0x2900:
		return braille(r, x, y), point
	case r >= '▁' && r <= '█':
		h := (int(r-'▁') + 1) * cellH / 8
		return rect(x, y+cellH-h, cellW, h), full
	}
	switch r {
	case '━':
		return fmt.Sprintf("M%d %dh%d", x, midY, cellW), heavy
	case '╱':
		return fmt.Sprintf("M%d %dl%d %d", x, y+cellH, cellW, -cellH), thin
	case '▀':
		return rect(x, y, cellW, cellH/2), full
	case '▌':
		return rect(x, y, cellW/2, cellH), full
	case '▓':
		return rect(x, y, cellW, cellH), shade
	case '▒':
		return rect(x, y, cellW, cellH), half
	case '░':
		return rect(x, y, cellW, cellH), light
	case '●':
		return fmt.Sprintf("M%d %dh0", midX, midY), disc
	case '▸':
		return fmt.Sprintf("M%d %dl6 4l-6 4z", midX-3, midY-4), full
	}
	return "", ""
}

func cross(a arms, x, y int) string {
	const w, h = cellW / 2, cellH / 2
	left, right, top, bottom := x+w, x+w, y+h, y+h
	if a.left {
		left = x
	}
	if a.right {
		right = x + cellW
	}
	if a.up {
		top = y
	}
	if a.down {
		bottom = y + cellH
	}
	path := ""
	if left != right {
		path = fmt.Sprintf("M%d %dH%d", left, y+h, right)
	}
	if top != bottom {
		path += fmt.Sprintf("M%d %dV%d", x+w, top, bottom)
	}
	return path
}

// braille is a dot for each bit of the character: 0 1 2 are the upper three of the left
// column, 3 4 5 of the right one, 6 and 7 the lowest. The dots of neighbouring cells are
// as far from each other as those of one cell.
func braille(r rune, x, y int) string {
	var b strings.Builder
	for bit := range 8 {
		if (r-0x2800)>>bit&1 == 0 {
			continue
		}
		column, row := bit/3, bit%3
		if bit >= 6 {
			column, row = bit-6, 3
		}
		fmt.Fprintf(&b, "M%s %sh0", short(float64(x)+(float64(column)+0.5)*cellW/2), short(float64(y)+(float64(row)+0.5)*cellH/4))
	}
	return b.String()
}

func rect(x, y, w, h int) string { return fmt.Sprintf("M%d %dh%dv%dh%dz", x, y, w, h, -w) }

// short is a coordinate with at most one decimal.
func short(v float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0") }
