package presets_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/presets"
)

// Whatever a person changes, the saved file says it, and what they wrote beside it
// stays.
func TestEditKeepsCommentsAndSaysTheNewValues(t *testing.T) {
	collapse, err := presets.Source("collapse")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{
		string(collapse),
		strings.ReplaceAll(string(collapse), "\n", "\r\n"),
		"# é comes first\n" + least + "# the end",
		"version: 1\nservices:\n  - name: s # one\n    # two\n    work: {kind: \"constant\", service-time: '5ms'} # é\nroutes:\n- name: r\n  path:\n  - service: s\n",
	} {
		rapid.Check(t, func(t *rapid.T) {
			to, err := presets.Read("mine.yaml", []byte(file), catalog)
			if err != nil {
				t.Fatal(err)
			}
			knobs, err := to.Knobs(catalog)
			if err != nil {
				t.Fatal(err)
			}
			for range rapid.IntRange(0, 6).Draw(t, "moves") {
				k := rapid.SampledFrom(knobs).Draw(t, "knob")
				k.Set(value(t, k.Param))
				if !k.Fixed && rapid.Bool().Draw(t, "later") {
					to.Changes = append(to.Changes, model.Change{At: model.Millis(len(to.Changes)), Path: k.Path, To: value(t, k.Param), Who: "you"})
				}
			}
			to.Seed = rapid.SampledFrom([]uint64{to.Seed, 7}).Draw(t, "seed")
			if to.Validate(catalog) != nil {
				return // a rung that the ladder does not have
			}
			edited, kept, err := presets.Edit("mine.yaml", []byte(file), to, catalog)
			if err != nil {
				t.Fatalf("Edit = %v", err)
			}
			got, err := presets.Read("mine.yaml", edited, catalog)
			if err != nil || !reflect.DeepEqual(got, to) {
				t.Fatalf("Edit to\n%+v\ngives a file that reads as\n%+v, %v\n%s", to, got, err, edited)
			}
			if !kept && file == string(collapse) {
				t.Fatalf("Edit gives up the comments of a file that names every policy:\n%s", edited)
			}
			if kept {
				for _, line := range strings.Split(file, "\n") {
					if _, comment, ok := strings.Cut(line, "#"); ok && !bytes.Contains(edited, []byte("#"+comment)) {
						t.Fatalf("Edit has lost the comment %q:\n%s", comment, edited)
					}
				}
			}
		})
	}
}

func TestEditWritesAnewWhatIsAnotherScenario(t *testing.T) {
	data, err := presets.Source("collapse")
	if err != nil {
		t.Fatal(err)
	}
	to := collapse(t)
	if err := presets.Set(to, catalog, "demand=poisson"); err != nil {
		t.Fatal(err)
	}
	edited, kept, err := presets.Edit("collapse.yaml", data, to, catalog)
	whole, _ := presets.Marshal(to, catalog)
	if err != nil || kept || !bytes.Equal(edited, whole) {
		t.Errorf("Edit to another kind of demand: kept %v, %v\n%s", kept, err, edited)
	}
}

func TestEditOfNothingChangesNothing(t *testing.T) {
	data, err := presets.Source("collapse")
	if err != nil {
		t.Fatal(err)
	}
	edited, kept, err := presets.Edit("collapse.yaml", data, collapse(t), catalog)
	if err != nil || !kept || !bytes.Equal(edited, data) {
		t.Errorf("Edit without a change: kept %v, %v\n%s", kept, err, edited)
	}
}
