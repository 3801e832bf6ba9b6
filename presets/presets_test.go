package presets_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/presets"
)

func TestEveryPresetReads(t *testing.T) {
	if len(presets.Names()) == 0 {
		t.Fatal("Names() is empty")
	}
	for _, name := range presets.Names() {
		s, err := presets.Load(name, catalog)
		if err != nil {
			t.Errorf("Load(%q) = %v", name, err)
			continue
		}
		if s.Name != name || s.Title == "" || s.Story == "" || len(s.Try) == 0 {
			t.Errorf("Load(%q): name %q, title %q, story %q, try %q; each is needed", name, s.Name, s.Title, s.Story, s.Try)
		}
	}
}

func TestCollapseIsThePublishedModel(t *testing.T) {
	s, err := presets.Load("collapse", catalog)
	if err != nil {
		t.Fatal(err)
	}
	knobs, err := s.Knobs(catalog)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"client.load": "90/s", "client.deadline": "200ms", "client.scope": "attempt", "client.leave": "at-deadline",
		"client.server.retries": "0", "client.server.backoff": "50ms", "client.server.timeout": "none", "client.server.tie": "answer-wins",
		"server.workers": "1", "server.service-time": "10ms", "server.bound": "100000", "server.concurrency.limit": "off",
		"server.optional": "40%", "server.expiry": "never", "window": "1s", "duration": "1m", "end": "drain", "rung": "0",
	} {
		k, err := knobs.Find(path)
		if err != nil {
			t.Errorf("Find(%q) = %v", path, err)
		} else if got := k.Text(k.Value()); got != want {
			t.Errorf("%s = %s, want %s", path, got, want)
		}
	}
	if s.Seed != 23 || len(s.Ladder) != 4 || s.Sweep.Over != "client.load" || len(s.Sweep.Values) != 10 || len(s.Sweep.Curves) != 2 {
		t.Errorf("seed %d, %d rungs, sweep %+v", s.Seed, len(s.Ladder), s.Sweep)
	}
}

func TestUnknownPresetNamesTheRightOnes(t *testing.T) {
	_, err := presets.Load("colapse", catalog)
	if err == nil || !strings.Contains(err.Error(), `did you mean "collapse"?`) {
		t.Errorf(`Load("colapse") = %v`, err)
	}
}

func TestReadGivesBackWhatMarshalWrote(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := scenario(t)
		data, err := presets.Marshal(want, catalog)
		if err != nil {
			t.Fatalf("Marshal(%+v) = %v", want, err)
		}
		got, err := presets.Read(want.Name+".yaml", data, catalog)
		if err != nil {
			t.Fatalf("Read = %v\n%s", err, data)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("Read gives\n%+v\nwant\n%+v\nfrom\n%s", got, want, data)
		}
		again, err := presets.Marshal(got, catalog)
		if err != nil || !bytes.Equal(again, data) {
			t.Fatalf("Marshal of what was read (error %v) differs:\n%s\nfirst\n%s", err, again, data)
		}
	})
}

func TestAbsentSettingsHaveTheirDefaults(t *testing.T) {
	s, err := presets.Read("least.yaml", []byte(least), catalog)
	if err != nil {
		t.Fatal(err)
	}
	knobs, err := s.Knobs(catalog)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range knobs {
		if k.Value() != k.Default {
			t.Errorf("%s = %v, its default is %v", k.Path, k.Value(), k.Default)
		}
	}
}

const least = `version: 1
services: [{name: s}]
routes: [{name: r, path: [{service: s}]}]
`

