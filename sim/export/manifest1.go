package export

// FewestColumns1 is how many columns a CSV beside a manifest of format 1 has at least;
// the manifest does not say.
const FewestColumns1 = 30

// manifest1 is format 1 of the manifest, of a run and its CSV.
type manifest1 struct {
	Format   int     `json:"format"`
	Program  string  `json:"program"`
	Name     string  `json:"name"`
	Scenario string  `json:"scenario"`
	Seed     uint64  `json:"seed"`
	Changes  []Event `json:"changes"`
	First    int     `json:"first_window"`
	Windows  int     `json:"windows"`
	UntilMs  float64 `json:"until_ms"`
	CSV      string  `json:"csv"`
	SHA256   string  `json:"sha256"`
}

func (old *manifest1) manifest() Manifest {
	return Manifest{
		Format: old.Format, Kind: KindRun, Program: old.Program, Name: old.Name, Scenario: old.Scenario, Seed: old.Seed,
		Changes: old.Changes, First: old.First, Windows: old.Windows, UntilMs: old.UntilMs,
		Columns: Columns{FewestColumns1, 1}, Golden: GoldenAbsent,
		Files: []Made{{Name: old.CSV, Format: "csv", Content: "windows", SHA256: old.SHA256}},
	}
}
