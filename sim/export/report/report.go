// Package report writes what was measured as one page of HTML that stands on its own:
// the story in the run's own numbers, pictures, tables, and how to repeat it. The page
// asks for nothing from any network, can be read without JavaScript, on light and dark
// screens and on paper, and is the same for the same input.
//
// The package knows no engine and no file. Every number that was measured stands in the
// page in its exact form too, as data-value, beside what it is of, as data-of.
package report

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"

	"overloadtui/model"
	"overloadtui/sim/export/plot"
)

// Source is where the numbers come from, and how to get them again.
type Source struct {
	Program string      // name and version of what measured
	Command string      // that measures the same again; may have several lines
	Text    string      // of the scenario file, as the run began
	Preset  string      // built-in scenario that it was made from; empty when there is none
	Changed []string    // what differs from the preset, such as "load=120/s"
	Knobs   model.Knobs // of the scenario as the run began
	Files   []File      // what was written beside the report
	Judged  []string    // what was judged of the run, such as the verdict of a game day; a sentence each
	Golden  string      // whether a published result was met: "true", "false", "absent"; empty when nobody asked
}

// File is a file that was written beside the report.
type File struct{ Name, SHA256 string }

// pictureSize is the size of the pictures in a page.
var pictureSize = plot.Laptop

// Run is the report of a recording. The error is one of drawing or of the template and
// does not happen with a recording that an engine made.
func Run(rec model.Recording, src Source) ([]byte, error) {
	chart := plot.OfRun(rec, src.Knobs)
	p := page{Title: title(rec.Scenario, "run"), About: plot.About(rec), Story: judged(src)}
	p.Story = append(p.Story, runStory(rec, src.Knobs)...)
	p.Sections = append(p.Sections, runSections(rec, src)...)
	return p.finish(rec.Scenario, rec.Seed, src, chart)
}

func judged(src Source) []sentence {
	var story []sentence
	for _, text := range src.Judged {
		var s sentence
		s.add(text)
		story = append(story, s)
	}
	return story
}

// Sweep is the report of a sweep of the scenario. The error says what makes the table
// none of a sweep.
func Sweep(s *model.Scenario, table plot.Table, src Source) ([]byte, error) {
	about := SweepAbout(s)
	charts, err := plot.OfSweep(table, about, deadline(s))
	if err != nil {
		return nil, err
	}
	p := page{Title: title(s, "sweep"), About: about, Story: sweepStory(&table, deadline(s))}
	p.Sections = append(p.Sections, section{ID: "table", Title: "All points", Tables: []grid{sweepTable(&table)}})
	return p.finish(s, s.Seed, src, charts...)
}

// SweepAbout is what a sweep of the scenario is of, in one line.
func SweepAbout(s *model.Scenario) string {
	return s.Name + ", seed " + whole(s.Seed) + ", clients for " + model.Millis(s.Duration).String() + " at each point"
}

// deadline is that of the first route, as in model.Point.
func deadline(s *model.Scenario) float64 {
	if s == nil || len(s.Routes) == 0 {
		return 0
	}
	return s.Routes[0].Deadline
}

func title(s *model.Scenario, kind string) string {
	switch {
	case s == nil:
		return "Report of a " + kind
	case s.Title != "":
		return s.Title + ": a " + kind + " of " + s.Name
	}
	return "A " + kind + " of " + s.Name
}

// page is what the template shows.
type page struct {
	Title, About string
	Purpose      string // the scenario's own story
	Story        []sentence
	Pictures     []picture
	Sections     []section
	Source       Source
	Seed         string
	Style        template.CSS
	Script       template.JS
}

type picture struct {
	ID, Title string
	SVG       template.HTML
}

// section is a part of the page with a heading of its own.
type section struct {
	ID, Title string
	Intro     sentence
	Tables    []grid
}

//go:embed page.html
var pageHTML string

//go:embed style.css
var styleCSS string

//go:embed sort.js
var sortJS string

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

// finish adds what every report has and writes the page.
func (p *page) finish(s *model.Scenario, seed uint64, src Source, charts ...plot.Chart) ([]byte, error) {
	for i := range charts {
		svg, err := charts[i].Inline(pictureSize)
		if err != nil {
			return nil, err
		}
		// Safe: drawn by package plot, which escapes every text.
		p.Pictures = append(p.Pictures, picture{"picture-" + charts[i].Name, charts[i].Title, template.HTML(svg)})
	}
	if s != nil {
		p.Purpose = s.Story
	}
	p.Sections = append(p.Sections, settings(src))
	p.Source, p.Seed = src, whole(seed)
	p.Style, p.Script = template.CSS(plotColours()+styleCSS), template.JS(sortJS)
	var out bytes.Buffer
	if err := pageTemplate.Execute(&out, p); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// plotColours are the colours of the pictures, for a light background and for a dark one.
// Paper is always light.
func plotColours() string {
	light, dark := "", ""
	for _, c := range plot.Palette {
		light += " " + c.Name + ": " + c.Light + ";"
		dark += " " + c.Name + ": " + c.Dark + ";"
	}
	return ":root {" + light + " }\n@media screen and (prefers-color-scheme: dark) { :root {" + dark + " } }\n"
}

// settings are those that differ from the preset and from their declared defaults.
func settings(src Source) section {
	sec := section{ID: "settings", Title: "Settings"}
	switch {
	case src.Preset == "":
		sec.Intro.say("The scenario is not one of the built-in ones.")
	case len(src.Changed) == 0:
		sec.Intro.add("The settings are those of the preset " + src.Preset + ".")
	default:
		sec.Intro.add("Changed from the preset " + src.Preset + ": " + strings.Join(src.Changed, ", ") + ".")
	}
	g := grid{ID: "settings-table", Caption: "Settings that differ from their defaults, as the run began",
		Columns: []column{{Name: "setting"}, {Name: "value", Number: true}, {Name: "default", Number: true}, {Name: "meaning"}}}
	for _, k := range src.Knobs {
		if v := k.Value(); v != k.Default {
			g.Rows = append(g.Rows, row{Cells: []cell{
				{Text: k.Path}, {Text: k.Format(v), Value: exact(v)}, {Text: k.Format(k.Default), Value: exact(k.Default)}, {Text: k.Doc}}})
		}
	}
	if g.Rows == nil {
		sec.Intro.say(" Every setting has its declared default.")
		return sec
	}
	sec.Tables = []grid{g}
	return sec
}