func TestErrorsSayWhereAndWhatWouldBeRight(t *testing.T) {
	edit := func(old, new string) string {
		data, err := presets.Source("collapse")
		if err != nil {
			t.Fatal(err)
		}
		s := strings.Replace(string(data), old, new, 1)
		if s == string(data) {
			t.Fatalf("the preset has no %q", old)
		}
		return s
	}
	const start = ""
	for _, c := range []struct {
		name, file string
		place      string   // the text that the place points at, or start
		says       []string // parts of the message
	}{
		{"empty", "", start, []string{"empty", "version: 1"}},
		{"comment only", "# nothing\n", start, []string{"empty"}},
		{"not a mapping", "- a\n", start, []string{"a list where keys and values belong"}},
		{"no version", "title: x\n", start, []string{"version is missing"}},
		{"wrong version", "version: 2\n", "2", []string{`version: "2"`, "reads 1"}},
		{"broken YAML", "version: 1\nservices: [\n", "[", []string{"]"}},
		{"not UTF-8", "version: 1\ntitle: a\xff\n", "\xff", []string{"not UTF-8"}},
		{"two documents", least + "---\nname: 1\n", "name: 1", []string{"second document"}},
		{"unknown key", edit("deadline:", "deadlin:"), "deadlin:", []string{`"deadlin" is unknown`, `did you mean "deadline"?`, `in "deadlin: 200ms"`}},
		{"unknown key, nothing near", edit("workers:", "quality:"), "quality", []string{"use one of name, work, queue"}},
		{"duplicate key", edit("deadline: 200ms", "deadline: 200ms\n    deadline: 300ms"), "deadline: 300ms", []string{`"deadline"`, "already defined"}},
		{"no unit", edit("200ms", "200"), "200\n", []string{"deadline", `"200" has no unit`, "200ms"}},
		{"out of range", edit("200ms", "0.5ms"), "0.5ms", []string{"deadline: 0.5 ms is out of range 1..3,600,000 ms"}},
		{"not a choice", edit("scope: attempt", "scope: try"), "try\n", []string{`scope: "try" is not one of operation, attempt`}},
		{"wrong unit", edit("90/s", "90ms"), "90ms", []string{"load", `"90ms"`, "/s"}},
		{"unknown kind", edit("kind: constant, load", "kind: constnt, load"), "constnt", []string{`"constnt"`, `did you mean "constant"?`}},
		{"kind is missing", edit("kind: constant, load", "load"), "{load", []string{"demand: needs a kind", "constant, poisson"}},
		{"setting of another kind", edit("backoff: 50ms", "load: 3"), "load: 3}", []string{`"load" is unknown`, "retries, backoff"}},
		{"unknown service", edit("service: server", "service: sever"), "sever\n", []string{`"sever"`, `did you mean "server"?`}},
		{"unknown caller", edit("service: server", "service: server\n        from: nobody"), "nobody", []string{`from: "nobody" is not one of the services`}},
		{"caller that comes later", "version: 1\nservices: [{name: s}, {name: q}]\nroutes: [{name: r, path: [{service: s}, {service: q, from: q}]}]\n", "r, path", []string{`route "r"`, "not earlier on its path"}},
		{"service twice on a path", "version: 1\nservices: [{name: s}]\nroutes: [{name: r, path: [{service: s}, {service: s}]}]\n", "r, path", []string{"stands twice"}},
		{"missing path", "version: 1\nservices: [{name: s}]\nroutes: [{name: r}]\n", "{name: r}", []string{"path is missing"}},
		{"empty path", "version: 1\nservices: [{name: s}]\nroutes: [{name: r, path: []}]\n", "r, path", []string{`route "r"`, "empty"}},
		{"value is missing", edit("workers: 1", "workers:"), "\n    work: {", []string{"workers: nothing where a single value belongs"}},
		{"list for a value", edit("workers: 1", "workers: [1]"), "[1]", []string{"workers: a list where a single value belongs"}},
		{"value for a list", edit("curves:", "curves: word\n  curvs:"), "word", []string{"curves: a single value where a list belongs"}},
		{"seed", edit("seed: 23", "seed: -1"), "-1", []string{`seed: "-1"`, "whole number from 0 to 18446744073709551615"}},
		{"name", edit("name: client", "name: my client"), "my client", []string{`name: "my client" is not a name`}},
		{"name twice", edit("name: client", "name: server"), "server\n    demand", []string{`name: "server" stands twice`}},
		{"anchor", edit("seed: 23", "seed: &a 23"), "&a", []string{"seed: an anchor or alias"}},
		{"rung too high", edit("end: drain", "rung: 5"), "rung: 5", []string{"rung: 5 is out of range 0..4"}},
		{"sweep over what is not there", edit("over: load", "over: lod"), "lod\n", []string{`unknown parameter "lod"`, `did you mean "load"?`}},
		{"sweep value out of range", edit("[25/s", "[-25/s"), "-25/s", []string{"load: -25 /s is out of range"}},
		{"curve sets what is not there", edit("{retries: 3}", "{retrys: 3}"), "retrys", []string{`unknown parameter "retrys"`}},
		{"change without value", edit("seed: 23", "changes: [{at: 1s, set: load}]"), "load}]", []string{"client.load", "the value is missing"}},
		{"value without change", edit("seed: 23", "changes: [{at: 1s, to: 3}]"), "3}]", []string{"without a parameter"}},
		{"change of what is fixed", edit("seed: 23", "changes: [{at: 1s, set: scope, to: attempt}]"), "scope, to", []string{"client.scope", "before a run only"}},
		{"change without time", edit("seed: 23", "changes: [{set: load, to: 3}]"), "{set: load", []string{"at is missing"}},
		{"change before the start", edit("seed: 23", "changes: [{at: -1s, set: load, to: 3}]"), "-1s", []string{"at: -1s is before the start"}},
		{"packet is a value", edit("seed: 23", "packet: yes"), "yes", []string{"packet: a single value where keys and values belong"}},
		{"unknown key of a packet", edit("seed: 23", "packet: {restored: 15000/s}"), "restored", []string{`"restored" is unknown here`, "restored-capacity"}},
		{"figure of a packet out of range", edit("seed: 23", "packet: {in-time: 101%}"), "101%", []string{"in-time: 101 % is out of range 0..100 %"}},
		{"figure of a packet with a wrong unit", edit("seed: 23", "packet:\n  logical: 10500 ms"), "10500 ms", []string{`logical: "10500 ms" is not a number with the unit /s or none`}},
		{"backlog of a packet not whole", edit("seed: 23", "packet: {replay-backlog: 1.5}"), "1.5}", []string{"replay-backlog", "whole number"}},
		{"state of a packet without its name", edit("seed: 23", "packet: {states: [{enter: x}]}"), "{enter", []string{"state is missing"}},
		{"state of a packet with an empty name", edit("seed: 23", "packet: {states: [{state: ''}]}"), "''}", []string{"state: a state without a name"}},
		{"order of a packet", edit("seed: 23", "packet: {replay-order: newest}"), "newest", []string{`replay-order: "newest" is not one of expiry, dependency`}},
		{"forbidden control on the ladder", edit("off: profile enrichment", "off: fraud checks"), "name: omit", []string{"fraud control never stands on a ladder"}},
		{"action without bounds", edit("seed: 23", "actions: [{do: tighten, longest: 5m}]"), "{do: tighten", []string{"action tighten: population is missing", "rollback"}},
		{"rung that is not there", edit("seed: 23", "changes: [{at: 1s, order: {do: hold-rung, rung: 9, who: a, why: b, may-relax: c, lifetime: 5s}}]"), "{do: hold-rung", []string{"the ladder has the rungs 0..4"}},
		{"order without an owner's reason", edit("seed: 23", "changes: [{at: 1s, order: {do: hold-rung, rung: 1, who: a, may-relax: c, lifetime: 5s}}]"), "{do: hold-rung", []string{"why is missing"}},
		{"number of another order", edit("seed: 23", "changes: [{at: 1s, order: {do: hold-rung, tenant: 1, who: a, why: b, may-relax: c, lifetime: 5s}}]"), "1, who", []string{"tenant: an order to hold-rung has none"}},
		{"order that there is not", edit("seed: 23", "changes: [{at: 1s, order: {do: force-healthy, who: a, why: b}}]"), "force-healthy", []string{"not one of hold-rung"}},
		{"game day without a hypothesis", edit("seed: 23", "gameday: {expect: [], blast-radius: x, windows: [], recovery: {from: 1s, by: 2s}}"), "{expect", []string{"hypothesis is missing"}},
		{"metric of a game day", edit("seed: 23", rehearsal("goodputt_per_s", "", "1/s", "w")), "goodputt_per_s", []string{`metric: "goodputt_per_s" is not a metric`, `did you mean "goodput_per_s"?`}},
		{"metric that is a word", edit("seed: 23", rehearsal("state", "", "1", "w")), "state,", []string{`"state" is not a metric that is a number`}},
		{"part of a game day", edit("seed: 23", rehearsal("goodput_per_s", "of: clint,", "1/s", "w")), "clint,", []string{`of: "clint" is not one of server, client`}},
		{"metric that the part has not", edit("seed: 23", rehearsal("goodput_per_s", "of: server,", "1/s", "w")), "server,", []string{"goodput_per_s cannot be taken of server"}},
		{"value of a game day in a wrong unit", edit("seed: 23", rehearsal("goodput_per_s", "", "1ms", "w")), "1ms", []string{`goodput_per_s: "1ms" is not a number with the unit /s or none`}},
		{"observation window of a game day", edit("seed: 23", rehearsal("goodput_per_s", "", "1/s", "v")), "v}]", []string{`in: "v" is not one of the observation windows w`}},
		{"recovery of a game day", edit("seed: 23", strings.Replace(rehearsal("goodput_per_s", "", "1/s", "w"), "by: 20s", "by: 5s", 1)), "gameday", []string{"recovery: from 10s by 5s"}},
		{"shares", edit("seed: 23", "classes: [{name: a, share: 20%}]"), "classes:", []string{"shares sum to 20 %"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := presets.Read("dir/mine.yaml", []byte(c.file), catalog)
			if err == nil {
				t.Fatalf("Read accepts it: %+v\n%s", s, c.file)
			}
			place := "1:1"
			if c.place != start {
				before := c.file[:strings.Index(c.file, c.place)]
				line := before[strings.LastIndex(before, "\n")+1:]
				place = fmt.Sprintf("%d:%d", 1+strings.Count(before, "\n"), 1+len([]rune(line)))
			}
			message := err.Error()
			if !strings.HasPrefix(message, "dir/mine.yaml:"+place+": ") || strings.Contains(message, "\n") {
				t.Errorf("Read = %s\nwant one line that starts with dir/mine.yaml:%s", message, place)
			}
			for _, part := range c.says {
				if !strings.Contains(message, part) {
					t.Errorf("Read = %s\nwant it to say %s", message, part)
				}
			}
		})
	}
}

