package markdown

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// outside returns what is not inside a region of a name that is Lukasa's.
func outside(src []byte, name string) string {
	var b strings.Builder
	at := 0
	for _, r := range Parse(src, Options{}).Regions {
		if r.Name == name && !r.Edited {
			b.Write(src[at:r.Start])
			at = r.End
		}
	}
	b.Write(src[at:])
	return b.String()
}

func TestSet(t *testing.T) {
	first, err := Set([]byte("# Ana\n\nMine.\n"), "facts", "- one\n")
	require.NoError(t, err)
	require.Equal(t, "# Ana\n\nMine.\n\n<!-- lukasa:begin facts 17ff0b88090c5c02 -->\n- one\n<!-- lukasa:end facts -->\n", string(first))
	same, err := Set(first, "facts", "- one\n")
	require.NoError(t, err)
	require.Equal(t, string(first), string(same))

	below := append(bytes.Clone(first), "\nBelow.\n"...)
	second, err := Set(below, "facts", "- two\n- three\n")
	require.NoError(t, err)
	require.Equal(t, "# Ana\n\nMine.\n\n\nBelow.\n", outside(second, "facts"))
	require.Contains(t, string(second), "- two\n- three\n<!-- lukasa:end")

	empty, err := Set(second, "facts", "")
	require.NoError(t, err)
	require.Equal(t, outside(second, "facts"), outside(empty, "facts"))
	none, err := Set([]byte("x"), "facts", "")
	require.NoError(t, err)
	require.Equal(t, "x", string(none))
}

// TestSetOnMixedLines takes a region as it is whose lines end otherwise than the page's first.
func TestSetOnMixedLines(t *testing.T) {
	src, err := Set([]byte("Top\n"), "facts", "- one\n")
	require.NoError(t, err)
	mixed := bytes.Replace(src, []byte("Top\n"), []byte("Top\r\n"), 1)
	same, err := Set(mixed, "facts", "- one\n")
	require.NoError(t, err)
	require.Equal(t, string(mixed), string(same))
}

// TestSetKeepsEdits gives a person what the person has edited (003-03).
func TestSetKeepsEdits(t *testing.T) {
	src, err := Set([]byte("Top\r\n"), "facts", "- one\n- two\n")
	require.NoError(t, err)
	require.Equal(t, 0, strings.Count(strings.ReplaceAll(string(src), "\r\n", ""), "\n"), "the page's line ends")
	edited := []byte(strings.Replace(string(src), "- two", "- two, says Ana", 1))
	got, err := Set(edited, "facts", "- one\n- three\n")
	require.NoError(t, err)
	require.Equal(t, "Top\r\n\r\n- one\r\n- two, says Ana\r\n\r\n", outside(got, "facts"))
	require.Contains(t, string(got), "- three")
	again, err := Set(got, "facts", "- one\n- three\n")
	require.NoError(t, err)
	require.Equal(t, string(got), string(again))
}

// TestSetBesideBrokenMarkers writes a region although a person has taken a marker of the
// one before it away, or doubled it. What it held is the person's.
func TestSetBesideBrokenMarkers(t *testing.T) {
	src, err := Set([]byte("# Ana\n"), "facts", "- one\n")
	require.NoError(t, err)
	begin, end := "<!-- lukasa:begin facts 17ff0b88090c5c02 -->\n", "<!-- lukasa:end facts -->\n"
	require.Contains(t, string(src), begin)
	tests := []struct{ name, from, to string }{
		{"no end", end, ""},
		{"no begin", begin, ""},
		{"end on the line of a bullet", "one\n<!--", "one <!--"},
		{"begin twice", begin, begin + begin},
		{"begin in conflict", begin, "<<<<<<< HEAD\n" + begin + "=======\n<!-- lukasa:begin facts 0123456789abcdef -->\n>>>>>>> other\n"},
	}
	for _, tt := range tests {
		broken := strings.Replace(string(src), tt.from, tt.to, 1)
		got, err := Set([]byte(broken), "facts", "- two\n")
		require.NoError(t, err, tt.name)
		body, ok := Body(got, "facts")
		require.True(t, ok, tt.name)
		require.Equal(t, "- two\n", body, tt.name)
		require.NotEmpty(t, Parse([]byte(broken), Options{}).Problems, tt.name)
		again, err := Set(got, "facts", "- two\n")
		require.NoError(t, err, tt.name)
		require.Equal(t, string(got), string(again), tt.name)
	}
}

