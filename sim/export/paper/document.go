package paper

import (
	"bytes"
	"fmt"
	"strings"

	"overloadtui/model"
	"overloadtui/model/recovery"
)

// unknown is how a part of a document says that nobody knows.
func unknown(why string) string { return "unknown: " + why }

func isUnknown(text string) bool { return strings.HasPrefix(text, "unknown: ") }

// orUnknown is a text, or when it is empty why there is none.
func orUnknown(text, why string) string {
	if strings.TrimSpace(text) == "" {
		return unknown(why)
	}
	return text
}

// settingText is a setting of a packet as a document says it: "chosen replay 3,500 /s",
// or that it is unknown.
func settingText[P any](settings []model.Setting[P], part *P, at *float64) string {
	for _, s := range settings {
		if s.At(part) != at {
			continue
		}
		if !s.Stated(*at) {
			return unknown("the scenario does not state " + s.Name)
		}
		return s.Format(*at)
	}
	panic("no setting lies there")
}

// policyText is a policy with its settings: "fixed (retries 3, backoff 50 ms)".
func policyText(cat model.Catalog, f model.Family, p model.Policy) string {
	kind, err := cat.Find(f, p.Kind)
	if err != nil || len(kind.Params) != len(p.V) {
		return p.Kind
	}
	var words []string
	for i, param := range kind.Params {
		words = append(words, param.Label+" "+param.Format(p.V[i]))
	}
	if len(p.Rows) > 0 {
		words = append(words, fmt.Sprintf("%d %s", len(p.Rows), kind.RowsKey))
	}
	if len(words) == 0 {
		return p.Kind
	}
	return p.Kind + " (" + strings.Join(words, ", ") + ")"
}

func policiesText(cat model.Catalog, f model.Family, ps []model.Policy) string {
	var words []string
	for _, p := range ps {
		words = append(words, policyText(cat, f, p))
	}
	return strings.Join(words, "; ")
}

// bullet writes "- **label**: text" in one line of Markdown.
func bullet(b *bytes.Buffer, label, text string) {
	text = strings.Join(strings.Fields(text), " ")
	if label != "" {
		text = "**" + label + "**: " + text
	}
	fmt.Fprintf(b, "- %s\n", text)
}

// pauseParts are the pause conditions with their thresholds, of a failure reserve of so
// much a second.
func pauseParts(rules model.PauseRules, reserve float64) []part {
	var parts []part
	for _, g := range recovery.Pauses(rules, reserve, recovery.Observed{}) {
		needs := g.Needs
		switch _, of, ok := strings.Cut(g.Value, " of "); {
		case ok:
			needs += " of " + of
		case g.Name == recovery.Reserve && reserve == 0:
			needs = unknown("the scenario states no failure reserve")
		}
		parts = append(parts, part{g.Name, needs})
	}
	return parts
}
