package workspace_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/workspace"
)

// TestPeriodWithoutYear reads a day or a range without a year as the last one, or as one of the
// months ahead, as a log tells of both; what counts from the log's day is left alone (003-11).
func TestPeriodWithoutYear(t *testing.T) {
	files := map[string]string{}
	want := map[string]string{}
	for day, periods := range map[string]map[string]string{
		"2025-11-27": {
			"Nov 27–Dec 1": "2025-11-27/2025-12-01", "from Nov 20 to Dec 1": "2025-11-20/2025-12-01", "27 Nov - 3 Dec": "2025-11-27/2025-12-03",
			"Dec 28 – Jan 3": "2025-12-28/2026-01-03", "Jan 4": "2026-01-04", "Nov 26": "2025-11-26", "May 5": "2025-05-05", "27 tháng 12": "2025-12-27",
			"5 May last year": "2024-05-05", "20 Dec this year": "2025-12-20", "3 days ago": "2025-11-24", "2020–2021": "2020-01-01/2021-12-31",
			"Dec 2, 2024": "2024-12-02", "2025-12": "2025-12-01/2025-12-31",
		},
		"2024-02-20": {"Feb 29": "2024-02-29", "Dec 30": "2023-12-30"},
	} {
		text := "## Retain\n"
		for period, at := range periods {
			line := "Was there (" + period + ") by day of " + day
			text += "- W @Ana: " + line + "\n"
			want[line] = at
		}
		files["memory/"+day+".md"] = text
	}
	d := newDesk(t, files)
	d.sync()
	for line, at := range want {
		e := d.find(line)
		from, to, _ := strings.Cut(at, "/")
		if to == "" {
			to = from
		}
		require.Equal(t, from, e.Time.Format(time.DateOnly), line)
		require.Equal(t, to, e.TimeEnd.Add(-time.Second).Format(time.DateOnly), line)
	}
}

// TestLengthIsNoPeriod takes how long something took, or how far it is, for no time at which it was
// so: in a question "2h" counts back from now, and in a log from nowhere (003-11).
func TestLengthIsNoPeriod(t *testing.T) {
	text := "## Retain\n"
	for _, length := range []string{"2h", "3m", "90min", "30d", "1h30m", "2h-3h", "~ 40m", "6mo", "1y"} {
		text += "- W @Ana: The shelf is of this (" + length + ").\n"
	}
	d := newDesk(t, map[string]string{"memory/2025-11-27.md": text})
	d.sync()
	for _, e := range d.records() {
		require.Equal(t, "2025-11-27", e.Time.Format(time.DateOnly), e.Content)
		require.True(t, e.TimeEnd.IsZero() && e.ValidTo.IsZero(), e.Content)
	}
}

// TestPeriodThatGoesOn reads a stretch without an end as what began then and is so still (003-11).
func TestPeriodThatGoesOn(t *testing.T) {
	want := map[string]string{
		"2019-": "2019-01-01", "2019 \u2013": "2019-01-01", "May 2024 \u2013 now": "2024-05-01", "Nov 20\u2014Present": "2025-11-20",
	}
	text := "## Retain\n- W @Ana: Was there (-).\n- W @Ana: Was there (2h-).\n"
	for period := range want {
		text += "- W @Ana: Lives there (" + period + ").\n"
	}
	d := newDesk(t, map[string]string{"memory/2025-11-27.md": text})
	d.sync()
	for period, began := range want {
		e := d.find("(" + period + ")")
		require.Equal(t, began, e.Time.Format(time.DateOnly), period)
		require.Equal(t, e.Time, e.ValidFrom, period)
		require.True(t, e.TimeEnd.IsZero() && e.ValidTo.IsZero(), period)
	}
	for _, none := range []string{"(-)", "(2h-)"} {
		require.Equal(t, "2025-11-27", d.find(none).Time.Format(time.DateOnly))
	}
	found, err := d.Recall(ctx, workspace.Query{Text: "where does Ana live?", TrueAt: today, Floor: new(float64)})
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(found.Facts), len(want))
}

// TestFadesSinceToldLast fades what a log tells of long ago from the day of that log, and what several
// tell from the last of them, whatever is said in between: the confidence that a prompt gives with
// it is that of something known then (003-11, 003-15). A store made anew says the same.
func TestFadesSinceToldLast(t *testing.T) {
	d := newDesk(t, map[string]string{
		"bank/world.md":        "---\ndate: 2025-11-20\n---\n- @Bo: Built the shed (2019).\n",
		"memory/2024-12-01.md": "## Retain\n- W @Ana: Lives in a boat.\n- O(c=0.8) @Ana: Boats are damp.\n",
		"memory/2025-12-01.md": "## Retain\n- W @Peter: Was born in Hanoi (1984).\n- W @Peter: Flies home (Dec 24).\n",
		"memory/2025-12-02.md": "## Retain\n- W @Ana: Lives in a boat.\n- O(c=0.8) @Ana: Boats are damp.\n",
	})
	holds := func(days map[string]string) {
		t.Helper()
		d.sync()
		for said, day := range days {
			e := d.find(said)
			require.Equal(t, day, e.Confirmed().Format(time.DateOnly), said)
		}
		followed := asJSON(t, d.records())
		d.reopen(true)
		d.sync()
		require.Equal(t, followed, asJSON(t, d.records()))
	}
	holds(map[string]string{
		"shed": "2025-11-20", "born": "2025-12-01", "Flies": "2025-12-24", "Lives": "2025-12-02", "damp": "2025-12-02",
	})
	found, err := d.Recall(ctx, workspace.Query{Text: "where was Peter born?", K: 1})
	require.NoError(t, err)
	text, err := found.Bundle(0)
	require.NoError(t, err)
	require.Contains(t, text, "confidence 0.68")

	d.write("memory/2025-12-02.md", "Rain.\n")
	d.write("bank/world.md", "---\ndate: 2025-11-22\n---\n- @Bo: Built the shed (2019).\n")
	holds(map[string]string{"shed": "2025-11-22", "Lives": "2024-12-01", "damp": "2024-12-01"})
}
