package knowledge_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// TestStrengthen: repetition raises confidence by bounded steps that never pass
// the cap and do not depend on their order (004-15).
func TestStrengthen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Float64Range(0.001, 1).Draw(t, "c")
		a, b := rapid.Float64Range(0, 1).Draw(t, "a"), rapid.Float64Range(0, 1).Draw(t, "b")
		once := knowledge.Strengthen(c, a)
		require.GreaterOrEqual(t, once, c)
		require.LessOrEqual(t, once, max(c, knowledge.ReinforceCap))
		require.LessOrEqual(t, once-c, knowledge.ReinforceStep)
		require.InDelta(t, knowledge.Strengthen(once, b), knowledge.Strengthen(knowledge.Strengthen(c, b), a), 1e-12)
		require.GreaterOrEqual(t, knowledge.Strengthen(c, max(a, b)), knowledge.Strengthen(c, min(a, b)))
	})
	c := 0.1
	for range 10_000 {
		c = knowledge.Strengthen(c, 1)
	}
	require.InDelta(t, knowledge.ReinforceCap, c, 1e-9)
}

// TestSway: one piece of evidence moves an opinion by .05 at most, in its own
// direction, inside the bounds, and several in any order move it alike; a big
// jump takes many (003-20).
func TestSway(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Float64Range(0.001, 1).Draw(t, "c")
		a := rapid.Float64Range(-1, 1).Draw(t, "a")
		moved := knowledge.Sway(c, a)
		require.LessOrEqual(t, math.Abs(moved-c), .05)
		require.False(t, a > 0 && moved < c || a < 0 && moved > c)
		require.Greater(t, moved, 0.)
		require.LessOrEqual(t, moved, 1.)

		inside := rapid.Float64Range(.2, .8).Draw(t, "inside")
		weights := rapid.SliceOfN(rapid.Float64Range(-1, 1), 0, 6).Draw(t, "weights")
		forth, back := inside, inside
		for i := range weights {
			forth = knowledge.Sway(forth, weights[i])
			back = knowledge.Sway(back, weights[len(weights)-1-i])
		}
		require.InDelta(t, forth, back, 1e-9)
	})
	c, steps := .7, 0
	for ; c > .3; steps++ {
		c = knowledge.Sway(c, -1)
	}
	require.Equal(t, 9, steps)
}

// TestWeigh: the same evidence counts once, and evidence that changes sides takes
// its old weight back (003-19, 003-20).
func TestWeigh(t *testing.T) {
	o := schema.Experience{Kind: schema.KindOpinion, Confidence: .6}
	ev := schema.Evidence{ID: schema.ID{1}, Stance: schema.StanceSupports}
	require.True(t, knowledge.Weigh(&o, ev))
	up := o.Confidence
	require.Greater(t, up, .6)
	require.False(t, knowledge.Weigh(&o, ev))
	require.Equal(t, up, o.Confidence)
	ev.Stance = schema.StanceContradicts
	require.True(t, knowledge.Weigh(&o, ev))
	require.InDelta(t, knowledge.Sway(.6, -1), o.Confidence, 1e-12)
	require.Len(t, o.Evidence, 1)
	ev = schema.Evidence{ID: schema.ID{2}, Stance: schema.StanceSummarises}
	before := o.Confidence
	require.True(t, knowledge.Weigh(&o, ev))
	require.Equal(t, before, o.Confidence, "a summary takes no side")
}
