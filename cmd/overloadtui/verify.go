package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"overloadtui/sim/export"
)

func verifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify DIR|MANIFEST...",
		Short: "Make the files of a manifest again and say which of them differ, and where",
		Long: `verify repeats what a manifest describes, a run, a sweep or the tables of the lab, and
compares every file beside it with what comes out, and with the SHA-256 that the
manifest has of it. Of a directory it takes every manifest in it. The time stamps that a
manifest declares, and what program wrote it, make no difference. It exits 1 when a file
differs or is missing.`,
		Example: `  overloadtui verify results
  overloadtui verify run.manifest.json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			paths, err := manifestsOf(args)
			if err != nil {
				return err
			}
			var differ []string
			for _, path := range paths {
				lines, wrong, err := verify(cmd, path)
				if err != nil {
					return err
				}
				if err := writeAll(cmd.OutOrStdout(), []byte(strings.Join(lines, "\n")+"\n")); err != nil {
					return err
				}
				if wrong > 0 {
					differ = append(differ, fmt.Sprintf("%s: differences: %d", path, wrong))
				}
			}
			if differ != nil {
				return failed(errors.New(strings.Join(differ, "; ")))
			}
			return nil
		},
	}
}

// manifestsOf are the manifests that a person named, themselves or by their directory.
func manifestsOf(args []string) ([]string, error) {
	var paths []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil || !info.IsDir() {
			paths = append(paths, arg) // reading it says what is wrong
			continue
		}
		entries, err := os.ReadDir(arg)
		if err != nil {
			return nil, failed(err)
		}
		found := len(paths)
		for _, e := range entries {
			if e.Name() == manifestName || strings.HasSuffix(e.Name(), "."+manifestName) {
				paths = append(paths, filepath.Join(arg, e.Name()))
			}
		}
		if len(paths) == found {
			return nil, fmt.Errorf("%s: there is no %s in it", arg, manifestName)
		}
	}
	return paths, nil
}

// verify gives a line on a manifest, one on each of its files, and how many of these
// say that something is wrong.
func verify(cmd *cobra.Command, path string) (lines []string, wrong int, err error) {
	m, err := readManifest(path)
	if err != nil {
		return nil, 0, err
	}
	bar := newProgress(cmd, path)
	defer bar.clear()
	products, golden, err := repeat(cmd.Context(), path, m, bar)
	if err != nil {
		return nil, 0, err
	}
	files, err := remake(path, m, products)
	if err != nil {
		return nil, 0, err
	}
	what := m.Kind + " of " + m.Name
	if m.Kind == export.KindLab {
		what = "lab: " + strings.Join(m.Experiments, ", ")
	}
	if golden != m.Golden {
		wrong++
		what += fmt.Sprintf("; golden_match is %s there and %s here", m.Golden, golden)
	}
	lines = []string{fmt.Sprintf("%s: %s, written by %s", path, what, m.Program)}
	for i, f := range m.Files {
		says := fileSays(filepath.Dir(path), f, files[i])
		if says != "" {
			wrong++
		} else {
			says = "the same"
		}
		lines = append(lines, f.Name+"  "+says)
	}
	if now := export.ThisBuild(); wrong > 0 && m.Build != now && m.Build != (export.Build{}) {
		// Another version measures otherwise, and another Go compresses pictures otherwise.
		lines = append(lines, "the files were written by "+m.Build.String()+"; this is "+now.String())
	}
	return lines, wrong, nil
}

func readManifest(path string) (*export.Manifest, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return export.ReadManifest(path, data)
}

// fileSays is what is wrong with a file that a manifest lists, given what was made
// again; "" when it is the same.
func fileSays(dir string, f export.Made, again []byte) string {
	data, err := os.ReadFile(filepath.Join(dir, f.Name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "it is missing"
	case err != nil:
		return strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	recorded := export.SHA256(data) == f.SHA256
	if bytes.Equal(data, again) {
		if !recorded {
			return "the same bytes, but the manifest has the sha256 " + f.SHA256
		}
		return ""
	}
	where := difference(data, again, f.Format)
	if !recorded {
		return "it was altered after it was written: " + where
	}
	return "it comes out differently: " + where
}

// difference is the first line that differs between a file and what was made again; of
// a file that is no text, the first byte.
func difference(data, again []byte, format string) string {
	if !utf8.Valid(data) || !utf8.Valid(again) {
		i := 0
		for i < min(len(data), len(again)) && data[i] == again[i] {
			i++
		}
		return fmt.Sprintf("byte %d; %d bytes in the file, %d made again", i, len(data), len(again))
	}
	old, now := linesOf(data), linesOf(again)
	for i := range min(len(old), len(now)) {
		if old[i] == now[i] {
			continue
		}
		if format == "csv" {
			header, a, b := strings.Split(now[0], ","), strings.Split(old[i], ","), strings.Split(now[i], ",")
			if i > 0 && len(a) == len(b) && len(a) == len(header) {
				for c := range a {
					if a[c] != b[c] {
						return fmt.Sprintf("line %d, %s: %q in the file, %q made again", i+1, header[c], shorten(a[c]), shorten(b[c]))
					}
				}
			}
		}
		return fmt.Sprintf("line %d: %q in the file, %q made again", i+1, shorten(old[i]), shorten(now[i]))
	}
	if len(old) == len(now) {
		return "the line feed at its end"
	}
	return fmt.Sprintf("%d lines in the file, %d made again", len(old), len(now))
}

func linesOf(data []byte) []string {
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// shorten cuts a text that is too long to be shown.
func shorten(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}
