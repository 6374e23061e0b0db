package query_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// What the precise profile reaches over testdata/precise.txt. The levels only
// ever rise: a change that lowers one has to be argued for.
const (
	leastPrecision = 0.70
	leastRecall    = 0.76
)

// TestPrecision asks for what stands out and nothing else: homonyms in two
// scopes, aliases, chains of supersession, typos, questions off the topic and
// long-winded ones (002-03, 002-04, 900-05).
//
// The precision of a case is the share of its hits that are right; an empty
// answer is right where nothing is, and counts as 0 where something is. Recall
// is the share of the right records that were hits, over cases that have some.
func TestPrecision(t *testing.T) {
	l := newLife(t)
	l.name(t)
	cases := table(t, "testdata/precise.txt", 3)
	require.GreaterOrEqual(t, len(cases), 80)
	var precision, recall float64
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
	require.GreaterOrEqual(t, precision, leastPrecision)
	require.GreaterOrEqual(t, recall, leastRecall)
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
