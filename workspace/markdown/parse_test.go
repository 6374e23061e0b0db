package markdown

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/hostile"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// describe writes a page for people: what was read, with lines and bytes.
func describe(src []byte, p Page) string {
	var b strings.Builder
	if p.Title != "" || len(p.Front.Aliases) > 0 || !p.Front.Date.IsZero() {
		fmt.Fprintf(&b, "title %q date %s aliases %q\n", p.Title, p.Front.Date.Format(time.DateOnly), p.Front.Aliases)
	}
	for _, k := range p.Blocks {
		fmt.Fprintf(&b, "L%d-L%d %s", k.Line, k.LineEnd, k.Kind)
		if k.Typed {
			b.WriteString(" typed")
		}
		if k.Rated {
			fmt.Fprintf(&b, " c=%v", k.Confidence)
		}
		if k.Region != "" {
			b.WriteString(" region=" + k.Region)
		}
		fmt.Fprintf(&b, " about=%q mentions=%q under=%q\n  %q\n  from %q\n", k.Subjects, k.Mentions, k.Headings, k.Text, src[k.Start:k.End])
	}
	for _, r := range p.Regions {
		fmt.Fprintf(&b, "region %s edited=%v %q\n", r.Name, r.Edited, src[r.Body:r.BodyEnd])
	}
	for _, s := range p.Sections {
		fmt.Fprintf(&b, "section level %d of %d bytes\n", s.Level, s.End-s.Start)
	}
	for _, x := range p.Problems {
		fmt.Fprintf(&b, "problem L%d:%d %s: %q\n", x.Line, x.Column, x.Reason, x.Text)
	}
	return b.String()
}

