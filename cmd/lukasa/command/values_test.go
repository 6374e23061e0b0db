package command

import (
	"errors"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

func usageOf(t *testing.T, err error) {
	t.Helper()
	var usage usageError
	require.True(t, errors.As(err, &usage), "%v", err)
}

// Of several numbers that are wrong the first is named.
func TestGiven(t *testing.T) {
	t.Parallel()
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, name := range []string{"k", "limit", "hops"} {
		flags.Int(name, 0, "")
	}
	require.NoError(t, given(flags, "k", "limit", "hops"), "none was given")
	require.NoError(t, flags.Parse([]string{"--hops", "0", "--limit", "-1", "--k", "1"}))
	err := given(flags, "k", "limit", "hops")
	usageOf(t, err)
	require.ErrorContains(t, err, "--limit: -1")
}

func TestInterval(t *testing.T) {
	t.Parallel()
	require.Equal(t, "P1M2DT1000000S", interval(lukasa.Interval{Months: 1, Days: 2, Micros: 1e12}))
	require.Equal(t, "P0M0DT-0.000001S", interval(lukasa.Interval{Micros: -1}))
}

func TestParseWhen(t *testing.T) {
	t.Parallel()
	now := time.Date(2025, 11, 27, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"2025-11-03T09:00:00Z":          time.Date(2025, 11, 3, 9, 0, 0, 0, time.UTC),
		"2025-11-03T09:00:00.123+02:00": time.Date(2025, 11, 3, 7, 0, 0, 123e6, time.UTC),
		"2025-11-03 09:00":              time.Date(2025, 11, 3, 9, 0, 0, 0, time.UTC),
		"2025-11-03":                    time.Date(2025, 11, 3, 0, 0, 0, 0, time.UTC),
		"30d":                           now.AddDate(0, 0, -30),
		"2w":                            now.AddDate(0, 0, -14),
		"90m":                           now.Add(-90 * time.Minute),
		"0s":                            now,
	} {
		got, err := parseWhen("since", text, now)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "yesterday", "-1d", "-5m", "1e9d", "2025-13-01", "d", "999999999999w", "20000w", "100001d"} {
		_, err := parseWhen("since", text, now)
		usageOf(t, err)
		require.ErrorContains(t, err, "--since")
	}
}

func TestParseID(t *testing.T) {
	t.Parallel()
	id, err := parseID("01900000-0000-7000-8000-000000000001")
	require.NoError(t, err)
	require.Equal(t, "01900000-0000-7000-8000-000000000001", id.String())
	for _, text := range []string{"", "x", "01900000000070008000000000000001", "{01900000-0000-7000-8000-000000000001}", "01900000-0000-7000-8000-00000000000g"} {
		_, err := parseID(text)
		usageOf(t, err)
	}
	_, err = parseIDs([]string{id.String(), "x"})
	usageOf(t, err)
}

func TestParseReferences(t *testing.T) {
	t.Parallel()
	mention, err := parseMention("person:ana=Ana = the boss")
	require.NoError(t, err)
	require.Equal(t, lukasa.Mention{Entity: "person:ana", Text: "Ana = the boss"}, mention)
	link, err := parseLink("person:ana works_for org:acme inc")
	require.NoError(t, err)
	require.Equal(t, lukasa.Link{From: "person:ana", Type: "works_for", To: "org:acme inc"}, link)
	for _, text := range []string{"", "a", "a b", "person:ana works_for", "x works_for org:acme", "person:ana works_for x"} {
		_, err := parseLink(text)
		usageOf(t, err)
	}
	m, err := parseMetadata(`{"n": 12345678901234567890}`)
	require.NoError(t, err)
	require.Len(t, m, 1)
	for _, text := range []string{"[]", "x", `{"a":}`} {
		_, err = parseMetadata(text)
		usageOf(t, err)
		require.NotContains(t, err.Error(), "Go value", "no word of Go")
	}
}

func TestSize(t *testing.T) {
	t.Parallel()
	for bytes, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1.0 kB", 1_800_000_000: "1.8 GB", 1 << 62: "4611.7 PB"} {
		require.Equal(t, want, size(bytes))
	}
}

func TestQuoted(t *testing.T) {
	t.Parallel()
	require.Equal(t, `find '' "it's" 'it'\''s "so"' 'a b' --x=1`, quoted([]string{"find", "", "it's", `it's "so"`, "a b", "--x=1"}))
}

func TestDelay(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[int64]string{0: "", 5: "5s", 60: "1m", 90: "1m30s", 3600: "1h", 5700: "1h35m", 3605: "1h0m5s", 600: "10m", 36000: "10h"} {
		require.Equal(t, want, delay(seconds))
	}
}