// rehearsal is a game day that expects something.
func rehearsal(metric, of, value, in string) string {
	return fmt.Sprintf("gameday: {hypothesis: h, blast-radius: b, expect: [{metric: %s, %s value: %s, in: %s}], windows: [{name: w, from: 0, to: 5s}], recovery: {from: 10s, by: 20s}}",
		metric, of, value, in)
}

func TestAHugeFileIsRefused(t *testing.T) {
	_, err := presets.Read("big.yaml", bytes.Repeat([]byte("# a\n"), 1<<19), catalog)
	if place := (*presets.Error)(nil); !errors.As(err, &place) {
		t.Errorf("Read of 2 MiB = %v", err)
	}
}

func TestWindowsLineEndsAreRead(t *testing.T) {
	data, _ := presets.Source("collapse")
	want, err := presets.Read("collapse.yaml", data, catalog)
	if err != nil {
		t.Fatal(err)
	}
	got, err := presets.Read("collapse.yaml", bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")), catalog)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Read with CRLF = %+v, %v\nwant %+v", got, err, want)
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range presets.Names() {
		data, _ := presets.Source(name)
		f.Add(string(data))
	}
	f.Add(least)
	f.Add("version: 1\nservices: [{name: s, gates: [{kind: token-bucket}]}]\nroutes: [{name: r, demand: {kind: tiled, segments: [{rate: 3, for: 1s}]}, path: [{service: s}]}]\n")
	f.Fuzz(func(t *testing.T, file string) {
		s, err := presets.Read("f.yaml", []byte(file), catalog)
		if err != nil {
			if place := (*presets.Error)(nil); !errors.As(err, &place) || place.Line < 1 || place.Column < 1 || strings.Contains(err.Error(), "\n") {
				t.Fatalf("Read(%q) = %q, which is not one line with a place", file, err)
			}
			return
		}
		data, err := presets.Marshal(s, catalog)
		if err != nil {
			t.Fatalf("Marshal of what Read(%q) gave = %v", file, err)
		}
		again, err := presets.Read("f.yaml", data, catalog)
		if err != nil || printed(again) != printed(s) {
			t.Fatalf("Read(%q) does not survive Marshal: %v\n%s", file, err, data)
		}
	})
}