// TestParseGolden pins what each construct reads as (003-05 to 003-08): types and
// confidences, entities, lines that go on, nested lists, code, HTML entities, front
// matter, CRLF, byte order marks, tabs, wide characters, malformed lines, regions.
func TestParseGolden(t *testing.T) {
	pages, err := filepath.Glob("testdata/parse/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, pages)
	for _, name := range pages {
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		got := describe(src, Parse(src, Options{}))
		golden := strings.TrimSuffix(name, ".md") + ".golden"
		if *update {
			require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		require.Equal(t, string(want), got, name)
	}
}

// TestSubjectsAreJoinedByWords takes "and" between entities, as commas and the sign for it.
func TestSubjectsAreJoinedByWords(t *testing.T) {
	for line, want := range map[string][]string{
		"- W @Ana and @Bob: Sing.": {"Ana", "Bob"}, "- W @Ana, @Bob, and @Cy: Sing.": {"Ana", "Bob", "Cy"}, "- W @Ana & @Bob: Sing.": {"Ana", "Bob"},
		"- W @Ana's @Bob's: Sing.": {"Ana", "Bob"}, "- W @Ana and Bob: Sing.": nil, "- W and @Ana: Sing.": nil, "- W @Ana and: Sing.": nil, "- W @Ana andy @Bob: Sing.": nil,
	} {
		page := Parse([]byte("## Retain\n"+line+"\n"), Options{})
		require.Equal(t, want, page.Blocks[0].Subjects, line)
		require.Equal(t, want == nil, len(page.Problems) > 0, line)
	}
}

// TestMentions finds the names in a text, and takes no @ in code or in the address of a page for one.
func TestMentions(t *testing.T) {
	for text, want := range map[string][]string{
		"@Ana met @bob, and @ana.": {"Ana", "bob"}, "(@Ana/@Bob)": {"Ana", "Bob"}, "mail ana@example.com": nil,
		"@Ana's boat, @O\u2019Brien\u2019s, @ANA'S": {"Ana", "O\u2019Brien"}, "@Ana'sa": {"Ana'sa"},
		"pinned `@types/node` with @Ana": {"Ana"}, "``a ` @b`` @Ana `": {"Ana"}, "a ` alone and @Ana": {"Ana"},
		"see https://medium.com/@joe/post, says @Ana":             {"Ana"},
		"[post](https://medium.com/@joe/post)@Ana <ftp://@x>@Bob": {"Ana", "Bob"},
	} {
		require.Equal(t, want, Parse([]byte(text+"\n"), Options{}).Blocks[0].Mentions, text)
	}
	page := Parse([]byte("- it`s\n  - for @Ana\n  - it`s\n"), Options{})
	require.Equal(t, []string{"Ana"}, page.Blocks[0].Mentions)
}

// TestPageOptions reads list items by the kind of the page, and what is on the
// page of an entity as being about it.
func TestPageOptions(t *testing.T) {
	src := []byte("- plain\n- @Ana: with a subject\n- O(c=0.4) @Ana: a belief\n- 10:30: not a subject\n\nA paragraph.\n")
	var got []string
	for _, b := range Parse(src, Options{Kind: World, Subject: "Gai"}).Blocks {
		got = append(got, fmt.Sprintf("%s %v %s", b.Kind, b.Subjects, b.Text))
	}
	require.Equal(t, []string{
		"world [Gai] plain", "world [Ana] with a subject", "opinion [Ana] a belief", "world [Gai] 10:30: not a subject",
		"observation [Gai] A paragraph.",
	}, got)
}

// TestPageOptionsLetters takes a letter that begins a sentence for no prefix where none is needed.
func TestPageOptionsLetters(t *testing.T) {
	page := Parse([]byte("- B vitamins help\n- O negative is rare\n- S : a summary\n- W @Ana sings\n- O(c=0.4) a belief\n"), Options{Kind: World})
	var got []string
	for _, b := range page.Blocks {
		got = append(got, fmt.Sprintf("%s %v %s", b.Kind, b.Typed, b.Text))
	}
	require.Equal(t, []string{
		"world true B vitamins help", "world true O negative is rare", "observation true a summary", "observation false W @Ana sings",
		"observation false O(c=0.4) a belief",
	}, got)
	require.Len(t, page.Problems, 2)
	require.Len(t, Parse([]byte("## Retain\n- B vitamins help\n"), Options{Kind: World}).Problems, 1)
}

// TestParseConflict reads both sides of a merge that nobody has resolved, as if the lines that
// mark it were not there, and reports it. What is no whole conflict is text.
func TestParseConflict(t *testing.T) {
	src := []byte("# Day\n\nBefore.\n<<<<<<< HEAD\nOurs.\n||||||| base\nOnce.\n=======\nTheirs.\n>>>>>>> other\n\n" +
		"## Retain\n- W @Peter: Has a cat.\n<<<<<<< HEAD\n- W @Peter: Lives in Bristol.\n=======\n- W @Peter: Lives in Bath.\n>>>>>>> other\n" +
		"- W @Ana: Sings.\n\n## Seven\n\nHeading\n=======\n\n<<<<<<< no conflict\n\n" +
		"```\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other\n```\n")
	page := Parse(src, Options{})
	checkPage(t, src, page)
	var got []string
	for _, b := range page.Blocks {
		got = append(got, fmt.Sprintf("L%d %s %v %s", b.Line, b.Kind, b.Headings, b.Text))
	}
	require.Equal(t, []string{
		"L3 observation [Day] Before.", "L5 observation [Day] Ours.", "L7 observation [Day] Once.", "L9 observation [Day] Theirs.",
		"L13 world [Day Retain] Has a cat.", "L15 world [Day Retain] Lives in Bristol.", "L17 world [Day Retain] Lives in Bath.",
		"L19 world [Day Retain] Sings.", "L21 observation [Day] Seven", "L26 observation [Heading] <<<<<<< no conflict",
	}, got)
	require.Equal(t, []Problem{
		{Line: 4, Column: 1, Text: "<<<<<<< HEAD", Reason: "conflict of a merge: both sides are read"},
		{Line: 14, Column: 1, Text: "<<<<<<< HEAD", Reason: "conflict of a merge: both sides are read"},
	}, page.Problems)
}

// TestParseConflictBelowCode sees a conflict below what looks like code without end and is none, and
// none in code that shows other code.
func TestParseConflictBelowCode(t *testing.T) {
	const conflict = "\n<<<<<<< HEAD\nOurs.\n=======\nTheirs.\n>>>>>>> other\n"
	for before, found := range map[string]int{
		"```relay``` restarts it.\n": 1, "````md\n```\n````\n": 1, "~~~\n```\n~~~\n": 1, "```\n``` x\n```\n": 1, "~~~ `a`\n~~~~\n": 1, "``\n": 1,
		"````md\n```\n```\n": 0, "```\n``` x\n": 0, "~~~ `a`\n```\n": 0,
	} {
		require.Len(t, Parse([]byte(before+conflict), Options{}).Conflicts, found, before)
	}
}

// TestParseConflictInRegion takes what a merge has left in a region for the region's, of both sides,
// and for nobody's edit. What follows the region is the page's again.
func TestParseConflictInRegion(t *testing.T) {
	side := func(line string) string {
		out, err := Set(nil, "facts", line+"\n")
		require.NoError(t, err)
		return strings.TrimSuffix(string(out), "<!-- lukasa:end facts -->\n")
	}
	ours, theirs, end := side("- one"), side("- two"), "<!-- lukasa:end facts -->\n"
	for name, src := range map[string]string{
		"one end":       "Top.\n<<<<<<< HEAD\n" + ours + "=======\n" + theirs + ">>>>>>> other\n" + end + "\nBelow.\n",
		"two ends":      "Top.\n<<<<<<< HEAD\n" + ours + end + "=======\n" + theirs + end + ">>>>>>> other\n\nBelow.\n",
		"between marks": "Top.\n\n" + strings.Replace(ours, "- one\n", "<<<<<<< HEAD\n- one\n=======\n- two\n>>>>>>> other\n", 1) + end + "\nBelow.\n",
	} {
		page := Parse([]byte(src), Options{})
		checkPage(t, []byte(src), page)
		regions := map[string]string{}
		for _, b := range page.Blocks {
			regions[b.Text] = b.Region
		}
		require.Equal(t, map[string]string{"Top.": "", "one": "facts", "two": "facts", "Below.": ""}, regions, name)
		require.Len(t, page.Conflicts, 1, name)
		require.Len(t, page.Problems, 1, name)
	}
}

// checkPage holds a page to the invariants M1 and M2.
func checkPage(t interface {
	require.TestingT
	Helper()
}, src []byte, p Page,
) {
	t.Helper()
	end := 0
	lines := 1 + strings.Count(string(src), "\n")
	at, line := 0, 1 // line is that of byte at
	lineOf := func(to int) int {
		line += strings.Count(string(src[at:to]), "\n")
		at = to
		return line
	}
	for _, b := range p.Blocks {
		require.LessOrEqual(t, end, b.Start)
		require.Less(t, b.Start, b.End)
		end = b.End
		require.NotEmpty(t, strings.TrimSpace(b.Text))
		require.Equal(t, lineOf(b.Start), b.Line)
		require.Equal(t, lineOf(b.End-1), b.LineEnd)
		require.GreaterOrEqual(t, b.Confidence, 0.0)
		require.LessOrEqual(t, b.Confidence, 1.0)
		require.Equal(t, b.Text, clean(b.Text))
	}
	for _, x := range p.Problems {
		require.True(t, x.Line >= 1 && x.Line <= lines && x.Column >= 1 && x.Reason != "")
	}
	for _, r := range p.Regions {
		require.True(t, r.Start < r.Body && r.Body <= r.BodyEnd && r.BodyEnd < r.End && r.End <= len(src))
	}
}

func TestParseHostile(t *testing.T) {
	for _, s := range hostile.Strings() {
		for _, form := range []string{"%s", "## Retain\n- W @x: %s\n", "## Retain\n- %s\n", "---\n%s\n---\n", "<!-- lukasa:begin %s -->\n"} {
			src := []byte(strings.Replace(form, "%s", s, 1))
			checkPage(t, src, Parse(src, Options{Kind: World}))
		}
	}
}

// TestParseLarge reads pages made to be slow or to grow: all are linear (M2).
func TestParseLarge(t *testing.T) {
	for _, part := range []string{">", "- ", "> - ", "1. ", "[", "`", "*a ", "<!--", "&amp;", "#", "\n- W @x: y", "\n\n##", "  \n", "| ", "# Retain\n"} {
		src := []byte(strings.Repeat(part, (1<<20)/len(part)))
		checkPage(t, src, Parse(src, Options{}))
	}
	var names strings.Builder
	for i := range 1 << 18 {
		fmt.Fprintf(&names, "@a%d", i)
		if i%20_000 == 0 {
			names.WriteString("\n\n")
		}
	}
	checkPage(t, []byte(names.String()), Parse([]byte(names.String()), Options{}))
	rule := []byte(strings.Repeat("* ", 1000) + "\n\n" + strings.Repeat("- ", 1000) + "\n\nTold.\n")
	require.Empty(t, Parse(rule, Options{}).Problems)
	require.Len(t, Parse(rule, Options{}).Blocks, 1)
	deep := []byte(strings.Repeat(">", 1000) + " words\n")
	require.Equal(t, "nested too deeply: the page is not read", Parse(deep, Options{}).Problems[0].Reason)
}

// TestParseNested reads lists and quotes that nest line by line as those that do on one: to the depth
// that a page may have all is read, and beyond it the page is told not to be.
func TestParseNested(t *testing.T) {
	stairs := func(n int, format, step string) []byte {
		var page strings.Builder
		for i := range n {
			fmt.Fprintf(&page, format+"\n", strings.Repeat(step, i), i)
		}
		return []byte(strings.Replace(page.String(), "  > ", "- > ", 1)) // a quote that has signs is in an item
	}
	for _, c := range []struct{ format, step string }{
		{"%s- word%d", "  "}, {"%s* word%d", "\t"}, {"> %s- word%d", "  "}, {"  > %s- word%d", "  "}, {"%s10) word%d", "     "},
	} {
		src := stairs(60, c.format, c.step)
		page := Parse(src, Options{})
		checkPage(t, src, page)
		require.Empty(t, page.Problems, c.format)
		require.Contains(t, page.Blocks[len(page.Blocks)-1].Text, "word59", c.format)
		page = Parse(stairs(70, c.format, c.step), Options{})
		require.Equal(t, "nested too deeply: the page is not read", page.Problems[0].Reason, c.format)
	}
	wobbling := stairs(70, "> %s- word%d", "  ")
	for i, line := range bytes.SplitAfter(wobbling, []byte("\n")) {
		if i%2 == 1 && len(line) > 0 {
			wobbling = bytes.Replace(wobbling, line, append([]byte(" "), line...), 1)
		}
	}
	require.Len(t, Parse(wobbling, Options{}).Problems, 1)
	var flat strings.Builder
	for i := range 500 {
		fmt.Fprintf(&flat, "%s- word%d\n\n> - said\n\n%stext\n", strings.Repeat("  ", i%20), i, strings.Repeat(" ", i))
	}
	require.Empty(t, Parse([]byte(flat.String()), Options{}).Problems)
}

func FuzzParse(f *testing.F) {
	pages, _ := filepath.Glob("testdata/parse/*.md")
	for _, name := range pages {
		src, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		checkPage(t, src, Parse(src, Options{Kind: Opinion}))
	})
}

// TestEscapeReadsBack shows that what is written reads back as it was.
func TestEscapeReadsBack(t *testing.T) {
	check := func(t require.TestingT, s string) {
		text := plain(s)
		require.Equal(t, text, plain(Escape(text)))
		if text == "" {
			return
		}
		b := Block{Kind: Opinion, Rated: true, Confidence: 0.5, Subjects: []string{"Ana"}, Text: text}
		page := Parse([]byte("## Retain\n"+Bullet(b)+"\n"), Options{})
		if len(text) < MaxBlock/2 {
			require.Len(t, page.Blocks, 1, "%q", text)
			require.Equal(t, text, page.Blocks[0].Text)
			require.Empty(t, page.Problems)
		}
	}
	for _, s := range hostile.Strings() {
		check(t, s)
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.StringOf(rapid.RuneFrom([]rune("a &;<>!-`\\*#l:t@amp\n"))).Draw(t, "text"))
	})
}

