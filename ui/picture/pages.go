package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"overloadtui/ui"
)

// file is a file of the documentation as it has to be.
type file struct {
	path string // below the root, with slashes
	data []byte
}

// write writes a file that is not like that already.
func (f *file) write(root string) error {
	path := filepath.Join(root, filepath.FromSlash(f.path))
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, f.data) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, f.data, 0o666)
}

// documentation is every file that is made from the screens: a picture of each scene, a
// page for each screen, the page of the keys, and the README with its screens. What
// people have written on the pages is read from below root and kept.
func documentation(root string) ([]file, error) {
	var files []file
	all, err := pictures()
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		still, err := s.play()
		if err != nil {
			return nil, err
		}
		frame := still.Frame()
		files = append(files, file{pictureFile(s.name), svg(&frame, s.title(), s.shows)})
	}
	used := map[ui.KeyHelp][]string{}
	for _, v := range ui.Views() {
		page := "docs/screens/" + v.File() + ".md"
		old, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(page)))
		if errors.Is(err, fs.ErrNotExist) {
			old, err = emptyPage(v), nil
		}
		if err != nil {
			return nil, err
		}
		keys, err := keysOf(v)
		if err != nil {
			return nil, err
		}
		for _, k := range keys {
			used[k] = append(used[k], v.Name)
		}
		text, err := between(page, string(old), "pictures", pictureBlock(picturesOf(v.Name, all)))
		if err == nil {
			text, err = between(page, text, "keys", keyTable(keys, nil))
		}
		if err != nil {
			return nil, err
		}
		files = append(files, file{page, []byte(text)})
	}
	files = append(files, file{"docs/keys.md", []byte(keysHead + keyTable(ui.Keys(), used))})
	readme, err := readme(root)
	return append(files, readme), err
}

// keysOf is the keys that act on a screen, in a wide terminal or in a narrow one.
func keysOf(v ui.ViewHelp) ([]ui.KeyHelp, error) {
	usable := map[ui.KeyHelp]bool{}
	for _, width := range []int{120, 60} {
		s, err := sceneOf(v)
		if err != nil {
			return nil, err
		}
		s.w, s.at = width, 0
		still, err := s.play()
		if err != nil {
			return nil, err
		}
		for _, k := range still.Keys() {
			usable[k] = true
		}
	}
	var keys []ui.KeyHelp
	for _, k := range ui.Keys() {
		if usable[k] {
			keys = append(keys, k)
		}
	}
	return keys, nil
}

func pictureFile(name string) string { return "docs/pictures/" + name + ".svg" }

// emptyPage is the page of a screen of which nobody has written anything yet.
func emptyPage(v ui.ViewHelp) []byte {
	return fmt.Appendf(nil, "# The screen %s\n\nKey `%s`: %s.\n\n<!-- pictures -->\n<!-- /pictures -->\n\n## Keys\n\n<!-- keys -->\n<!-- /keys -->\n", v.Name, v.Key, v.Shows)
}

const keysHead = `# Keys

The keys of the screens that the dashboard is watched on. Key ` + "`?`" + ` shows those that act at the moment, and finds one by
its words. What is asked or typed says its keys in the lowest row.

`

func pictureBlock(scenes []scene) string {
	var b strings.Builder
	for _, s := range scenes {
		fmt.Fprintf(&b, "![%s](../pictures/%s.svg)\n\n%s\n\n", s.title(), s.name, s.shows)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// keyTable is keys by their groups; where there are several screens, with those on which
// they act.
func keyTable(keys []ui.KeyHelp, on map[ui.KeyHelp][]string) string {
	var b strings.Builder
	last := ""
	if on == nil {
		b.WriteString("| key | what it does |\n|---|---|\n")
	} else {
		b.WriteString("| key | what it does | on the screens |\n|---|---|---|\n")
		last = " |"
	}
	group := ""
	for _, k := range keys {
		if k.Group != group {
			group = k.Group
			fmt.Fprintf(&b, "| **%s** | |%s\n", group, last)
		}
		fmt.Fprintf(&b, "| `%s` | %s |", k.Keys, strings.ReplaceAll(k.Does, "|", `\|`))
		if on != nil {
			where := strings.Join(on[k], ", ")
			if len(on[k]) == len(ui.Views()) {
				where = "all"
			}
			fmt.Fprintf(&b, " %s |", where)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// between puts text between <!-- name --> and <!-- /name --> of a page.
func between(page, old, name, text string) (string, error) {
	start, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
	before, rest, ok := strings.Cut(old, start)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return "", fmt.Errorf("%s has no place for %s", page, name)
	}
	return before + start + text + end + after, nil
}

// readme is the README with its screens in text as they are: one of texts behind each
// mark.
func readme(root string) (file, error) {
	const page = "README.md"
	data, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		return file{}, err
	}
	var done strings.Builder
	rest := string(data)
	for {
		const mark, open, end = "<!-- screen: ", " -->\n```text\n", "```\n"
		before, after, ok := strings.Cut(rest, mark)
		done.WriteString(before)
		if !ok {
			return file{page, []byte(done.String())}, nil
		}
		shows, old, opened := strings.Cut(after, open)
		_, next, closed := strings.Cut(old, end)
		at := slices.IndexFunc(texts, func(s scene) bool { return s.shows == shows })
		if !opened || !closed || at < 0 {
			return file{}, fmt.Errorf("%s: no scene shows: %.100s; add it to texts", page, shows)
		}
		still, err := texts[at].play()
		if err != nil {
			return file{}, err
		}
		frame := still.Frame()
		done.WriteString(mark + shows + open + frame.Text() + end)
		rest = next
	}
}