// printed is everything that a scenario holds.
func printed(s *model.Scenario) string {
	c := *s
	c.Packet, c.GameDay = nil, nil
	return fmt.Sprint(c, s.Packet, s.GameDay)
}

// scenario draws a valid scenario from the whole space of the format.
func scenario(t *rapid.T) *model.Scenario {
	s := &model.Scenario{
		Name:  "drawn",
		Title: words(t, "title"), Story: words(t, "story"),
		Try:  rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string { return words(t, "step") }), 0, 3).Draw(t, "try"),
		Seed: rapid.Uint64().Draw(t, "seed"),

		Thresholds: model.DefaultThresholds(), Controller: model.DefaultController(), Recovery: model.DefaultRecovery(),
	}
	if len(s.Try) == 0 {
		s.Try = nil
	}
	draw(t, model.RunSettings, s)
	for i := range rapid.IntRange(0, 3).Draw(t, "rungs") {
		r := model.Rung{Name: fmt.Sprint("rung", i), Off: words(t, "off"), Keeps: words(t, "keeps"), Signal: words(t, "signal")}
		draw(t, model.RungSettings, &r)
		s.Ladder = append(s.Ladder, r)
	}
	for i := range s.Ladder[min(1, len(s.Ladder)):] { // a deeper rung removes no less
		s.Ladder[i+1].Removes = max(s.Ladder[i].Removes, s.Ladder[i+1].Removes)
	}
	s.Rung = float64(rapid.IntRange(0, len(s.Ladder)).Draw(t, "rung"))
	for i := range rapid.IntRange(0, 2).Draw(t, "classes") {
		c := model.Class{Name: fmt.Sprint("class-", i)}
		draw(t, model.ClassSettings, &c)
		s.Classes = append(s.Classes, c)
	}
	for i := range s.Classes {
		s.Classes[i].Share = []float64{100, 50}[len(s.Classes)-1]
	}
	for i := range rapid.IntRange(1, 3).Draw(t, "services") {
		sv := model.Service{Name: fmt.Sprint("service", i), Work: drawPolicy(t, model.WorkFamily), Queue: drawPolicy(t, model.QueueFamily)}
		if rapid.Bool().Draw(t, "gated") {
			sv.Gates = []model.Policy{drawPolicy(t, model.GateFamily)}
		}
		draw(t, model.ServiceSettings, &sv)
		s.Services = append(s.Services, sv)
	}
	for i := range rapid.IntRange(1, 2).Draw(t, "routes") {
		r := model.Route{Name: fmt.Sprint("route_", i), Demand: drawPolicy(t, model.DemandFamily)}
		draw(t, model.RouteSettings, &r)
		for _, sv := range s.Services {
			h := model.Hop{Service: sv.Name, Retry: drawPolicy(t, model.RetryFamily)}
			if rapid.Bool().Draw(t, "guarded") {
				h.Guards = []model.Policy{drawPolicy(t, model.GuardFamily)}
			}
			draw(t, model.HopSettings, &h)
			if len(r.Path) > 0 && rapid.Bool().Draw(t, "fan") {
				h.From = rapid.SampledFrom(r.Path).Draw(t, "from").Service
			}
			r.Path = append(r.Path, h)
		}
		s.Routes = append(s.Routes, r)
	}
	if rapid.Bool().Draw(t, "packet") {
		s.Packet = drawPacket(t)
	}
	if rapid.Bool().Draw(t, "rehearsed") {
		s.GameDay = drawGameDay(t, s)
	}
	knobs, err := s.Knobs(catalog)
	if err != nil {
		t.Fatal(err)
	}
	knob := func() model.Knob { return rapid.SampledFrom(knobs).Draw(t, "knob") }
	for range rapid.IntRange(0, 4).Draw(t, "changes") {
		c := model.Change{At: model.Millis(rapid.Float64Range(0, 1e7).Draw(t, "at")), Who: words(t, "who"), Note: words(t, "note")}
		if k := knob(); !k.Fixed {
			c.Path, c.To = k.Path, value(t, k.Param)
		}
		s.Changes = append(s.Changes, c)
	}
	if rapid.Bool().Draw(t, "swept") {
		k := knob()
		s.Sweep.Over, s.Sweep.File = k.Path, words(t, "file")
		for range rapid.IntRange(1, 3).Draw(t, "values") {
			s.Sweep.Values = append(s.Sweep.Values, value(t, k.Param))
		}
		for i := range rapid.IntRange(0, 2).Draw(t, "curves") {
			k := knob()
			s.Sweep.Curves = append(s.Sweep.Curves, model.Curve{Name: fmt.Sprint("curve ", i), Set: []model.Assignment{{Path: k.Path, To: value(t, k.Param)}}})
		}
	}
	return s
}

