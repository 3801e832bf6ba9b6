package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/model/recovery"
	"overloadtui/presets"
	"overloadtui/sim"
)

// What docs/model.md calls a setting is one, and its words are that setting's.
func TestTheConventionsAreSettings(t *testing.T) {
	data, err := os.ReadFile("../../docs/model.md")
	if err != nil {
		t.Fatal(err)
	}
	all := call("params", "--all").out
	rows := regexp.MustCompile(`(?m)^\| [^|]+ \| `+"`([a-z-]+)`"+` \| `+"`([a-z-]+)`").FindAllStringSubmatch(string(data), -1)
	if len(rows) < 7 {
		t.Fatalf("only %d settings in docs/model.md", len(rows))
	}
	for _, row := range rows {
		name, inForce := row[1], row[2]
		if !regexp.MustCompile(`(?m)^ +` + name + ` .*default ` + inForce + `\b`).MatchString(all) {
			t.Errorf("docs/model.md has the setting %q with the default %q; params --all does not", name, inForce)
		}
	}
	for _, name := range regexp.MustCompile("`([a-z_]+_per_s)`").FindAllStringSubmatch(string(data), -1) {
		if model.FindMetric(name[1]) == nil {
			t.Errorf("docs/model.md names the metric %q, which there is not", name[1])
		}
	}
}

// What docs/packet.md says of figures, claims and settings is what the program does.
func TestThePageOfThePacket(t *testing.T) {
	data, err := os.ReadFile("../../docs/packet.md")
	if err != nil {
		t.Fatal(err)
	}
	page, shown := string(data), call("packet").out
	choose := choice{preset: packetPreset}
	s, err := choose.scenario()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range recovery.Figures(s)[1:] {
		if row := "| " + f.Name + " | " + f.Formula + " |"; !strings.Contains(page, row) {
			t.Errorf("docs/packet.md has no row %s", row)
		}
	}
	for _, c := range recovery.Claims(s) {
		if row := "| " + c.Name + " | " + c.Text + " |"; !strings.Contains(page, row) {
			t.Errorf("docs/packet.md has no row %s", row)
		}
	}
	for _, text := range regexp.MustCompile("(?ms)^```text\n(  .*?)^```$").FindAllStringSubmatch(page, -1) {
		if !strings.Contains(shown, text[1]) {
			t.Errorf("docs/packet.md shows\n%s\noverloadtui packet does not:\n%s", text[1], shown)
		}
	}
	names := map[string]bool{}
	for _, setting := range model.PacketSettings {
		names[setting.Name] = true
	}
	for _, name := range regexp.MustCompile("`((?:pause|resume|cache|other)-[a-z-]+)`").FindAllStringSubmatch(page, -1) {
		if !names[name[1]] {
			t.Errorf("docs/packet.md names the setting %q, which there is not", name[1])
		}
	}
}

// What docs/gameday.md shows as a file is one, and the game days that it lists are the
// built-in ones with their verdicts.
func TestThePageOfTheGameDays(t *testing.T) {
	data, err := os.ReadFile("../../docs/gameday.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	section := regexp.MustCompile("(?ms)^```yaml\n(gameday:.*?)^```$").FindStringSubmatch(page)
	if section == nil {
		t.Fatal("docs/gameday.md shows no section gameday")
	}
	choose := choice{preset: "gameday-stale-telemetry"}
	if _, err := choose.scenario(); err != nil {
		t.Fatal(err)
	}
	old := regexp.MustCompile("(?ms)^gameday:.*?^changes:").FindString(string(choose.source))
	if _, err := presets.ReadAlone("mine.yaml", []byte(strings.Replace(string(choose.source), old, section[1]+"changes:", 1)), sim.Catalog()); err != nil {
		t.Errorf("the section of docs/gameday.md: %v", err)
	}
	var listed []string
	for _, row := range regexp.MustCompile(`(?m)^\| (gameday-[a-z-]+) \|`).FindAllStringSubmatch(page, -1) {
		listed = append(listed, row[1])
	}
	slices.Sort(listed)
	if want := gameDays(); !slices.Equal(listed, want) {
		t.Errorf("docs/gameday.md lists %v, there are %v", listed, want)
	}
}