// TestSetKnowsItsRegionByAnyLineEnds takes a region for its own although the ends of all lines
// were converted, as git does on some systems.
func TestSetKnowsItsRegionByAnyLineEnds(t *testing.T) {
	src, err := Set([]byte("Top\n"), "facts", "- one\n- two\n")
	require.NoError(t, err)
	crlf := strings.ReplaceAll(string(src), "\n", "\r\n")
	same, err := Set([]byte(crlf), "facts", "- one\n- two\n")
	require.NoError(t, err)
	require.Equal(t, crlf, string(same))
	back, err := Set([]byte(strings.ReplaceAll(crlf, "\r\n", "\n")), "facts", "- one\n- two\n")
	require.NoError(t, err)
	require.Equal(t, string(src), string(back))
}

// TestSplicesAreRefused refuses to write where it would be read as code, or into a text of two bytes a
// letter, and names the line that begins this.
func TestSplicesAreRefused(t *testing.T) {
	for src, line := range map[string]string{
		"```\ncode without end\n": "line 1", "<!-- comment without end\n": "line 1", "---\ndate: 2025-11-27\n---\n# Day\n\n~~~sh\n\n\nls": "line 6",
		"- item\n  ```\n  code\n\n```\nmore\n": "line 5", "\xff\xfe#\x00 \x00A\x00\n\x00": "line 1",
	} {
		_, err := Set([]byte(src), "facts", "- one\n")
		require.ErrorIs(t, err, ErrSplice, src)
		require.ErrorContains(t, err, line, src)
		_, err = Append([]byte(src), []string{"- W @a: b"})
		require.ErrorIs(t, err, ErrSplice, src)
		require.ErrorContains(t, err, line, src)
		_, err = Extend([]byte(src), []string{"- W @a: b"})
		require.ErrorContains(t, err, line, src)
	}
}

func TestAppend(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"empty", "", "## Retain\n- W @a: new\n"},
		{"no section", "# Day\n\nText", "# Day\n\nText\n\n## Retain\n- W @a: new\n"},
		{"at the end", "## Retain\n- W @b: old", "## Retain\n- W @b: old\n- W @a: new\n"},
		{"before others", "## Retain\n- W @b: old\n\n## After\n\nText\n", "## Retain\n- W @b: old\n- W @a: new\n\n## After\n\nText\n"},
		{"CRLF", "## Retain\r\n- W @b: old\r\n", "## Retain\r\n- W @b: old\r\n- W @a: new\r\n"},
		{"after nesting", "## Retain\n- W @b: old\n  - nested\n", "## Retain\n- W @b: old\n  - nested\n- W @a: new\n"},
		{"heading in code", "```\n## Retain\n```\n", "```\n## Retain\n```\n\n## Retain\n- W @a: new\n"},
		{"section ends in open code", "## Retain\n- W @b: x\n\n    code\n", "## Retain\n- W @b: x\n\n    code\n- W @a: new\n"},
	}
	for _, tt := range tests {
		got, err := Append([]byte(tt.src), []string{"- W @a: new"})
		require.NoError(t, err, tt.name)
		require.Equal(t, tt.want, string(got), tt.name)
	}
}

// TestAppendLeavesRegions puts bullets into the person's section and not into ours.
func TestAppendLeavesRegions(t *testing.T) {
	src, err := Set([]byte("Told.\n"), "retain", "## Retain\n\n- B @x: inferred\n")
	require.NoError(t, err)
	got, err := Append(src, []string{"- W @a: new"})
	require.NoError(t, err)
	require.Equal(t, string(src)+"\n## Retain\n- W @a: new\n", string(got))
	got, err = Append(got, []string{"- W @a: newer"})
	require.NoError(t, err)
	require.Equal(t, string(src)+"\n## Retain\n- W @a: new\n- W @a: newer\n", string(got))
}