func drawPacket(t *rapid.T) *model.Packet {
	p := &model.Packet{}
	draw(t, model.PacketSettings, p)
	for _, w := range model.PacketWords {
		*w.At(p) = words(t, w.Name)
	}
	for range rapid.IntRange(0, 3).Draw(t, "states") {
		p.States = append(p.States, model.StateEvidence{State: "s" + words(t, "state"), Enter: words(t, "enter"), Leave: words(t, "leave")})
	}
	return p
}

func drawGameDay(t *rapid.T, s *model.Scenario) *model.GameDay {
	end := s.Duration
	if end == 0 {
		end = 1e9
	}
	part := func(at float64) model.Millis { return model.Millis(end * at) }
	g := &model.GameDay{
		Hypothesis: "it is " + words(t, "hypothesis"), Radius: "only " + words(t, "radius"),
		Recovery: model.Restoration{Plan: words(t, "plan"), From: part(0.5), By: part(0.75), State: model.State(rapid.IntRange(0, model.States-1).Draw(t, "state"))},
	}
	measured := func() model.Measured {
		return rapid.SampledFrom([]model.Measured{{Metric: "rung"}, {Metric: "goodput_per_s"}, {Metric: "goodput_per_s", Of: s.Routes[0].Name},
			{Metric: "queue_age_ms", Of: s.Services[0].Name}, {Metric: "amplification_ratio", Of: "tenant-1"}, {Metric: "wasted_pct"}}).Draw(t, "measured")
	}
	limit := func() model.Limit {
		l := model.Limit{Measured: measured(), Value: rapid.Float64Range(-1e6, 1e6).Draw(t, "value")}
		draw(t, model.LimitSettings, &l)
		return l
	}
	for i := range rapid.IntRange(1, 3).Draw(t, "observations") {
		g.Windows = append(g.Windows, model.Observation{Name: fmt.Sprint(i, " ", words(t, "name")), From: part(0.1 * float64(i)), To: part(0.2 * float64(i+1))})
	}
	in := func() string { return rapid.SampledFrom(g.Windows).Draw(t, "in").Name }
	for range rapid.IntRange(1, 3).Draw(t, "expectations") {
		e := model.Expectation{Limit: limit(), In: in()}
		draw(t, model.ExpectationSettings, &e)
		g.Expect = append(g.Expect, e)
	}
	for range rapid.IntRange(0, 2).Draw(t, "limits") {
		a := model.AbortRule{Limit: limit()}
		draw(t, model.AbortSettings, &a)
		g.Bounds, g.Abort, g.Recovery.Must = append(g.Bounds, limit()), append(g.Abort, a), append(g.Recovery.Must, limit())
		g.Through = append(g.Through, model.State(rapid.IntRange(0, model.States-1).Draw(t, "through")))
		r := model.Range{Measured: measured(), Least: math.Inf(-1), Most: rapid.Float64Range(0, 1e6).Draw(t, "most")}
		if rapid.Bool().Draw(t, "both") {
			r.Least, r.In = -r.Most, in()
		}
		g.Envelope = append(g.Envelope, r)
	}
	return g
}

