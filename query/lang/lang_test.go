package lang_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/query/lang"
)

var now = time.Date(2026, 11, 20, 15, 30, 0, 0, time.UTC) // a Friday

// outline shows the terms of a query with their types.
func outline(q *lang.Query) string {
	var parts []string
	q.Visit(func(n lang.Node) {
		parts = append(parts, fmt.Sprintf("%s(%s)", strings.TrimPrefix(fmt.Sprintf("%T", n), "*lang."), n))
	})
	return strings.Join(parts, " ")
}

func TestParse(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "",
		`from:@ana tag:deploy since:30d "disk full" -staging kind:fact`: `Label(from:ana) Label(tag:deploy) When(since:30d) Phrase("disk full") Not(-staging) Word(staging) Label(kind:fact)`,
		"Speaker:Ana FROM:bo":                   "Label(from:Ana) Label(from:bo)",
		"did @ana reply, @bob.smith?":           "Word(did) Mention(@ana) Word(reply,) Mention(@bob.smith)",
		"ana@example.com @ 5pm @?":              "Word(ana@example.com) Word(@) Word(5pm) Word(@?)",
		"disk* *bold* a* C++":                   "Prefix(disk*) Word(*bold*) Word(a*) Word(C++)",
		`-"out of" -disk* -@ana -tag:a,b`:       `Not(-"out of") Phrase("out of") Not(-disk*) Prefix(disk*) Not(-@ana) Mention(@ana) Not(-tag:a,b) Label(tag:a,b)`,
		"ls -la is -5 degrees - or --help":      "Word(ls) Word(-la) Word(is) Word(-5) Word(degrees) Word(-) Word(or) Word(--help)",
		`tag:"x y","a,b",c`:                     `Label(tag:"x y","a,b",c)`,
		"importance:>=7 quality:good":           "Compare(importance:>=7) Compare(quality:good)",
		"importance:>7 importance:<=3":          "Compare(importance:>=8) Compare(importance:<=3)",
		"confidence:>=.6 confidence:.2..0.9":    "Compare(confidence:>=0.6) Compare(confidence:0.2..0.9)",
		"quality:>=3 quality:2..4 quality:<2":   "Compare(quality:>=fair) Compare(quality:poor..good) Compare(quality:reject)",
		"is:pinned -is:verified":                "Is(is:pinned) Not(-is:verified) Is(is:verified)",
		`since:"last week" around:2025-11-03`:   `When(since:"last week") When(around:2025-11-03)`,
		"about tag:deploy? and kind:Fact.":      "Word(about) Label(tag:deploy) Word(and) Label(kind:fact)",
		"entity:customer:gai-media path:a/b.md": "Label(entity:customer:gai-media) Label(path:a/b.md)",
		`“disk full” "say \"hi\" \\ there"`:     `Phrase("disk full") Phrase("say \"hi\" \\ there")`,
		`\tag:deploy \\tag:x \word C:\dir`:      `Word(\tag:deploy) Word(\\tag:x) Word(\word) Word(C:\dir)`,
		// Plain questions are words.
		"what is 10:30?":                          "Word(what) Word(is) Word(10:30?)",
		"note: call Bob":                          "Word(note:) Word(call) Word(Bob)",
		"note:call Bob":                           "Word(note:call) Word(Bob)",
		"from: ana":                               "Word(from:) Word(ana)",
		"see https://x.org/a?tag:b don't":         "Word(see) Word(https://x.org/a?tag:b) Word(don't)",
		"a std::vector at host:8080 re:invoice":   "Word(a) Word(std::vector) Word(at) Word(host:8080) Word(re:invoice)",
		`the "disk is full`:                       `Word(the) Word(\"disk) Word(is) Word(full)`,
		`5" disk and 3"`:                          `Word(5") Word(disk) Word(and) Word(3")`,
		`"a"b "" -"x tag:? tax:5`:                 `Word(\"a"b) Word(\"") Word(\-"x) Word(tag:?) Word(tax:5)`,
		"form://x the tag: deploy":                "Word(form://x) Word(the) Word(tag:) Word(deploy)",
		"Cho tôi ví dụ về Rule 15":                "Word(Cho) Word(tôi) Word(ví) Word(dụ) Word(về) Word(Rule) Word(15)",
		"who said 'from:' or ratio 1:2, ok :) :P": "Word(who) Word(said) Word('from:') Word(or) Word(ratio) Word(1:2,) Word(ok) Word(:)) Word(:P)",
	} {
		q, err := lang.Parse(in)
		require.NoError(t, err, in)
		require.Equal(t, want, outline(q), in)
	}
}

