package query_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestPrecision asks for what stands out and nothing else: homonyms in two
// scopes, aliases, chains of supersession, typos, questions off the topic and
// long-winded ones (900-05). The levels only ever rise: a change that lowers one
// has to be argued for. The surgery's notes and the questions to them are by
// another hand, which puts most questions in other words than the notes have.
//
// The precision of a case is the share of its hits that are right; an empty
// answer is right where nothing is, and counts as 0 where something is. Recall
// is the share of the right records that were hits, over cases that have some.
func TestPrecision(t *testing.T) {
	for _, life := range []struct {
		told, cases                 string
		nicknames                   map[string]lukasa.EntityKey
		leastPrecision, leastRecall float64
	}{
		{"testdata/life.jsonl", "testdata/precise.txt", nicknames, .91, .95},
		{"testdata/surgery.jsonl", "testdata/precise_surgery.txt", surgeryNicknames, .72, .78},
	} {
		t.Run(life.cases, func(t *testing.T) {
			l := newLifeOf(t, readTold(t, life.told))
			l.name(t, life.nicknames)
			precision, recall := l.precision(t, table(t, life.cases, 3))
			require.GreaterOrEqual(t, precision, life.leastPrecision)
			require.GreaterOrEqual(t, recall, life.leastRecall)
		})
	}
}

// precision asks the cases and returns the means over them.
func (l *life) precision(t *testing.T, cases [][]string) (precision, recall float64) {
	require.GreaterOrEqual(t, len(cases), 80)
	answerable := 0
	for _, row := range cases {
		q := lukasa.Query{Text: row[1], Profile: "precise"}
		if row[0] != "-" {
			q.Scopes = strings.Fields(row[0])
		}
		a := l.recall(t, q)
		right, allowed := labels(row[2])
		p, r := l.judge(l.hits(a), right, allowed)
		precision += p
		if len(right) > 0 {
			recall += r
			answerable++
		}
		if p < 1 || r < 1 {
			t.Logf("precision %.2f recall %.2f  %s\n  want %v\n  got  %s", p, r, short(row[1], 90), right, l.brief(a))
		}
	}
	precision /= float64(len(cases))
	recall /= float64(answerable)
	t.Logf("%d cases: mean precision %.3f; %d with an answer: mean recall %.3f", len(cases), precision, answerable, recall)
	return precision, recall
}

// surgeryNicknames are what the vet calls people and things, beside their names.
var surgeryNicknames = map[string]lukasa.EntityKey{
	"Mo": "person:moritz", "Tilly": "person:mathilda", "Prof P": "person:professor-petersen", "DMH": "location:dowland-memorial-hall",
	"BBA": "company:brackwater-beekeepers-association", "Big Al": "person:alasdair-munro", "Jojo": "person:joanna-pruett",
	"HVS": "company:halden-veterinary-supplies", "Fin": "person:fionnuala-reyes", "NBU": "company:national-bee-unit",
	"Pri": "person:priyanka", "NMM": "company:national-maritime-museum",
}

// labels reads the last cell of a case.
func labels(cell string) (right, allowed []string) {
	for _, key := range strings.Fields(cell) {
		if rest, ok := strings.CutPrefix(key, "~"); ok {
			allowed = append(allowed, rest)
		} else {
			right = append(right, key)
		}
	}
	return right, allowed
}

// judge measures the hits of one case.
func (l *life) judge(hits, right, allowed []string) (precision, recall float64) {
	hits = slices.DeleteFunc(hits, func(key string) bool { return slices.Contains(allowed, key) })
	found := 0
	for _, key := range hits {
		if slices.Contains(right, key) {
			found++
		}
	}
	switch {
	case len(right) == 0 && len(hits) == 0:
		return 1, 1
	case len(right) == 0:
		return 0, 1
	case len(hits) == 0:
		return 0, 0
	}
	return float64(found) / float64(len(hits)), float64(found) / float64(len(right))
}

// brief lists hits with their scores and confidence.
func (l *life) brief(a *lukasa.Answer) string {
	var parts []string
	for _, h := range a.Hits {
		parts = append(parts, fmt.Sprintf("%s %.1f/%.2f", l.keys[h.Record.ID], h.Score, h.Confidence))
	}
	if len(parts) == 0 {
		return fmt.Sprintf("nothing (%.2f)", a.Confidence)
	}
	return strings.Join(parts, ", ")
}

// TestUnderstood: the answer says how a question was understood, where that is
// not how it was put.
func TestUnderstood(t *testing.T) {
	l := newLife(t)
	l.name(t, nicknames)
	for _, c := range []struct{ question, understood string }{
		{"Which port does the VPN use?", ""},
		{"What did I promise GM?", "What did I promise gai media?"},
		{"Which k8s node went NotReady?", "Which kubernetes node went NotReady?"},
		{"What is Mai alergic to?", "What is Mai allergic to?"},
		{"Which guitar strings does Beatrix prefer?", ""}, // no misspelling: a name, and words of the language
		{strings.Repeat("I talked and talked. ", 20) + "Anyway, when does my passport expire?", "when does my passport expire?"},
		{strings.Repeat("Disk full. ", 30), ""},
	} {
		require.Equal(t, c.understood, l.recall(t, lukasa.Query{Text: c.question}).Understood, c.question)
	}
}
