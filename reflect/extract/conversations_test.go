package extract

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/reflect/extract/extracttest"
)

// score counts what was found of conversations, and what there was to find.
type score struct{ tally }

// message counts one message, and says what is wrong.
func (c *score) message(m extracttest.Message, got []Statement) (wrong []string) {
	rest := slices.DeleteFunc(slices.Clone(m.Lessons), func(l extracttest.Lesson) bool { return l.Value == "" })
	c.there += len(rest)
	c.found += len(got)
	for _, s := range got {
		at := slices.IndexFunc(rest, func(l extracttest.Lesson) bool { return teaches(s, l) })
		if at < 0 {
			wrong = append(wrong, "found "+label(s))
			continue
		}
		c.right++
		rest = slices.Delete(rest, at, at+1)
	}
	for _, l := range rest {
		wrong = append(wrong, "missed "+l.Kind+": "+l.Value)
	}
	return wrong
}

// teaches tells whether a statement is a lesson. A correction names what changes alone, so
// it is found where the new value holds it and the old one does not.
func teaches(s Statement, l extracttest.Lesson) bool {
	if s.Kind == Correction {
		return l.Old != "" && strings.Contains(l.Value, s.Value) && !strings.Contains(l.Old, s.Value)
	}
	return l.Predicate(s.Predicate) && extracttest.Same(s.Value, l.Value)
}

// pinned are what is found of each split, rounded down: they only rise.
var pinned = map[string]struct{ precision, recall float64 }{
	"seen":   {.97, .97},
	"held":   {.92, .86},
	"third":  {.85, .5},
	"fourth": {.87, .36},
}

// TestConversations measures extraction (001-02, 001-10, 004-15) on whole conversations by
// another hand than the rules'. Where a message teaches nothing, every lesson is wrong.
func TestConversations(t *testing.T) {
	totals, kinds := map[string]*score{}, map[string]*score{}
	for _, c := range extracttest.Conversations(t, "testdata/conversations.txt") {
		if totals[c.Split] == nil {
			totals[c.Split] = &score{}
		}
		for _, m := range c.Messages {
			got := Read(m.Text).Statements
			wrong := totals[c.Split].message(m, got)
			for _, w := range wrong {
				t.Logf("%q: %s", m.Text, w)
			}
			byKind(kinds, m, got)
		}
	}
	for kind, c := range kinds {
		t.Logf("%-16s %d of %d, %d found", kind, c.right, c.there, c.found)
	}
	for split, c := range totals {
		t.Logf("%-5s precision %.3f, recall %.3f (%d right, %d found, %d there)", split, c.precision(), c.recall(), c.right, c.found, c.there)
		require.GreaterOrEqual(t, c.precision(), pinned[split].precision, split)
		require.GreaterOrEqual(t, c.recall(), pinned[split].recall, split)
	}
}

// TestVoices measures the same on single messages in many voices, of which many only look
// like statements.
func TestVoices(t *testing.T) {
	total, kinds := &score{}, map[string]*score{}
	for _, m := range extracttest.Voices(t, "testdata/voices.tsv") {
		got := Read(m.Text).Statements
		for _, w := range total.message(m, got) {
			t.Logf("%q: %s", m.Text, w)
		}
		byKind(kinds, m, got)
	}
	for kind, c := range kinds {
		t.Logf("%-16s %d of %d", kind, c.right, c.there)
	}
	t.Logf("precision %.3f, recall %.3f (%d right, %d found, %d there)", total.precision(), total.recall(), total.right, total.found, total.there)
	require.GreaterOrEqual(t, total.precision(), .99)
	require.GreaterOrEqual(t, total.recall(), .99)
}

// byKind counts a message by the kinds of its lessons.
func byKind(kinds map[string]*score, m extracttest.Message, got []Statement) {
	for _, l := range m.Lessons {
		kind, _, _ := strings.Cut(l.Kind, ":")
		if kinds[kind] == nil {
			kinds[kind] = &score{}
		}
		found := slices.DeleteFunc(slices.Clone(got), func(s Statement) bool { return !l.Predicate(s.Predicate) && !teaches(s, l) })
		kinds[kind].message(extracttest.Message{Lessons: []extracttest.Lesson{l}}, found)
	}
}