// TestSlug writes names as they stand behind an @, and reads them back.
func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"Peter": "Peter", "O'Brien": "O'Brien", "Dave's": "Dave", "Gai Media (VN)": "Gai-Media-VN", "J. R. Smith": "J-R-Smith", " a  b ": "a-b", "東京 tower": "東京-tower", "+++": "", "": "",
	} {
		got := Slug(name)
		require.Equal(t, want, got)
		read, _ := nameAt(got)
		require.Equal(t, got, read)
	}
}

// TestQuotedHeadings ends the headings of a quote with it: what follows stands under those of
// the page, and a quoted Retain section is no section of the page. What a heading alone says is
// told, in a quote too.
func TestQuotedHeadings(t *testing.T) {
	src := []byte("# Day\n\n## Work\n\n> [!note]\n> ### Summary\n> Inside.\n\nAfter.\n\n> # Big\n\nBelow.\n\n" +
		"## Notes\n\n> ## Retain\n> - W @Ana: Quoted.\n\n- buy milk\n\n# Second\n\n# Third\n")
	page := Parse(src, Options{})
	checkPage(t, src, page)
	var got []string
	for _, b := range page.Blocks {
		got = append(got, fmt.Sprintf("L%d %s %v %s", b.Line, b.Kind, b.Headings, b.Text))
	}
	require.Equal(t, []string{
		"L5 observation [Day Work] [!note]", "L7 observation [Day Work Summary] Inside.", "L9 observation [Day Work] After.",
		"L11 observation [Day Work] Big", "L13 observation [Day Work] Below.", "L18 world [Day Notes Retain] Quoted.",
		"L20 observation [Day Notes] buy milk", "L22 observation [] Second", "L24 observation [] Third",
	}, got)
	require.Empty(t, page.Problems)
	require.Empty(t, page.Sections)
	require.Equal(t, "Day", page.Title)
}