func TestErrorsPointAtTheColumn(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"disk tags:deploy":      `1:6: "tags:deploy": unknown field; put a backslash before it to search for it as it is; did you mean "tag"?`,
		"catgeory:fact":         `did you mean "category"?`,
		"ổ đĩa\nđầy kindd:fact": `2:5: "kindd:fact"`,
		"kind:fcat":             `1:6: "kind:fcat": unknown value, want experience, message`,
		"a -kind:facts":         `1:9: "-kind:facts"`,
		"kind:fact,nothing":     `1:11:`,
		"importance:11":         `1:12: "importance:11": want a number from 1 to 10`,
		"importance:>10":        "no value can be that",
		"importance:=>3":        `unknown comparison "=>"`,
		"importance:7..3":       "the range ends before it begins",
		"importance:2.5":        "want a number",
		"confidence:NaN":        "want a number from 0 to 1",
		"quality:superb":        "or reject, poor, fair, good, excellent",
		"is:pined":              `1:4: "is:pined": unknown value, want pinned, verified; did you mean "pinned"?`,
		"-since:30d":            "a time cannot be excluded",
		"-importance:>3":        "a comparison cannot be excluded",
		`x tag:"deploy`:         `1:7: "tag:\"deploy": the quote is never closed`,
		`tag:""`:                "the value is empty",
		"tag:a,,b":              "1:7: ",
		"since:1d,2d":           "1:10: \"since:1d,2d\": want one value",
		`tag:"a"b`:              "want a comma or a space after the quote",
		strings.Repeat("tag:a,", 9) + strings.Repeat("b,", 200) + "c": "too many values",
	} {
		_, err := lang.Parse(in)
		require.ErrorIs(t, err, lang.ErrSyntax, in)
		require.ErrorContains(t, err, want, in)
	}
	_, err := lang.Parse("ổ đĩa\nđầy kindd:fact tag:x\nmore")
	var e *lang.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "kind", e.Near)
	require.Equal(t, "đầy kindd:fact tag:x\n    ^", e.Caret())
	_, err = lang.Parse(strings.Repeat("ä", 100) + " kindd:fact")
	require.ErrorAs(t, err, &e)
	require.Equal(t, strings.Repeat("ä", 39)+" kindd:fact\n"+strings.Repeat(" ", 40)+"^", e.Caret())
}

func TestCompile(t *testing.T) {
	t.Parallel()
	q, err := lang.Parse(`from:@ana,bo from:cy tag:a,b tag:c since:30d "disk full" -staging kind:fact disk* -"out of" @gai ERR_42 v0.11.3, ` +
		`importance:>=7 importance:<9 confidence:>.6 is:pinned -is:verified -tag:old,older -@bob -tmp* scope:domain:code`)
	require.NoError(t, err)
	c, err := q.Compile(now)
	require.NoError(t, err)
	require.Greater(t, c.Confidence.Min, .6)
	require.InDelta(t, .6, c.Confidence.Min, 1e-9)
	c.Confidence.Min = 0
	require.Equal(t, &lang.Conditions{
		Text: "disk full gai ERR_42 v0.11.3,", Phrases: []string{"disk full"}, Prefixes: []string{"disk"}, Codes: []string{"ERR_42", "v0.11.3"},
		Require: lang.Labels{
			Speakers: []string{"ana", "bo", "cy"}, Kinds: []string{"fact"}, Scopes: []string{"domain:code"},
			Tags: [][]string{{"a", "b"}, {"c"}}, Entities: [][]string{{"gai"}},
		},
		Exclude:     lang.Labels{Tags: [][]string{{"old", "older"}}, Entities: [][]string{{"bob"}}},
		ExcludeText: lang.Excluded{Words: []string{"staging"}, Phrases: []string{"out of"}, Prefixes: []string{"tmp"}},
		Since:       now.AddDate(0, 0, -30),
		Importance:  lang.Range{Set: true, Min: 7, Max: 8}, Confidence: lang.Range{Set: true, Max: 1},
		Pinned: lang.Yes, Verified: lang.No,
	}, c)
	require.True(t, c.Importance.Contains(8))
	require.False(t, c.Importance.Contains(9))
	require.True(t, c.Quality.Contains(-3))
}

