package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Render writes what readers see of the reports in from into the directory to,
// which it makes: figures.md, and the plots that it shows, each only where there
// is something to plot. Equal reports give equal files.
func Render(from, to string) error {
	reports, err := Read(from)
	if err != nil {
		return err
	}
	if len(reports) == 0 {
		return fmt.Errorf("report: no figures in %s", from)
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	plots, err := plots(to, reports)
	if err != nil {
		return err
	}
	var page strings.Builder
	Markdown(&page, reports, plots)
	return os.WriteFile(filepath.Join(to, "figures.md"), []byte(page.String()), 0o644)
}

// Markdown writes the tables of reports, sorted as Read returns them, and shows
// the plots named. Errors of w are its owner's to see.
func Markdown(w io.Writer, reports []Report, plots []string) {
	fmt.Fprint(w, "# Figures as they were taken\n\nMade by `go run ./benchmarks -render` from the raw figures. A value in bold misses its target.\n\n")
	machines(w, reports)
	losses(w, reports)
	growth(w, Grown(reports))
	for _, plot := range plots {
		fmt.Fprintf(w, "![%s](%s)\n\n", strings.TrimSuffix(plot, ".svg"), plot)
	}
	for at := 0; at < len(reports); {
		end := at + 1
		for end < len(reports) && reports[end].Suite == reports[at].Suite {
			end++
		}
		suite(w, reports[at:end])
		at = end
	}
}

// machines names each machine once, with the commands that ran on it.
func machines(w io.Writer, reports []Report) {
	var seen []Machine
	for _, r := range reports {
		if slices.Contains(seen, r.Machine) {
			continue
		}
		seen = append(seen, r.Machine)
		m := r.Machine
		fmt.Fprintf(w, "%s, %d cores, %s, kernel %s, %s %s", known(m.CPU), m.Cores, known(m.Memory), known(m.Kernel), m.Go, m.System)
		if m.Commit != "" {
			fmt.Fprintf(w, ", commit %.12s", m.Commit)
		}
		fmt.Fprint(w, ":\n\n```\n")
		var commands []string
		for _, other := range reports {
			if other.Machine == m && !slices.Contains(commands, other.Command) {
				commands = append(commands, other.Command)
			}
		}
		fmt.Fprintf(w, "%s\n```\n\n", strings.Join(commands, "\n"))
	}
}

func known(s string) string {
	if s == "" {
		return "not told"
	}
	return s
}

func growth(w io.Writer, all []Series) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(w, "## Growth\n\nThe exponent of the median over the number of records; %g is the target.\n\n| | scales | exponent |\n|---|---|---|\n", Flat)
	for _, s := range all {
		slope, _ := s.Slope()
		text := fmt.Sprintf("%.2f", slope)
		if slope > Flat {
			text = "**" + text + "**"
		}
		fmt.Fprintf(w, "| %s: %s | %s to %s | %s |\n", s.Suite, s.Name, Scale(s.Scales[0]), Scale(s.Scales[len(s.Scales)-1]), text)
	}
	fmt.Fprintln(w)
}

// suite writes one suite's table: a row for each figure, a column for each scale.
func suite(w io.Writer, reports []Report) {
	fmt.Fprintf(w, "## %s\n\n| | unit |", reports[0].Suite)
	for _, r := range reports {
		fmt.Fprintf(w, " %s |", Scale(r.Scale))
	}
	fmt.Fprintf(w, " target |\n|---|---|%s---|\n", strings.Repeat("---:|", len(reports)))
	type row struct{ name, peer string }
	var rows []row
	for _, r := range reports {
		for _, f := range r.Figures {
			if !slices.Contains(rows, row{f.Name, f.Peer}) {
				rows = append(rows, row{f.Name, f.Peer})
			}
		}
	}
	// A peer's figure stands right after Lukasa's of the same name.
	order := func(name string) int { return slices.IndexFunc(rows, func(r row) bool { return r.name == name }) }
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b row) int { return order(a.name) - order(b.name) })
	for _, at := range sorted {
		var cells []string
		var unit, target string
		for _, r := range reports {
			i := slices.IndexFunc(r.Figures, func(f Figure) bool { return f.Name == at.name && f.Peer == at.peer })
			if i < 0 {
				cells = append(cells, "")
				continue
			}
			f := r.Figures[i]
			cells = append(cells, cell(f))
			if f.Unit != "" {
				unit = f.Unit
			}
			if f.Target != 0 {
				target = limit(f)
			}
		}
		name := at.name
		if at.peer != "" {
			name = "*" + at.peer + "*: " + name
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", name, unit, strings.Join(cells, " | "), target)
	}
	fmt.Fprintln(w)
}

// limit is a target with its direction.
func limit(f Figure) string {
	target := strconv.FormatFloat(f.Target, 'g', -1, 64)
	if f.Rising() {
		return "≥ " + target
	}
	return "≤ " + target
}

func cell(f Figure) string {
	if f.Note != "" {
		return strings.ReplaceAll(f.Note, "|", "/")
	}
	text := Round(f.Value)
	if !f.Met() {
		text = "**" + text + "**"
	}
	if f.Right != nil {
		text += fmt.Sprintf(" (%.3f right)", *f.Right)
	}
	return text
}

// Round shows a value with three digits that count, thousands apart.
func Round(v float64) string {
	if v < 1000 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	digits := strconv.FormatFloat(v, 'f', 0, 64)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// Scale shows a number of records as the command line takes it: 1m, 10k, 300.
func Scale(n int) string {
	switch {
	case n >= 1_000_000 && n%1_000_000 == 0:
		return strconv.Itoa(n/1_000_000) + "m"
	case n >= 1_000 && n%1_000 == 0:
		return strconv.Itoa(n/1_000) + "k"
	}
	return strconv.Itoa(n)
}