// TestAppendBesideConflicts puts bullets into no side of a conflict, which may be thrown away: they
// go behind it, or into a section of their own (003-03).
func TestAppendBesideConflicts(t *testing.T) {
	const added = "- W @a: new\n"
	ours, theirs, last := "<<<<<<< HEAD\n## Retain\n- W @b: ours\n", "=======\n## Retain\n- W @b: theirs\n", ">>>>>>> other\n"
	for src, want := range map[string]string{
		ours + theirs + last:                              ours + theirs + last + added,
		ours + theirs + "## After\n" + last:               ours + theirs + "## After\n" + last + "\n## Retain\n" + added,
		ours + "## After\n=======\n" + last + "\n# End\n": ours + "## After\n=======\n" + last + "\n# End\n\n## Retain\n" + added,
	} {
		got, err := Append([]byte(src), []string{strings.TrimSpace(added)})
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}

func TestRejoin(t *testing.T) {
	require.Equal(t, "a\nb\n", string(Rejoin([]byte("a\nb\n"), []byte("a\n"), []byte("a\nb\n"))))
	got := string(Rejoin([]byte("a\nc\n"), []byte("a\n"), []byte("a\nb\n")))
	require.Equal(t, "a\nc\n\n## Conflict: lines from another writer\n\nb\n", got)
}

// TestSplicesChangeNothingElse is the round trip of pages and splices (003-03):
// whatever is written, and however often, every byte outside stays.
func TestSplicesChangeNothingElse(t *testing.T) {
	var seeds []string
	pages, err := filepath.Glob("testdata/parse/*.md")
	require.NoError(t, err)
	for _, name := range pages {
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		seeds = append(seeds, string(src))
	}
	line := rapid.SampledFrom([]string{
		"", "# A", "## Retain", "- W @a: b", "- list", "  - nested", "text", "> quote", "```", "    code", "<!-- x -->", "<div>", "\ttab", "***", "1. n",
	})
	rapid.Check(t, func(t *rapid.T) {
		src := []byte(strings.Join(rapid.SliceOf(line).Draw(t, "lines"), "\n"))
		if rapid.Bool().Draw(t, "seed") {
			src = []byte(rapid.SampledFrom(seeds).Draw(t, "page"))
		}
		body := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"- a\n", "- b\n", "## Retain\n", "\n"}), 1, 4).Draw(t, "body"), "")
		first, err := Set(src, "made", body)
		if errors.Is(err, ErrSplice) {
			return
		}
		require.NoError(t, err)
		require.Equal(t, string(src), strings.TrimRight(outside(first, "made"), "\r\n")+ends(src))
		second, err := Set(first, "made", body)
		require.NoError(t, err)
		require.Equal(t, string(first), string(second), "twice changes nothing")
		third, err := Set(first, "made", body+"- more\n")
		require.NoError(t, err)
		require.Equal(t, outside(first, "made"), outside(third, "made"))

		grown, err := Append(src, []string{"- W @new: bullet"})
		if errors.Is(err, ErrSplice) {
			return
		}
		require.NoError(t, err)
		removed := strings.NewReplacer("- W @new: bullet\r\n", "", "- W @new: bullet\n", "").Replace(string(grown))
		require.True(t, strings.HasPrefix(strings.TrimRight(removed, "\r\n"), strings.TrimRight(string(src), "\r\n")), "%q", removed)
	})
}

// ends returns the line ends at the end of a page.
func ends(src []byte) string { return string(src[len(bytes.TrimRight(src, "\r\n")):]) }

// TestStrike takes out list items, with a sign or a number, in a quote too, and nothing else.
func TestStrike(t *testing.T) {
	src := []byte("Goes.\n\n## Retain\n- W: Goes.\n  More.\n- W: Stays.\n\n1. W: Goes.\n2) W: Goes.\n\n> - W: Goes.\n> - W: Stays.\n\n> Goes.\n\n-\n  W: Goes.\n")
	got := Strike(src, Options{}, func(b *Block) bool { return strings.HasPrefix(b.Text, "Goes.") })
	require.Equal(t, "Goes.\n\n## Retain\n- W: Stays.\n\n\n> - W: Stays.\n\n> Goes.\n\n-\n  W: Goes.\n", string(got))
}

