package report

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sample is a report whose medians grow by the given power of the scale.
func sample(scale int, power float64) Report {
	var out strings.Builder
	r := NewRecorder(&out, "structured", scale, map[string]Target{"recent, p99": {2, "design, section 6"}})
	took := time.Duration(math.Pow(float64(scale), power) * 1e5)
	r.Spread("recent", []time.Duration{took, took, took})
	half := .5
	r.Compare("Kuzu", "recent", []time.Duration{time.Second}, &half)
	r.Skip("Chroma", "recent, p50", "skipped: no Python")
	return Report{Suite: "structured", Scale: scale, Command: "go run ./benchmarks", Machine: Machine{CPU: "one", Cores: 2, Go: "go1"}, Figures: r.Figures()}
}

// What is rendered comes from the files alone, and equal files render equally.
func TestRender(t *testing.T) {
	from := t.TempDir()
	for _, scale := range []int{1_000, 100_000, 1_000_000} {
		require.NoError(t, sample(scale, .5).Write(from))
	}
	var before map[string]string
	for range 2 {
		to := filepath.Join(t.TempDir(), "docs")
		require.NoError(t, Render(from, to))
		now := map[string]string{}
		for _, name := range []string{"figures.md", "growth.svg", "peers.svg"} {
			text, err := os.ReadFile(filepath.Join(to, name))
			require.NoError(t, err)
			now[name] = string(text)
		}
		if before != nil {
			require.Equal(t, before, now)
		}
		before = now
	}
	page := before["figures.md"]
	for _, want := range []string{
		"| structured: recent, p50 | 1k to 1m | **0.50** |",
		"| recent, p99 | ms | **3.16** | **31.6** | **100** | ≤ 2 |",
		"| *Kuzu*: recent, p50 | ms | 1,000 (0.500 right) |",
		"| *Chroma*: recent, p50 |  | skipped: no Python |",
		"| structured: recent, p99 | ms | 1m | **100** | ≤ 2 | design, section 6 |", // of the largest scale alone
		"one, 2 cores, not told", "![growth](growth.svg)", "![peers](peers.svg)",
	} {
		require.Contains(t, page, want)
	}
	require.Contains(t, before["growth.svg"], "<svg")
	require.Contains(t, before["peers.svg"], "Kuzu: recent, p50")
}

func TestSlope(t *testing.T) {
	for _, power := range []float64{0, .15, 1} {
		all := Grown([]Report{sample(1_000, power), sample(10_000, power), sample(1_000_000, power)})
		require.Len(t, all, 1)
		slope, known := all[0].Slope()
		require.True(t, known)
		require.InDelta(t, power, slope, .01)
	}
	for _, s := range []Series{{Scales: []int{1}, Values: []float64{1}}, {Scales: []int{1, 2}, Values: []float64{0, 1}}, {Scales: []int{2, 2}, Values: []float64{1, 1}}} {
		_, known := s.Slope()
		require.False(t, known)
	}
}

func TestMet(t *testing.T) {
	for _, tt := range []struct {
		f   Figure
		met bool
	}{
		{Figure{Value: 5, Unit: "ms"}, true},
		{Figure{Value: 5, Unit: "ms", Target: 5}, true},
		{Figure{Value: 6, Unit: "ms", Target: 5}, false},
		{Figure{Value: 6, Unit: "records/s", Target: 5}, true},
		{Figure{Value: 4, Unit: "records/s", Target: 5}, false},
		{Figure{Value: 3, Unit: "times", Target: 2.5}, true},
		{Figure{Unit: "ms", Target: 5, Note: "skipped"}, false},
	} {
		require.Equal(t, tt.met, tt.f.Met(), "%+v", tt.f)
	}
}

// A peer is ahead by a shorter time or a higher rate of the same suite, name and
// scale, and by nothing that has no value.
func TestBeaten(t *testing.T) {
	figure := func(suite, peer, unit string, value float64) Figure {
		return Figure{Suite: suite, Scale: 20, Name: "x", Peer: peer, Unit: unit, Value: value}
	}
	reports := []Report{
		{Suite: "a", Scale: 10, Figures: []Figure{figure("a", "", "ms", 9), figure("a", "old", "ms", 1)}},
		{Suite: "a", Scale: 20, Figures: []Figure{
			figure("a", "", "ms", 2), figure("a", "quick", "ms", 1), figure("a", "slow", "ms", 3),
			{Suite: "a", Name: "x", Peer: "stopped", Note: "did not finish"},
		}},
		{Suite: "b", Scale: 20, Figures: []Figure{figure("b", "", "/s", 2), figure("b", "quick", "/s", 3), figure("b", "slow", "/s", 1)}},
	}
	losses := Beaten(reports)
	require.Len(t, losses, 2)
	for i, l := range losses {
		require.Equal(t, "quick", l.Theirs.Peer)
		require.Equal(t, reports[i+1].Suite, l.Own.Suite)
	}
	var page strings.Builder
	Markdown(&page, reports, nil)
	require.Contains(t, page.String(), "| a: x | ms | 20 | 2 | 1 | quick |")
	page.Reset()
	Markdown(&page, nil, nil)
	require.Contains(t, page.String(), "No target is missed")
}

// The percentiles are those of the durations, whatever their order.
func TestQuantile(t *testing.T) {
	var took []time.Duration
	for i := 100; i > 0; i-- {
		took = append(took, time.Duration(i))
	}
	require.Equal(t, time.Duration(51), Quantile(took, 50))
	require.Equal(t, time.Duration(100), Quantile(took, 99))
	require.Equal(t, time.Duration(100), took[0], "left as they were")
	require.Equal(t, time.Duration(7), Quantile([]time.Duration{7}, 99))
}

func TestRound(t *testing.T) {
	for v, want := range map[float64]string{0: "0", .01234: "0.0123", 12.34: "12.3", 999.4: "999", 1234: "1,234", 1234567: "1,234,567"} {
		require.Equal(t, want, Round(v))
	}
	for n, want := range map[int]string{300: "300", 1_000: "1k", 1_500: "1500", 2_000_000: "2m"} {
		require.Equal(t, want, Scale(n))
	}
}

func TestReadRefuses(t *testing.T) {
	dir := t.TempDir()
	require.ErrorContains(t, Render(dir, dir), "no figures")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.json"), []byte("{}"), 0o600))
	_, err := Read(dir)
	require.ErrorContains(t, err, "not a report of a suite")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.json"), []byte("{"), 0o600))
	require.ErrorContains(t, Render(dir, dir), "x.json")
}

func TestThisMachine(t *testing.T) {
	m := ThisMachine()
	require.Positive(t, m.Cores)
	require.NotEmpty(t, m.Go)
	require.Empty(t, line("/no/such/file", "x"))
}

func TestSizeOf(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "one"), make([]byte, 7), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a", "b", "two"), make([]byte, 5), 0o600))
	size, err := SizeOf(dir)
	require.NoError(t, err)
	require.Equal(t, int64(12), size)
	_, err = SizeOf(filepath.Join(dir, "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
}