func draw[P any](t *rapid.T, settings []model.Setting[P], part *P) {
	for _, s := range settings {
		*s.At(part) = value(t, s.Param)
	}
}

func drawPolicy(t *rapid.T, f model.Family) model.Policy {
	kind := rapid.SampledFrom(catalog.Of(f)).Draw(t, string(f))
	p := kind.New()
	for i, param := range kind.Params {
		p.V[i] = value(t, param)
	}
	if len(kind.Rows) > 0 {
		for range rapid.IntRange(1, 3).Draw(t, "rows") {
			var row []float64
			for _, column := range kind.Rows {
				row = append(row, value(t, column))
			}
			p.Rows = append(p.Rows, row)
		}
	}
	return p
}

func value(t *rapid.T, p model.Param) float64 {
	switch {
	case p.OfRungs:
		return 0 // what it may be depends on the ladder
	case len(p.Choices) > 0:
		return float64(rapid.IntRange(0, len(p.Choices)-1).Draw(t, p.Name))
	case p.Whole:
		return float64(rapid.IntRange(int(p.Min), int(p.Max)).Draw(t, p.Name))
	}
	return rapid.Float64Range(p.Min, p.Max).Draw(t, p.Name)
}

// words draws text that is nothing, a sentence, or nasty.
func words(t *rapid.T, label string) string {
	return rapid.OneOf(
		rapid.Just(""),
		rapid.StringMatching(`[A-Za-z,:#'"{}\[\]&*!|>%@-]{1,12}( [a-z0-9,:#-]{1,12}){0,30}`),
		rapid.SampledFrom([]string{"null", "~", "true", "no", "12", "0x1f", "1e3", " lead", "trail ", "a  b", "a\nb", "\n", "\ttab", "- a", "? a", "a: b", "a #b", "'", `"`, `\`, "---", "...", "%", "é – ü", "\u2028", "\u0085", "日本", "\U0001F600", "\x07\x7f"}),
		rapid.String(),
	).Draw(t, label)
}
