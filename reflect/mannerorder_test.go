package reflect_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// TestNewestWishHoldsProperty: of wishes that exclude each other, some said again, the one
// that was said last holds and no other, in whatever order they are learned; and where none was said again, each held until the
// next was said.
func TestNewestWishHoldsProperty(t *testing.T) {
	wishes := []string{"French", "English", "Spanish", "German", "Italian", "Dutch"}
	fewerChecks(t, 15)
	rapid.Check(t, func(rt *rapid.T) {
		at := rapid.Permutation([]int{1, 2, 3, 4, 5, 6}).Draw(rt, "minutes")[:rapid.IntRange(2, 6).Draw(rt, "number")]
		again := rapid.Bool().Draw(rt, "again")
		languages := rapid.Permutation(wishes).Draw(rt, "languages")
		var said []string
		for i := range at {
			if again {
				i = rapid.IntRange(0, 2).Draw(rt, "which")
			}
			said = append(said, "From now on answer in "+languages[i]+".")
		}
		k := openTalk(t, reflect.Options{})
		began := time.UnixMicro(k.micros.Load()).UTC()
		k.learnAt(t, said, at)
		last := 0
		for minute := 1; minute <= 6; minute++ {
			if slices.Contains(at, minute) {
				last = minute
			}
			if last > 0 && !again {
				then := k.heldAt(rt, began.Add(time.Duration(minute-10)*time.Minute+30*time.Second))
				require.Equal(rt, []string{wanted(said, at, last)}, then, "minute %d of %v at %v", minute, said, at)
			}
		}
		require.Equal(rt, []string{wanted(said, at, last)}, k.held(t, schema.KindPreference), "%v at %v", said, at)
		k.requireSuccessors(t)
	})
}

// wanted is the preference that was said at a minute.
func wanted(said []string, at []int, minute int) string {
	_, wish, _ := strings.Cut(said[slices.Index(at, minute)], "From now on ")
	return "ana wants it so from now on: " + wish
}

// heldAt lists the wishes that were told until a moment and held then, each once.
func (k *talk) heldAt(t require.TestingT, at time.Time) (wishes []string) {
	for e, err := range k.reader.All(context.Background(), query.Filter{Agents: []string{"a"}, Kinds: []schema.Kind{schema.KindPreference}, Statuses: schema.Statuses()}) {
		require.NoError(t, err)
		if !e.Time.After(at) && knowledge.HoldsAt(&e, at) && !slices.Contains(wishes, e.Content) {
			wishes = append(wishes, e.Content)
		}
	}
	return wishes
}
