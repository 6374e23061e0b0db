package names

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var rewrite = flag.Bool("rewrite", false, "rewrite golden files")

// labelled is a pair of names that a person has judged.
type labelled struct {
	split, category string
	same            bool
	a, b            *Form
}

func (p labelled) like() Likeness { return Compare(p.a, p.b) }

// readPairs reads the pairs that the first rules were made with, and those of
// others, who judged names of all walks of life and knew no rule.
func readPairs(t *testing.T) []labelled {
	t.Helper()
	list := readTable(t, "testdata/pairs.tsv", func(c []string) labelled {
		return labelled{split: c[0], same: c[1] == "same", category: c[2], a: Parse(c[4], c[3]), b: Parse(c[6], c[5])}
	})
	return append(list, readTable(t, "testdata/others.tsv", func(c []string) labelled {
		return labelled{split: others + c[0], same: c[1] == "same", category: others + c[2], a: Parse(c[3], c[2]), b: Parse(c[5], c[4])}
	})...)
}

const others = "others "

func readTable(t *testing.T, file string, read func(columns []string) labelled) (list []labelled) {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if !strings.HasPrefix(s.Text(), "#") {
			list = append(list, read(strings.Split(s.Text(), "\t")))
		}
	}
	return list
}

// figure is how well a threshold does.
type figure struct{ hit, wrong, missed int }

func (f *figure) add(p labelled, said bool) {
	switch {
	case said && p.same:
		f.hit++
	case said:
		f.wrong++
	case p.same:
		f.missed++
	}
}

func (f figure) precision() float64 { return ratio(f.hit, f.hit+f.wrong) }
func (f figure) recall() float64    { return ratio(f.hit, f.hit+f.missed) }

func ratio(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

func measure(pairs []labelled, split string, threshold float64) (f figure) {
	for _, p := range pairs {
		if p.split == split {
			f.add(p, p.like().Score >= threshold)
		}
	}
	return f
}

// TestCurve holds the curve over thresholds to its golden file and to the
// demands of 900-02: precision of .97 at a recall of .85, on the pairs that the
// rules were tuned on and on those that were held out.
func TestCurve(t *testing.T) {
	pairs := readPairs(t)
	require.GreaterOrEqual(t, len(pairs), 400)
	got := curve(pairs)
	if *rewrite {
		require.NoError(t, os.WriteFile("testdata/curve.golden", []byte(got), 0o600))
	}
	want, err := os.ReadFile("testdata/curve.golden")
	require.NoError(t, err)
	require.Equal(t, string(want), got)
	page, err := os.ReadFile("../../docs/resolution.md")
	require.NoError(t, err)
	require.Contains(t, string(page), got, "docs/resolution.md shows the curve")
	for _, split := range []string{"dev", "held"} {
		best := 0.0
		for step := 40; step <= 99; step++ {
			if f := measure(pairs, split, float64(step)/100); f.precision() >= .97 {
				best = max(best, f.recall())
			}
		}
		require.GreaterOrEqual(t, best, .85, "recall of %s at a precision of .97", split)
		require.GreaterOrEqual(t, measure(pairs, split, .85).precision(), .97, split)
	}
	for _, d := range demands {
		f := measure(pairs, d.split, d.threshold)
		require.GreaterOrEqual(t, f.precision(), d.precision, "precision of %s at %v", d.split, d.threshold)
		require.GreaterOrEqual(t, f.recall(), d.recall, "recall of %s at %v", d.split, d.threshold)
	}
}

// demands are a little below what was measured, so that it only rises.
var demands = []struct {
	split                        string
	threshold, precision, recall float64
}{
	{"others seen", .6, .98, .96},
	{"others seen", .85, .99, .9},
	{"others held", .6, .99, .82},
	{"others held", .85, .99, .75},
}

// splits are those that there are pairs of, in order.
func splits(pairs []labelled) (list []string) {
	for _, p := range pairs {
		if !slices.Contains(list, p.split) {
			list = append(list, p.split)
		}
	}
	sort.Strings(list)
	return list
}

func curve(pairs []labelled) string {
	var b strings.Builder
	for _, split := range splits(pairs) {
		fmt.Fprintf(&b, "%s\nthreshold precision recall\n", split)
		for step := 40; step <= 95; step += 5 {
			f := measure(pairs, split, float64(step)/100)
			fmt.Fprintf(&b, "%.2f      %.3f     %.3f\n", float64(step)/100, f.precision(), f.recall())
		}
		b.WriteByte('\n')
	}
	b.WriteString("category at .60 (all splits): right of all\n")
	right, all := map[string]int{}, map[string]int{}
	for _, p := range pairs {
		name := p.category + ", different"
		if p.same {
			name = p.category + ", same"
		}
		all[name]++
		if p.same == (p.like().Score >= .6) {
			right[name]++
		}
	}
	var keys []string
	for k := range all {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		fmt.Fprintf(&b, "%-30s %d of %d\n", k, right[k], all[k])
	}
	return b.String()
}

// TestDevErrors lists, with -v, the pairs for development that are judged wrong.
func TestDevErrors(t *testing.T) {
	if !testing.Verbose() {
		t.Skip("lists errors for reading")
	}
	for _, p := range readPairs(t) {
		l := p.like()
		if (p.split == "dev" || p.split == "others seen") && p.same != (l.Score >= .75) {
			t.Logf("%v %s: %q %q = %.2f %s %v", p.same, p.category, p.a.Text, p.b.Text, l.Score, l.Veto, l.Parts)
		}
	}
}
