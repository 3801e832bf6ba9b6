package paper

import (
	"bytes"
	"fmt"
	"slices"

	"overloadtui/model"
	"overloadtui/model/recovery"
)

// orders are what each order of replay means, by its value; ties go by the next.
var orders = []string{
	model.OrderExpiry:     "what expires soonest first; what has expired is reported and not run",
	model.OrderDependency: "what other work must find done first (correctness dependency)",
	model.OrderTenant:     "the tenant that has had least first",
	model.OrderValue:      "what is worth most first",
	model.OrderFIFO:       "what came first first; this is not safe by itself, because old work may have expired and new work may depend on it",
}

// Plan is the recovery plan of a scenario that has a packet, as Markdown: how much may
// be replayed and how fast, when that pauses, in which order it goes, and what must be
// seen before everything is on again.
func Plan(s *model.Scenario) []byte {
	var b bytes.Buffer
	p, plan := s.Packet, recovery.PlanOf(s)
	figures := map[string]recovery.Figure{}
	for _, f := range recovery.Figures(s) {
		figures[f.Name] = f
	}
	in := func(at *float64) string { return settingText(model.PacketSettings, p, at) }
	heading := func(text string) { fmt.Fprintf(&b, "\n## %s\n\n", text) }
	derived := func(name string) {
		f := figures[name]
		bullet(&b, f.Label, f.Text())
		bullet(&b, "formula", f.Formula)
		if f.Worked != "" {
			bullet(&b, "with the numbers", f.Worked)
		}
	}

	fmt.Fprintf(&b, "# Recovery plan: %s\n\n%s\n\n", s.Name, cell(s.Title))
	if plan.Refused != "" {
		fmt.Fprintf(&b, "**REFUSED**: %s. It is not safe to replay on this plan.\n", plan.Refused)
	} else {
		fmt.Fprintf(&b, "**Replay may begin** at %s.\n", in(&p.Replay))
	}
	fmt.Fprintf(&b, "\nOwner: %s.\n", orUnknown(p.Owner, "the scenario names none"))

	heading("Ceiling")
	derived("replay-ceiling")
	bullet(&b, "recomputed", "in each window, because foreground and restored capacity move")

	heading("Chosen rate")
	bullet(&b, "rate", in(&p.Replay))
	derived("replay-margin")
	bullet(&b, "in failover", failoverText(p, figures["failover-left"]))

	heading("Drain estimate")
	bullet(&b, "backlog", in(&p.Backlog))
	derived("drain")
	bullet(&b, "in hours", figures["drain-hours"].Text())
	bullet(&b, "re-estimated", "in each window as remaining work x observed cost of a replay / rate; the estimate above is of the planned cost "+in(&p.Cost))

	heading("Pause conditions")
	fmt.Fprintf(&b, "Replay pauses when one of these holds for %s windows in a row:\n\n", in(&p.Pause.Windows))
	for _, cause := range pauseParts(p.Pause, p.FailureReserve) {
		bullet(&b, cause.label, cause.text)
	}
	fmt.Fprintf(&b, "\nOn a pause the batch in hand is finished, a checkpoint written, replay is 0, foreground and reserve stay. It\ngoes on after %s windows in a row without any of them, at %s of the chosen rate for as many good windows again.\n",
		in(&p.Pause.Resume), in(&p.Pause.Ease))

	heading("Order")
	for i := int(p.Order); i < len(orders); i++ {
		if i == model.OrderFIFO && p.Order != model.OrderFIFO {
			break
		}
		fmt.Fprintf(&b, "%d. %s\n", i-int(p.Order)+1, orders[i])
	}

	heading("Checkpoints")
	bullet(&b, "every", in(&p.CheckpointEvery))
	bullet(&b, "and at least after", in(&p.CheckpointAfter))

	heading("Poison")
	bullet(&b, "quarantined after failed replays", in(&p.QuarantineAfter))
	bullet(&b, "then", "put aside and counted, never dropped silently; a backlog of zero with poison in quarantine is not a recovery")

	heading("Caches")
	bullet(&b, "coalescing", "the misses of one key that come together are one fill")
	bullet(&b, "cap", in(&p.CacheFills))
	bullet(&b, "order", "the hottest keys first")
	bullet(&b, "expiry jitter", in(&p.FillJitter))
	derived("cache-fill")

	heading("Evidence to restore enrichment")
	for i, r := range slices.Backward(s.Ladder) {
		bullet(&b, fmt.Sprintf("leaving rung %d, %s, gives back", i+1, r.Name), orUnknown(r.Off, "the rung does not say what it turns off"))
	}
	if len(s.Ladder) > 0 {
		bullet(&b, "pace", "one rung at a time, each held for "+settingText(model.ControllerSettings, &s.Controller, &s.Controller.RungHold)+" before the next")
	}
	if len(s.Ladder) == 0 {
		bullet(&b, "ladder", unknown("the scenario has none"))
	}
	for _, st := range recovery.StatesOf(s) {
		if st.State == model.Recovering.String() {
			bullet(&b, "to leave recovering", orUnknown(st.Leave, "the packet names no evidence"))
		}
	}
	bullet(&b, "not enough", "a backlog of zero alone; it may be discarded work")

	heading("Claims")
	for _, c := range recovery.Claims(s) {
		verdict := claim(c).verdict()
		bullet(&b, c.Name+" "+verdict, c.Text+" "+c.Why)
	}
	return b.Bytes()
}

func failoverText(p *model.Packet, left recovery.Figure) string {
	rule := "refused"
	if p.FailoverReplay != 0 {
		rule = "the packet allows it, against the claim failover-replay"
	}
	if len(left.Unknown) > 0 {
		return rule + "; left there " + left.Text()
	}
	return rule + "; " + left.Text() + " are left there, for probes and variance"
}