// TestStrikeTakesItemsWhole takes out what else stands in an item, and leaves all others as they are read.
func TestStrikeTakesItemsWhole(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"code":               {"- W: Goes:\n  ```sh\n  secret\n\n  ```\n\n- W: Stays.\n", "\n- W: Stays.\n"},
		"code without end":   {"- W: Goes:\n  ```\n  secret\n- W: Stays.\n", "- W: Stays.\n"},
		"indented code":      {"1. W: Goes:\n\n       secret\n\nText.\n", "\nText.\n"},
		"by a tab":           {"-\tW: Goes:\n\n\t```\n\tsecret\n\t```\n", ""},
		"begun with a quote": {"- > W: Goes:\n  > ```\n  > secret\n  > ```\n\nText.\n", "\nText.\n"},
		"in a quote":         {"> - W: Goes:\n>   ```\n>   secret\n>   ```\n> - W: Stays.\n", "> - W: Stays.\n"},
		"lines of returns":   {"- W: Goes:\r\n  ```\r\n  secret\r\n  ```\r\n- W: Stays.\r\n", "- W: Stays.\r\n"},
		"no last line end":   {"- W: Goes:\n  <!-- secret -->", ""},
		"code of others":     {"- W: Goes.\n\n```\ncode\n```\n", "\n```\ncode\n```\n"},
		"a quote of others":  {"> - W: Goes.\n\n  > Stays.\n", "\n  > Stays.\n"},
		"a rule":             {"Before.\n- W: Goes.\n---\nAfter.\n", "Before.\n\n---\nAfter.\n"},
		"a rule, returns":    {"Before.\r\n- W: Goes.\r\n---\r\nAfter.\r\n", "Before.\r\n\r\n---\r\nAfter.\r\n"},
	} {
		head := "## Retain" + lineEnding([]byte(c.src))
		got := Strike([]byte(head+c.src), Options{}, func(b *Block) bool { return strings.HasPrefix(b.Text, "Goes") })
		require.Equal(t, head+c.want, string(got), name)
	}
}

// TestStrikeIsLinear strikes every line of a huge page: beside what reading the page takes, that is a few copies of it,
// and not one for each line.
func TestStrikeIsLinear(t *testing.T) {
	const lines = 20_000
	src := []byte("# Page\n\n## Retain\n\n" + strings.Repeat("- W @Mara: the harbour has two cranes.\n", lines) + "\nDone.\n")
	allocated := func(do func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	reading := allocated(func() { Parse(src, Options{}) })
	n := 0
	var got []byte
	striking := allocated(func() {
		got = Strike(src, Options{}, func(*Block) bool {
			n++
			return n%2 == 1
		})
	})
	require.Equal(t, lines, n)
	require.Equal(t, lines/2, bytes.Count(got, []byte("- W @Mara")))
	require.True(t, bytes.HasSuffix(got, []byte(".\n\nDone.\n")))
	require.Less(t, striking, 2*reading+uint64(20*len(src)))
}

// TestAppendBeforeUnderlinedHeading keeps a bullet apart from a heading that begins as a text does.
func TestAppendBeforeUnderlinedHeading(t *testing.T) {
	for src, want := range map[string]string{
		"## Retain\nEvening\n=======\nTold.\n": "## Retain\n- W: New.\n\nEvening\n=======\nTold.\n",
		"## Retain\n# Evening\nTold.\n":        "## Retain\n- W: New.\n# Evening\nTold.\n",
		"## Retain\n  Evening\n---\nTold.\n":   "## Retain\n  Evening\n---\nTold.\n\n## Retain\n- W: New.\n", // it would be the bullet's
	} {
		got, err := Append([]byte(src), []string{"- W: New."})
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}