func TestTimes(t *testing.T) {
	t.Parallel()
	const layout = "2006-01-02 15:04"
	for in, want := range map[string]string{
		"since:30d":                     "2026-10-21 15:30 ..",
		"until:2w":                      ".. 2026-11-06 15:30",
		"since:12h":                     "2026-11-20 03:30 ..",
		"on:3d":                         "2026-11-17 00:00 .. 2026-11-18 00:00",
		"around:3d":                     "2026-11-14 00:00 .. 2026-11-21 00:00",
		"since:2025":                    "2025-01-01 00:00 ..",
		"until:2025-11":                 ".. 2025-12-01 00:00",
		"on:2025-11-03":                 "2025-11-03 00:00 .. 2025-11-04 00:00",
		"around:2025-11-03":             "2025-10-31 00:00 .. 2025-11-07 00:00",
		"since:2025-11-03T10:30":        "2025-11-03 10:30 ..",
		"since:2025-11-03T10:30+07:00":  "2025-11-03 03:30 ..",
		"on:2025-11-03T10:30":           "2025-11-03 00:00 .. 2025-11-04 00:00",
		`since:"last week"`:             "2026-11-09 00:00 ..",
		`until:"last week"`:             ".. 2026-11-16 00:00",
		"on:last-week":                  "2026-11-09 00:00 .. 2026-11-16 00:00",
		`on:"tuần trước"`:               "2026-11-09 00:00 .. 2026-11-16 00:00",
		`around:"last week"`:            "2026-11-02 00:00 .. 2026-11-23 00:00",
		"since:2025-01-01 until:2025":   "2025-01-01 00:00 .. 2026-01-01 00:00",
		"on:2025 since:2025-06-01":      "2025-06-01 00:00 .. 2026-01-01 00:00",
		"until:yesterday":               ".. 2026-11-20 00:00",
		"since:yesterday until:tuesday": "!",
		"since:soon":                    "!",
		"on:99999999999d":               "!",
		"since:2025-13-45":              "!",
	} {
		q, err := lang.Parse(in)
		require.NoError(t, err, in)
		c, err := q.Compile(now)
		if want == "!" {
			var e *lang.Error
			require.ErrorAs(t, err, &e, in)
			require.ErrorIs(t, err, lang.ErrSyntax)
			require.Positive(t, e.Column)
			continue
		}
		require.NoError(t, err, in)
		got := ".."
		if !c.Since.IsZero() {
			got = c.Since.UTC().Format(layout) + " " + got
		}
		if !c.Until.IsZero() {
			got += " " + c.Until.UTC().Format(layout)
		}
		require.Equal(t, want, got, in)
		require.Equal(t, strings.Contains(in, "around"), c.Around)
	}
}

