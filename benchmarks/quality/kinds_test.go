package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// What recall through the front door reaches on the sets of testdata. The levels only ever rise: a change that lowers
// one has to be argued for. No weight is fitted to the sets of heldout.
var kindFloors = []struct {
	name         string
	recall, ndcg float64
}{
	{"heldout/assist", 0.735, 0.575},
	{"heldout/diary", 0.855, 0.69},
	{"heldout/errands", 0.68, 0.515},
	{"heldout/flatmates", 0.55, 0.37},
	{"heldout/friends", 0.69, 0.60},
	{"heldout/letters", 0.78, 0.63},
	{"heldout/manual", 0.76, 0.58},
	{"heldout/siblings", 0.70, 0.45},
	{"heldout/studio", 0.63, 0.48},
	{"heldout/trace", 0.815, 0.63},
	{"heldout/ward", 0.835, 0.715},
	{"kinds/chat", 0.93, 0.74},
	{"kinds/group", 0.89, 0.63},
	{"kinds/work", 0.98, 0.93},
	{"kinds/change", 0.75, 0.52},
	{"kinds/long", 0.86, 0.69},
	{"kinds/year", 0.805, 0.61},
	{"kinds/pair", 0.72, 0.57},
	{"languages/chinese", 0.83, 0.64},
	{"languages/german", 0.73, 0.53},
	{"languages/spanish", 0.495, 0.315},
	{"languages/vietnamese", 0.635, 0.435},
	{"notes/allotment", 0.80, 0.65},
	{"notes/irrigation", 0.85, 0.685},
	{"notes/translator", 0.87, 0.705},
}

// TestKinds asks about memories of other kinds than two people's talk: chats with an assistant, a group, an agent's work.
func TestKinds(t *testing.T) {
	t.Parallel()
	for _, floor := range kindFloors {
		t.Run(floor.name, func(t *testing.T) {
			t.Parallel()
			all, err := Read(filepath.Join("testdata", floor.name+".txt"))
			require.NoError(t, err)
			a, err := throughTheDoor(t.Context(), Options{}, all)
			require.NoError(t, err)
			sum := total(a.rows)
			t.Logf("R@10 %.3f, nDCG@10 %.3f; %.3f of the questions get an answer", sum.Recall, sum.NDCG, a.silence.Own)
			require.GreaterOrEqual(t, sum.Recall, floor.recall)
			require.GreaterOrEqual(t, sum.NDCG, floor.ndcg)
			require.GreaterOrEqual(t, a.silence.Own, 0.95)
		})
	}
}

// TestTogether asks one agent that has the memories of all kinds.
func TestTogether(t *testing.T) {
	t.Parallel()
	all, err := Read("testdata/kinds")
	require.NoError(t, err)
	require.Len(t, all, 7)
	a, err := throughTheDoor(t.Context(), Options{Together: true}, all)
	require.NoError(t, err)
	t.Logf("R@10 %.3f", total(a.rows).Recall)
	require.GreaterOrEqual(t, total(a.rows).Recall, 0.64)
	require.Less(t, total(a.rows).Recall, 0.8, "each has its own memory")
	require.Nil(t, a.silence.Foreign)
}

const shortScript = `# remark
% tea
Water just off the boil.
Three minutes.
## 2025-01-06 19:20
user@kettle: My kettle is dead.
assistant: Sorry! {tea 1 2}
## 2025-01-07 08:00
@leak: tap drips => new washer => dry
@pin/fact: The gate's code is 4711.
@pin2/fact<pin: The gate's code is 4712.
? passing | What is dead? | kettle
? symptom | The tap drips | leak kettle
? never | Who made the kettle?
`

func writeScript(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "short.txt")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestReadScript(t *testing.T) {
	t.Parallel()
	all, err := Read(writeScript(t, shortScript))
	require.NoError(t, err)
	require.Len(t, all, 1)
	c := all[0]
	require.Equal(t, "short", c.ID)
	require.Equal(t, []string{"user", "assistant"}, c.Speakers)
	require.Equal(t, "user", c.User)
	require.Equal(t, "assistant", c.Addressee)
	require.Equal(t, Turn{
		ID: "kettle", Speaker: "user", Text: "My kettle is dead.", Session: 1, Time: time.Date(2025, 1, 6, 19, 20, 0, 0, time.UTC),
	}, c.Turns[0])
	require.Equal(t, "Sorry! Water just off the boil.\n\nThree minutes.", c.Turns[1].Text)
	require.Equal(t, [3]string{"tap drips", "new washer", "dry"}, c.Turns[2].Parts)
	require.Equal(t, 2, c.Turns[2].Session)
	require.Equal(t, "fact", c.Turns[3].Note)
	require.Equal(t, "pin", c.Turns[4].Replaces)
	require.Len(t, c.Probes, 2)
	require.Equal(t, map[string]bool{"leak": true, "kettle": true}, c.Probes[1].Evidence)
	require.Equal(t, []string{"Who made the kettle?"}, c.Never)
	require.Equal(t, "symptom", categoryName(c.Probes[1].Category))
}

// TestReadScriptOfDeeds: signs of how things ended, and situations with what is like them.
func TestReadScriptOfDeeds(t *testing.T) {
	t.Parallel()
	all, err := Read(writeScript(t, `## 2025-01-07 08:00
@leak+: tap drips => new washer => dry
@pipe?: pipe rattles => listened => 5 %: it stopped
: door creaks => oil => creaks
~ water runs all night | leak
~ the roof is gone | none
`))
	require.NoError(t, err)
	c := all[0]
	require.Equal(t, []string{"+", "?", ""}, []string{c.Turns[0].Worked, c.Turns[1].Worked, c.Turns[2].Worked})
	require.Equal(t, [3]string{"pipe rattles", "listened", "5 %: it stopped"}, c.Turns[1].Parts)
	require.Equal(t, situation, categoryName(c.Probes[0].Category))
	require.Equal(t, map[string]bool{"leak": true}, c.Probes[0].Evidence)
	require.Equal(t, []string{"the roof is gone"}, c.Strange)
}

func TestReadScriptNamesBadLines(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"## soon":                             "short.txt:1",
		"## 2025-01-06 19:20\nhello":          "short.txt:2: no turn",
		"## 2025-01-06 19:20\na@x: 1\na@x: 2": `label "x" is there twice`,
		"## 2025-01-06 19:20\na: {tea 1}":     `no paragraph 1 of "tea"`,
		"? passing | what":                    "no kind, question and labels",
		"? odd | what":                        "no kind, question and labels",
		"? odd | what | x":                    `kind "odd"`,
		"? passing | what | x":                `nothing is labelled "x"`,
		"~ it rains":                          "no situation and labels",
		"~ it rains | x":                      `nothing is labelled "x"`,
	} {
		_, err := Read(writeScript(t, text))
		require.ErrorContains(t, err, want, text)
	}
}
