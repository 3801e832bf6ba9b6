package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"overloadtui/model"
)

// ManifestFormat is the version of the manifest that this program writes. It reads the
// earlier ones too.
const ManifestFormat = 2

// What a manifest repeats.
const (
	KindRun     = "run"
	KindGameDay = "gameday"
	KindSweep   = "sweep"
	KindLab     = "lab"
)

// Kinds are what a manifest can repeat.
var Kinds = []string{KindRun, KindGameDay, KindSweep, KindLab}

// Manifest is what repeats a run, a game day, a sweep or the tables of the lab, to the byte of its
// files.
type Manifest struct {
	Format  int    `json:"format"`
	Kind    string `json:"kind"`
	Program string `json:"program"` // name and version of what wrote it
	Build   Build  `json:"build"`

	Command    []string `json:"command"`             // line
	Reproduce  string   `json:"reproduce,omitempty"` // a command line that makes the same numbers
	WrittenAt  string   `json:"written_at"`          // RFC 3339
	TimeStamps []string `json:"time_stamps"`         // the fields that differ from one writing to the next

	Name        string   `json:"name,omitempty"`        // of the scenario
	Scenario    string   `json:"scenario,omitempty"`    // file as the run began, without its changes
	Experiments []string `json:"experiments,omitempty"` // of the lab
	Seed        uint64   `json:"seed"`
	Changes     []Event  `json:"changes"` // every change, note and order, the scenario's own too; of a game day those that were planned
	First       int      `json:"first_window"`
	Windows     int      `json:"windows"`
	UntilMs     float64  `json:"until_ms"` // simulated time that the run reached

	By      []string `json:"by"` // how the long format divides
	Columns Columns  `json:"columns"`
	Files   []Made   `json:"files"`
	Golden  Golden   `json:"golden_match"`
}

// Build says what wrote a manifest, and where.
type Build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Modified bool   `json:"modified,omitempty"` // the sources differed from the commit
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

// String is the build in one line: "(devel), commit 1a2b3c4d, altered, go1.26.8, linux/amd64".
func (b Build) String() string {
	words := []string{b.Version}
	if b.Commit != "" {
		words = append(words, "commit "+b.Commit[:min(len(b.Commit), 12)])
	}
	if b.Modified {
		words = append(words, "altered")
	}
	return strings.Join(append(words, b.Go, b.OS+"/"+b.Arch), ", ")
}