func TestContradictions(t *testing.T) {
	t.Parallel()
	for in, column := range map[string]int{
		"is:pinned -is:pinned": 11, "importance:>=7 importance:<3": 16, "since:2026 disk until:2025": 17, "disk since:whenever": 12,
	} {
		q, err := lang.Parse(in)
		require.NoError(t, err, in)
		_, err = q.Compile(now)
		var e *lang.Error
		require.ErrorAs(t, err, &e, in)
		require.Equal(t, column, e.Column, in)
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	require.Equal(t, `\tag:a \-old x`, lang.Plain("tag:a -old x").String())
}

// checkQuery holds a text to Q1 and Q3.
func checkQuery(t require.TestingT, s string) {
	q, err := lang.Parse(s)
	if err != nil {
		var e *lang.Error
		require.ErrorAs(t, err, &e)
		require.ErrorIs(t, err, lang.ErrSyntax)
		require.True(t, e.Line >= 1 && e.Column >= 1 && e.Offset >= 0 && e.Offset <= len(s), "%q: %+v", s, e)
		require.Equal(t, 1, strings.Count(e.Caret(), "\n"))
		require.Less(t, len(e.Error()), 1000)
		q = lang.Plain(s)
	}
	again, err := lang.Parse(q.String())
	require.NoError(t, err, "%q printed as %q", s, q)
	require.True(t, q.Equal(again), "%q\nparsed  %s\nprinted %q\nagain   %s", s, outline(q), q, outline(again))
	if _, err := q.Compile(now); err != nil {
		require.ErrorIs(t, err, lang.ErrSyntax)
		return
	}
	plain, err := lang.Plain(s).Compile(now)
	require.NoError(t, err)
	require.Equal(t, strings.Join(strings.Fields(s), " "), plain.Text)
}

func TestHostileStrings(t *testing.T) {
	t.Parallel()
	for _, s := range hostile.Strings() {
		for _, in := range []string{s, "-" + s, "tag:" + s, `"` + s, `since:"` + s + `"`} {
			if len(s) < 1<<17 || in == s {
				checkQuery(t, in)
			}
		}
	}
}

// Texts made of the syntax's own pieces, in any order.
func TestRoundTripProperty(t *testing.T) {
	t.Parallel()
	pieces := []string{
		"disk", "full", "@ana", "@", "-", "--", `"`, "“", "”", `\`, " ", "\n", "\u2003", ":", ",", ".", "..", "?", ")", "*", "di*", "tag:", "from:", "kind:fact", "kind:",
		"importance:", "confidence:", "quality:good", ">=", "<", "7", ".5", "since:", "30d", "around:", "is:", "is:pinned", "tgas:", "é", "漢", "\xff", "entity:", "x_1",
		"last week", "speaker:", "on:", "2025-11-03", "path:",
	}
	rapid.Check(t, func(t *rapid.T) {
		checkQuery(t, strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 14).Draw(t, "pieces"), ""))
	})
}

// Work is linear: repeating what looks for its end does not look again and again.
func TestLongQueries(t *testing.T) {
	t.Parallel()
	for _, part := range []string{`"a `, `“a `, `"\" `, `tag:"`, `"a",`, `tag:a `, `"x y" `, `\`, `\" `, `a,`, `-"`, `@a `} {
		s := strings.Repeat(part, 100_000/len(part))
		if q, err := lang.Parse(s); err == nil {
			_, err = q.Compile(now)
			require.NoError(t, err)
			require.NotEmpty(t, q.String())
		}
		_, err := lang.Parse("tag:" + s)
		if err != nil {
			require.ErrorIs(t, err, lang.ErrSyntax)
		}
	}
}

// Questions and chat lines of real people are words, almost without exception.
func TestRealTexts(t *testing.T) {
	t.Parallel()
	data := filepath.Join("..", "..", "..", "shared", "data")
	raw, err := os.ReadFile(filepath.Join(data, "locomo-dev.json"))
	if err != nil {
		t.Skip("skipped: data not present")
	}
	var conversations []struct {
		QA []struct{ Question string } `json:"qa"`
	}
	require.NoError(t, json.Unmarshal(raw, &conversations))
	for _, c := range conversations {
		for _, qa := range c.QA {
			q, err := lang.Parse(qa.Question)
			require.NoError(t, err, qa.Question)
			q.Visit(func(n lang.Node) {
				switch n.(type) {
				case *lang.Word, *lang.Phrase:
				default:
					t.Errorf("%s: read as a condition: %s", qa.Question, n)
				}
			})
		}
	}
	lines, conditions, failed := chat(t, filepath.Join(data, "irc.jsonl.gz"))
	t.Logf("%d chat lines: %d with a condition or an exclusion, %d errors", lines, conditions, failed)
	require.Less(t, float64(failed), .0005*float64(lines))
	require.Less(t, float64(conditions), .02*float64(lines))
}

// chat counts the lines of a chat that would not be plain words.
func chat(t *testing.T, name string) (lines, conditions, failed int) {
	t.Helper()
	raw, err := os.ReadFile(name)
	require.NoError(t, err)
	unzipped, err := gzip.NewReader(bytes.NewReader(raw))
	require.NoError(t, err)
	decoder := json.NewDecoder(unzipped)
	for lines < 50_000 {
		var line struct{ Text string }
		if err := decoder.Decode(&line); err == io.EOF {
			return lines, conditions, failed
		}
		lines++
		q, err := lang.Parse(line.Text)
		if err != nil {
			failed++
			continue
		}
		plain := true
		q.Visit(func(n lang.Node) {
			switch n.(type) {
			case *lang.Word, *lang.Phrase:
			default:
				plain = false
			}
		})
		if !plain {
			conditions++
		}
	}
	return lines, conditions, failed
}

func FuzzParse(f *testing.F) {
	for _, s := range hostile.Strings() {
		if len(s) < 200 {
			f.Add(s)
		}
	}
	f.Add(`from:@ana tag:deploy,"x y" since:30d "disk full" -staging kind:fact importance:>=7`)
	f.Fuzz(func(t *testing.T, s string) { checkQuery(t, s) })
}