// TestNamesInFrontMatterAreAsWritten: a name that YAML takes for a day, a number or a truth is
// the name that stands there.
func TestNamesInFrontMatterAreAsWritten(t *testing.T) {
	page := Parse([]byte("---\ntitle: 2025-11-28\naliases: [007, 1e3, Yes, ~, 2025-11-29, &x \"3.10\", *x]\n---\nTold.\n"), Options{})
	require.Empty(t, page.Problems)
	require.Equal(t, "2025-11-28", page.Title)
	require.Equal(t, []string{"007", "1e3", "Yes", "2025-11-29", "3.10", "3.10"}, page.Front.Aliases)
	page = Parse([]byte("---\ntitle: 2025-11-28\ndate: 2025-11-28\nmood: so: so\n---\nTold.\n"), Options{})
	require.Equal(t, "2025-11-28", page.Title)
	require.False(t, page.Front.Date.IsZero())
}

// TestFrontMatterThatIsNoYAML keeps what can be read, field by field, and tells what is wrong.
func TestFrontMatterThatIsNoYAML(t *testing.T) {
	page := Parse([]byte("---\ntitle: Harbour: the works\ndate: 2025-11-28\nrate: [1,\naliases:\n  - Pier\n  - Dock\n---\nTold.\n"), Options{})
	require.Len(t, page.Problems, 1)
	require.Equal(t, "Harbour: the works", page.Front.Title)
	require.Equal(t, page.Front.Title, page.Title)
	require.Equal(t, "2025-11-28", page.Front.Date.Format(time.DateOnly))
	require.Equal(t, []string{"Pier", "Dock"}, page.Front.Aliases)
	require.Len(t, page.Blocks, 1)
	require.Equal(t, "Told.", page.Blocks[0].Text)

	page = Parse([]byte("---\ndate: 2025-11-28\ndate: 2025-11-30\ntitle: Twice\n---\nTold.\n"), Options{})
	require.Len(t, page.Problems, 1)
	require.Equal(t, "Twice", page.Front.Title)
	require.Equal(t, "2025-11-30", page.Front.Date.Format(time.DateOnly), "the last counts")
}

