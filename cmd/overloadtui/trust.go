package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"overloadtui/sim/sweep"
	"overloadtui/sim/trust"
)

func trustCommand() *cobra.Command {
	var (
		seeds int
		first seed
		quick bool
	)
	cmd := &cobra.Command{
		Use:   "trust [WORD...]",
		Short: "Hold the engine against queueing theory and print the residuals",
		Long: `trust runs scenarios of which theory knows what they do in the long run: M/M/1, M/D/1,
D/M/1, M/M/c, M/M/c/K, M/G/1, Erlang's B and C, priorities, customers who leave,
products of retries and retry budgets. Each is run with several seeds; the 99.9 %
confidence interval of what was measured has to hold the theory. It prints the
residual of each, and that of Little's law, which is an identity for every run. It
exits 1 when one misses. With seeds of your own that happens by chance now and
then; the same one does not miss twice. With words it runs the settings whose name
has one of them in it.`,
		Example: `  overloadtui trust
  overloadtui trust --quick
  overloadtui trust erlang "retry budget"
  overloadtui trust --seeds 20 --seed 1000`,
		RunE: func(cmd *cobra.Command, words []string) error {
			if seeds < 2 || seeds > maxSeeds {
				return fmt.Errorf("--seeds: %d is out of range 2..%d; an interval needs more than one run", seeds, maxSeeds)
			}
			arrivals := trust.Arrivals
			if quick {
				arrivals = trust.QuickArrivals
			}
			if !first.given {
				first.v = trust.FirstSeed
			}
			settings := slices.DeleteFunc(trust.Settings(), func(s trust.Setting) bool { return !named(s.Name, words) })
			if len(settings) == 0 {
				return fmt.Errorf("trust: no setting has %s in its name; trust --quick shows all", strings.Join(words, " or "))
			}
			results, err := trust.Run(cmd.Context(), settings, sweep.Seeds(first.v, seeds), arrivals)
			if err != nil {
				return failed(err)
			}
			text, missed := trustText(results)
			text += fmt.Sprintf("%d settings, %d checks, %d missed; %d seeds of %d operations each, %v %% confidence\n",
				len(settings), len(results), missed, seeds, arrivals, 100*trust.Confidence)
			if err := writeAll(cmd.OutOrStdout(), []byte(text)); err != nil {
				return err
			}
			if missed > 0 {
				return failed(fmt.Errorf("the engine misses theory in %d of %d checks", missed, len(results)))
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&seeds, "seeds", 10, "how many `N` runs of each setting")
	cmd.Flags().Var(&first, "seed", "the first of the seeds (default "+strconv.Itoa(trust.FirstSeed)+")")
	cmd.Flags().BoolVar(&quick, "quick", false, "a tenth of the operations: faster, with wider intervals")
	return cmd
}

// named says whether one of the words is in the name; without words it is.
func named(name string, words []string) bool {
	return len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return strings.Contains(name, w) })
}

func trustText(results []trust.Result) (text string, missed int) {
	names, rows := []string{"setting"}, [][]string{{"quantity", "theory", "measured", "+-", "residual", "Little", "verdict"}}
	for i := range results {
		r := &results[i]
		verdict := "ok"
		if !r.OK() {
			verdict = "MISS"
			missed++
		}
		names = append(names, r.Setting)
		rows = append(rows, []string{r.Quantity, short(r.Theory), short(r.Measured.Mean), short(r.Measured.Half), short(r.Residual()), fmt.Sprintf("%.0e", r.Little), verdict})
	}
	width := 0
	for _, name := range names {
		width = max(width, len(name))
	}
	lines := strings.Split(align(rows), "\n")
	var b strings.Builder
	for i, name := range names {
		fmt.Fprintf(&b, "%-*s  %s\n", width, name, lines[i])
	}
	return b.String(), missed
}

// short is a number with five significant digits.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 5, 64) }
