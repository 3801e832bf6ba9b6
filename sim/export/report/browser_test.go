package report_test

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"overloadtui/sim/export/report"
)

// browser is the path of a browser. Who asked for the test wants one.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("no chromium here; Debian's package is called chromium")
	return ""
}

// chromium runs a headless browser on a page that is opened from a file, and gives what
// it prints and what it complains about.
func chromium(t *testing.T, page string, flags ...string) (out, complaints string) {
	t.Helper()
	name := browser(t)
	args := append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
		"--disable-dev-shm-usage", "--user-data-dir=" + t.TempDir(), "--enable-logging=stderr", "--virtual-time-budget=20000"}, flags...)
	cmd := exec.CommandContext(t.Context(), name, append(args, "file://"+page)...)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, stderr.String())
	}
	return stdout.String(), stderr.String()
}

// pages are the reports that a browser is shown.
func pages(t *testing.T) map[string]string {
	t.Helper()
	rec, src := controlled(t)
	s, table, sweepSrc := cliff(t)
	return map[string]string{
		"run":   must(t)(report.Run(rec, src)),
		"sweep": must(t)(report.Sweep(s, table, sweepSrc)),
	}
}

func write(t *testing.T, page string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var request = regexp.MustCompile(`"url":\s*"((?:https?|wss?|ftp|blob):[^"]*)"`)

// found is what the script in inspect has seen.
type found struct {
	Dark       bool
	Resources  int       // requests that the page has made
	Sorted     [2]string // order and first value of a column after one click and after two
	Passes     int       // rules of axe-core that hold; 0 without axe-core
	Violations []string
}

// inspect is a script that does what a reader does, asks axe-core if it is there, and
// writes down what it has seen.
const inspect = `<script>
(async () => {
	const seen = {dark: matchMedia("(prefers-color-scheme: dark)").matches, resources: performance.getEntriesByType("resource").length, sorted: [], passes: 0, violations: []};
	if (window.axe) {
		const r = await axe.run();
		seen.passes = r.passes.length;
		seen.violations = r.violations.map((v) => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map((n) => n.html).join(" "));
	}
	const head = document.querySelector("th[data-of=queue_depth_ops], th[data-of=p99_ms]"), body = head.closest("table").tBodies[0];
	for (let i = 0; i < 2; i++) {
		head.querySelector("button").click();
		seen.sorted.push(head.getAttribute("aria-sort") + " " + body.rows[0].cells[head.cellIndex].dataset.value);
	}
	const out = document.createElement("pre");
	out.id = "out";
	out.textContent = JSON.stringify(seen);
	document.body.append(out);
})();
</script></body>`

// A browser has nothing to complain about, asks for nothing but the file, and sorts a
// table by its exact values; axe-core finds no violation, on a light and a dark screen.
func TestABrowserIsContent(t *testing.T) {
	if os.Getenv("OVERLOADTUI_BROWSER") == "" {
		t.Skip("set OVERLOADTUI_BROWSER=1 to look at the pages with chromium")
	}
	browser(t)
	checker, without := axe(t)
	sorted := map[string][2]string{"run": {"ascending 0", "descending 360"}, "sweep": {"ascending 10.0", "descending 49151.0"}}
	for name, page := range pages(t) {
		page = strings.Replace(page, "</body>", "<script>"+checker+"</script>"+inspect, 1)
		for scheme, flag := range map[string]string{"light": "--blink-settings=preferredColorScheme=1", "dark": "--blink-settings=preferredColorScheme=0"} {
			t.Run(name+" "+scheme, func(t *testing.T) {
				t.Parallel() // a browser waits more than it works
				netlog := filepath.Join(t.TempDir(), "net.json")
				dom, complaints := chromium(t, write(t, page), flag, "--log-net-log="+netlog, "--dump-dom")
				if strings.Contains(complaints, "CONSOLE") {
					t.Errorf("the browser's console says\n%s", complaints)
				}
				var got found
				if err := json.Unmarshal([]byte(result(dom)), &got); err != nil {
					t.Fatalf("the script has not come to its end: %v\n%s", err, complaints)
				}
				if got.Dark != (scheme == "dark") || got.Resources != 0 || got.Sorted != sorted[name] {
					t.Errorf("the page is dark %v, has asked for %d things, and sorts %q, want %q", got.Dark, got.Resources, got.Sorted, sorted[name])
				}
				if without == "" && got.Passes < 15 {
					t.Errorf("only %d rules of axe-core hold", got.Passes)
				}
				for _, v := range got.Violations {
					t.Errorf("axe-core: %s", v)
				}
				log, err := os.ReadFile(netlog)
				if err != nil || !strings.Contains(string(log), `"events"`) {
					t.Fatalf("the browser has kept no log of the network: %v", err)
				}
				for _, r := range request.FindAllStringSubmatch(string(log), -1) {
					if !browserOwn(r[1]) {
						t.Errorf("the browser asked for %s", r[1])
					}
				}
			})
		}
	}
	if without != "" {
		t.Skip("all but accessibility holds: " + without)
	}
}

// browserOwn says whether a request is one of the browser for itself.
func browserOwn(url string) bool {
	for _, host := range []string{"google.com", "googleapis.com", "gvt1.com", "gstatic.com"} {
		if strings.Contains(url, host) {
			return true
		}
	}
	return false
}

var preOut = regexp.MustCompile(`(?s)<pre id="out">(.*?)</pre>`)

// result is what a script has written into the page.
func result(dom string) string {
	if m := preOut.FindStringSubmatch(dom); m != nil {
		return html.UnescapeString(m[1])
	}
	return ""
}

// axe is the accessibility checker axe-core: the file that $AXE_CORE names, or else the
// one that npm fetches. Without it the second result says why.
func axe(t *testing.T) (script, without string) {
	t.Helper()
	path := os.Getenv("AXE_CORE")
	if path == "" {
		npm, err := exec.LookPath("npm")
		if err != nil {
			return "", "no npm here to fetch axe-core, and AXE_CORE does not name its axe.min.js"
		}
		dir := t.TempDir()
		cmd := exec.CommandContext(t.Context(), npm, "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", dir, "axe-core@4.14.1")
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Sprintf("npm cannot fetch axe-core: %v\n%s", err, out)
		}
		path = filepath.Join(dir, "node_modules", "axe-core", "axe.min.js")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data), ""
}