// TestFrontMatterAsWritten reads the day that is written, wherever it was that day, and one alias
// as well as a list. What stands between two rules and has no fields is text.
func TestFrontMatterAsWritten(t *testing.T) {
	for _, date := range []string{"2025-11-28T01:00:00+07:00", "2025-11-28T23:30:00-08:00", "2025-11-28 01:00:00 +0700", "2025-11-28"} {
		page := Parse([]byte("---\ndate: "+date+"\naliases: Pete\n---\nTold.\n"), Options{})
		require.Equal(t, "2025-11-28", page.Front.Date.Format(time.DateOnly), date)
		require.Equal(t, []string{"Pete"}, page.Front.Aliases)
	}
	for src, want := range map[string][]string{
		"---\n\nMet Ana at the dock.\n\n---\n\nLeft.\n": {"Met Ana at the dock.", "Left."},
		"---\n- a list\n\n---\nLeft.\n":                 {"a list", "Left."},
		"---\n---\nLeft.\n":                             {"Left."},
		"---\n# a comment\n---\nLeft.\n":                {"Left."},
		"---\n~\n---\nLeft.\n":                          {"Left."},
	} {
		page := Parse([]byte(src), Options{})
		var got []string
		for _, b := range page.Blocks {
			got = append(got, b.Text)
		}
		require.Equal(t, want, got, src)
		require.Empty(t, page.Problems)
	}
	require.Len(t, Parse([]byte("---\ntitle: a: b\n---\nLeft.\n"), Options{}).Problems, 1)
}