// ThisBuild is the running program.
func ThisBuild() Build {
	b := Build{Version: "(devel)", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// Made is a file that stands beside the manifest.
type Made struct {
	Name    string `json:"name"`
	Format  string `json:"format"`  // as --format has it
	Content string `json:"content"` // which of the format's files it is
	Bytes   int    `json:"bytes"`
	SHA256  string `json:"sha256"`
}

// Golden says whether the files are those that were published.
type Golden string

// Whether the files are those that were published.
const (
	GoldenTrue   Golden = "true"
	GoldenFalse  Golden = "false"
	GoldenAbsent Golden = "absent" // none were
)

// GoldenMatch is GoldenTrue or GoldenFalse.
func GoldenMatch(match bool) Golden {
	if match {
		return GoldenTrue
	}
	return GoldenFalse
}

// MarshalJSON writes true, false or "absent".
func (g Golden) MarshalJSON() ([]byte, error) {
	if g == GoldenTrue || g == GoldenFalse {
		return []byte(g), nil
	}
	return json.Marshal(string(GoldenAbsent))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (g *Golden) UnmarshalJSON(data []byte) error {
	for _, known := range []Golden{GoldenTrue, GoldenFalse, GoldenAbsent} {
		if strings.Trim(string(data), `"`) == string(known) {
			*g = known
			return nil
		}
	}
	return fmt.Errorf("golden_match: %s is not true, false or \"absent\"", data)
}

// SHA256 is the hash of a file in hexadecimal digits.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// NewManifest is the beginning of a manifest of this program at an instant of the wall
// clock.
func NewManifest(kind, program string, command []string, now time.Time) Manifest {
	return Manifest{
		Format: ManifestFormat, Kind: kind, Program: program, Build: ThisBuild(), Command: command,
		WrittenAt: now.UTC().Format(time.RFC3339), TimeStamps: []string{"written_at"},
		Changes: []Event{}, By: []string{}, Columns: AllColumns(), Files: []Made{}, Golden: GoldenAbsent,
	}
}

// Record adds what repeats a recording; scenario is the text of its scenario.
func (m *Manifest) Record(rec model.Recording, scenario string) {
	m.Name, m.Scenario, m.Seed = rec.Scenario.Name, scenario, rec.Seed
	m.First, m.Windows, m.UntilMs = rec.First, len(rec.Points), float64(rec.Until)
	for i := range rec.Changes {
		m.Changes = append(m.Changes, eventOf(&rec.Changes[i]))
	}
}

// Timeline is the manifest's changes as an engine takes them.
func (m *Manifest) Timeline() []model.Change {
	changes := make([]model.Change, len(m.Changes))
	for i := range m.Changes {
		changes[i] = m.Changes[i].change()
	}
	return changes
}

// Marshal writes the manifest as indented JSON that ends with a newline.
func (m *Manifest) Marshal() []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(m); err != nil {
		panic(err) // plain values and finite numbers only
	}
	return out.Bytes()
}

// ReadManifest reads a manifest. file is its name, for errors, each of which is one
// line with the place and what would be right. Keys that it does not know are errors.
func ReadManifest(file string, data []byte) (*Manifest, error) {
	var head struct{ Format int }
	if json.Unmarshal(data, &head) == nil && head.Format == 1 {
		var old manifest1
		if err := decode(file, data, &old); err != nil {
			return nil, err
		}
		m := old.manifest()
		return checked(file, &m)
	}
	var m Manifest
	if err := decode(file, data, &m); err != nil {
		return nil, err
	}
	return checked(file, &m)
}

func checked(file string, m *Manifest) (*Manifest, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return m, nil
}

func decode(file string, data []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		line, column := place(data, errorOffset(err, dec, len(data)))
		return fmt.Errorf("%s:%d:%d: not a manifest: %s", file, line, column, reason(err))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		line, column := place(data, dec.InputOffset())
		return fmt.Errorf("%s:%d:%d: something follows the manifest", file, line, column)
	}
	return nil
}

func (m *Manifest) check() error {
	switch {
	case m.Format < 1 || m.Format > ManifestFormat:
		return fmt.Errorf("format: %d is not a format that this program reads; it reads 1 to %d", m.Format, ManifestFormat)
	case !slices.Contains(Kinds, m.Kind):
		return fmt.Errorf("kind: %q is not one of %s", m.Kind, strings.Join(Kinds, ", "))
	case m.Kind != KindLab && (m.Name == "" || m.Name != filepath.Base(m.Name)):
		return fmt.Errorf("name: %q is not the name of a scenario", m.Name)
	case m.Kind != KindLab && m.Scenario == "":
		return errors.New("scenario is missing")
	case m.UntilMs < 0 || math.IsInf(m.UntilMs, 0):
		return fmt.Errorf("until_ms: %v is not a simulated time", m.UntilMs)
	case m.First < 0 || m.Windows < 0:
		return fmt.Errorf("windows: %d from %d is not a number of windows", m.Windows, m.First)
	}
	all := AllColumns()
	if c := m.Columns; c.Window < 1 || c.Window > all.Window || c.Group < 1 || c.Group > all.Group {
		return fmt.Errorf("columns: %d and %d are not numbers of columns that this program writes; it writes 1..%d and 1..%d", c.Window, c.Group, all.Window, all.Group)
	}
	if _, err := m.Divisions(); err != nil {
		return err
	}
	if len(m.Files) == 0 {
		return errors.New("files: there is none")
	}
	for i, f := range m.Files {
		if f.Name == "" || f.Name != filepath.Base(f.Name) {
			return fmt.Errorf("files[%d]: name: %q is not the name of a file", i, f.Name)
		}
		if sum, err := hex.DecodeString(f.SHA256); err != nil || len(sum) != sha256.Size {
			return fmt.Errorf("files[%d]: sha256: %q is not 64 hexadecimal digits", i, f.SHA256)
		}
	}
	for i := range m.Changes {
		if err := m.Changes[i].check(); err != nil {
			return fmt.Errorf("changes[%d]: %w", i, err)
		}
	}
	return nil
}

// Divisions is how the long format divides.
func (m *Manifest) Divisions() ([]model.By, error) {
	var by []model.By
	for _, name := range m.By {
		b, err := model.ParseBy(name)
		if err != nil {
			return nil, fmt.Errorf("by: %w", err)
		}
		by = append(by, b)
	}
	return by, nil
}

// errorOffset is where in the input a JSON error is.
func errorOffset(err error, dec *json.Decoder, size int) int64 {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return syntax.Offset
	case errors.As(err, &kind):
		return kind.Offset
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return int64(size)
	}
	return dec.InputOffset()
}

func place(data []byte, offset int64) (line, column int) {
	before := data[:min(max(offset, 0), int64(len(data)))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

func reason(err error) string {
	if errors.Is(err, io.EOF) {
		return "the file is empty"
	}
	if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) {
		return fmt.Sprintf("%s: %s where %v belongs", kind.Field, kind.Value, kind.Type)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}
