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
	"strings"

	"overloadtui/model"
)

// ManifestFormat is the version of the manifest that this program reads and writes.
const ManifestFormat = 1

// Manifest is what repeats a run, to the byte of its CSV.
type Manifest struct {
	Format   int     `json:"format"`
	Program  string  `json:"program"`  // name and version of what wrote it
	Name     string  `json:"name"`     // of the scenario
	Scenario string  `json:"scenario"` // file as the run began, without its changes
	Seed     uint64  `json:"seed"`
	Changes  []Event `json:"changes"` // every change and note, the scenario's own too
	First    int     `json:"first_window"`
	Windows  int     `json:"windows"`
	UntilMs  float64 `json:"until_ms"` // simulated time that the run reached
	CSV      string  `json:"csv"`      // file name
	SHA256   string  `json:"sha256"`   // of the CSV
}

// Event is a change of a setting, or a note, at a simulated time.
type Event struct {
	AtMs float64  `json:"at_ms"`
	Set  string   `json:"set,omitempty"` // path of the parameter
	To   *float64 `json:"to,omitempty"`  // in the parameter's own unit; for a choice its index
	Who  string   `json:"who,omitempty"`
	Note string   `json:"note,omitempty"`
}

// SHA256 is the hash of a file in hexadecimal digits.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// NewManifest is the manifest of a recording. program is who writes it, scenario the
// text of the recording's scenario, csvName and csv the table.
func NewManifest(program, scenario string, rec model.Recording, csvName string, csv []byte) Manifest {
	m := Manifest{
		Format: ManifestFormat, Program: program, Name: rec.Scenario.Name, Scenario: scenario, Seed: rec.Seed,
		Changes: []Event{}, First: rec.First, Windows: len(rec.Points), UntilMs: float64(rec.Until),
		CSV: csvName, SHA256: SHA256(csv),
	}
	for _, c := range rec.Changes {
		e := Event{AtMs: float64(c.At), Who: c.Who, Note: c.Note}
		if c.Path != "" {
			e.Set, e.To = c.Path, &c.To
		}
		m.Changes = append(m.Changes, e)
	}
	return m
}

// Timeline is the manifest's changes as an engine takes them.
func (m *Manifest) Timeline() []model.Change {
	changes := make([]model.Change, len(m.Changes))
	for i, e := range m.Changes {
		changes[i] = model.Change{At: model.Millis(e.AtMs), Path: e.Set, Who: e.Who, Note: e.Note}
		if e.To != nil {
			changes[i].To = *e.To
		}
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
	var m Manifest
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&m); err != nil {
		line, column := place(data, errorOffset(err, dec, len(data)))
		return nil, fmt.Errorf("%s:%d:%d: not a manifest: %s", file, line, column, reason(err))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		line, column := place(data, dec.InputOffset())
		return nil, fmt.Errorf("%s:%d:%d: something follows the manifest", file, line, column)
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &m, nil
}

func (m *Manifest) check() error {
	switch {
	case m.Format != ManifestFormat:
		return fmt.Errorf("format: %d is not a format that this program reads; it reads %d", m.Format, ManifestFormat)
	case m.Name == "" || m.Name != filepath.Base(m.Name):
		return fmt.Errorf("name: %q is not the name of a scenario", m.Name)
	case m.Scenario == "":
		return errors.New("scenario is missing")
	case m.UntilMs < 0 || math.IsInf(m.UntilMs, 0):
		return fmt.Errorf("until_ms: %v is not a simulated time", m.UntilMs)
	case m.First < 0 || m.Windows < 0:
		return fmt.Errorf("windows: %d from %d is not a number of windows", m.Windows, m.First)
	}
	if sum, err := hex.DecodeString(m.SHA256); err != nil || len(sum) != sha256.Size {
		return fmt.Errorf("sha256: %q is not 64 hexadecimal digits", m.SHA256)
	}
	for i, e := range m.Changes {
		switch {
		case e.AtMs < 0:
			return fmt.Errorf("changes[%d]: at_ms: %v is before the start of the run", i, e.AtMs)
		case (e.Set == "") != (e.To == nil):
			return fmt.Errorf("changes[%d]: set and to belong together", i)
		}
	}
	return nil
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

// ManifestName is the name of the manifest beside a CSV: "run.csv" has
// "run.manifest.json".
func ManifestName(csvName string) string {
	return strings.TrimSuffix(csvName, ".csv") + ".manifest.json"
}