// TestTextBetweenRules reads what stands between two rules at the beginning of a page and has no field,
// also where YAML takes it for broken.
func TestTextBetweenRules(t *testing.T) {
	for src, want := range map[string][]string{
		"---\n* Met @Ana at `noon`\n* Paid\n---\nAfter.\n": {"Met @Ana at `noon`", "Paid", "After."},
		"---\n- Told\n---\nAfter.\n":                       {"Told", "After."},
		"---\ntitle: Plan: the boat\n---\nAfter.\n":        {"After."},
		"---\r\n\"a b\": [\r\n---\r\nAfter.\r\n":           {"After."},
	} {
		page := Parse([]byte(src), Options{})
		var texts []string
		for _, b := range page.Blocks {
			texts = append(texts, b.Text)
		}
		require.Equal(t, want, texts)
		require.Equal(t, len(want) == 1, len(page.Problems) == 1, "what is not read is reported")
	}
}

// TestEvidenceOfAPersonsOpinion reads what an opinion says without the evidence that it ends with,
// when a person has taken it out of its region too. A day alone is what it says.
func TestEvidenceOfAPersonsOpinion(t *testing.T) {
	tail := WriteEvidence(time.Date(2025, 12, 2, 0, 0, 0, 0, time.UTC), []Evidence{{ID: "161ffe6f-189e-5112-b045-e29ea3702dc4", Path: "memory/2025-12-01.md#L2"}})
	for line, want := range map[string]string{
		"- O(c=0.74) @Ana: Sails well." + tail: "Sails well.",
		"- W @Ana: Sails well." + tail:         "Sails well." + tail,
		"- O @Ana: Sails \u2014 2025-12-02":    "Sails \u2014 2025-12-02",
	} {
		require.Equal(t, want, Parse([]byte("## Retain\n"+line+"\n"), Options{}).Blocks[0].Text, line)
	}
}

// TestRetainHeadings takes for a Retain section what people write above one, and adds to it.
func TestRetainHeadings(t *testing.T) {
	for heading, want := range map[string]bool{
		"## Retain": true, "# retain": true, "### Retain ###": true, "## Retain:": true, "## **Retain**": true, "## __Retain:__": true, "Retain\n---": true,
		"## Retained": false, "## What to retain": false, "## Retain (old)": false, "Retain": false,
	} {
		page := Parse([]byte(heading+"\n\n- W @Ana: Sings.\n"), Options{})
		require.Equal(t, want, page.Blocks[len(page.Blocks)-1].Typed, heading)
		require.Equal(t, want, len(page.Sections) == 1, heading)
		got, err := Append([]byte(heading+"\n"), []string{"- W @Ana: Dances."})
		require.NoError(t, err)
		require.Equal(t, want, strings.HasPrefix(string(got), heading+"\n- W @Ana: Dances."), heading)
	}
}

// TestLineEnds reads the same from a page whatever ends its lines, an empty item among others.
func TestLineEnds(t *testing.T) {
	src := "## Retain\n- W @Ana: One.\n-\n- W @Ana: Two.\n  More.\n\n> text\n-\n\nTitle\n===\n```\ncode\n```\nTold.\n"
	texts := func(src string) (out []string) {
		for _, b := range Parse([]byte(src), Options{}).Blocks {
			out = append(out, fmt.Sprintf("L%d %s %s", b.Line, b.Kind, b.Text))
		}
		return out
	}
	require.Equal(t, []string{"L2 world One.", "L4 world Two. More.", "L7 observation text", "L15 observation Told."}, texts(src))
	require.Equal(t, texts(src), texts(strings.ReplaceAll(src, "\n", "\r\n")))
}

// TestCommentsInText drops comments from a text and nothing else, however they begin and end.
func TestCommentsInText(t *testing.T) {
	for src, want := range map[string]string{
		"a <!-- b --> c":              "a c",
		"a --> b <!-- c":              "a --> b <!-- c",
		"a <!--> b":                   "a b",
		"<!-- a --> b <!-- c -->":     "b",
		"a <!-- b <!-- c --> d --> e": "a d --> e",
		"`<!--` a -->":                "`<!--` a -->",
		"a " + strings.Repeat("<!-- ", 50_000) + "b":   "a " + strings.Repeat("<!-- ", 50_000) + "b",
		strings.Repeat("<!-- ", 50_000) + "--> a <!--": "a <!--",
	} {
		require.Equal(t, want, plain(src))
		require.Equal(t, want, plain(Escape(want)), "%.40q", src)
	}
}

// TestLinkOfAnyName writes a link on one line, whatever the name of the page.
func TestLinkOfAnyName(t *testing.T) {
	const name = "memory/a\nb\rc]d (e).md"
	require.Equal(t, `memory/a b c\]d (e).md`, LinkText(name))
	require.Equal(t, "memory/a%0Ab%0Dc]d%20%28e%29.md", LinkPath(name))
}
