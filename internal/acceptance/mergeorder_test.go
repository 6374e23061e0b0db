package acceptance

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
)

// copied makes a copy of a memory, whose ids have a salt.
func copied(t scope, m *lukasa.Memory, clock *testClock, salt byte) *lukasa.Memory {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "copy")
	require.NoError(t, m.Fork(context.Background(), dir))
	return reopened(t, dir, clock, salt)
}

// believes tells what a memory holds to be true, by words, and what it asks about.
func believes(t require.TestingT, m *lukasa.Memory) (live, asked []string) {
	words := map[lukasa.ID]string{}
	for _, e := range everything(t, m, lukasa.Filter{}) {
		words[e.ID] = e.Content
		if e.Stands() {
			live = append(live, e.Content)
		}
	}
	open, err := m.Conflicts(context.Background(), lukasa.ConflictQuery{})
	require.NoError(t, err)
	for _, c := range open {
		var sides []string
		for _, id := range c.Records {
			sides = append(sides, words[id])
		}
		slices.Sort(sides)
		asked = append(asked, fmt.Sprint(sides))
	}
	slices.Sort(live)
	slices.Sort(asked)
	return live, asked
}

// drawClaim draws a statement about the day of delivery. It is told at a moment of its own.
func drawClaim(t *rapid.T, clock *testClock) lukasa.Experience {
	e := says("delivery_day", rapid.SampledFrom([]string{"Friday", "Monday", "Sunday"}).Draw(t, "day"))
	clock.advance(time.Second)
	e.Time = newClock().now().Add(time.Duration(rapid.IntRange(-3, 0).Draw(t, "hours")) * time.Hour)
	e.Confidence = rapid.SampledFrom([]float64{.3, .5, .75, .9}).Draw(t, "confidence")
	return e
}

// TestMergeOrderProperty: what two forks claim of one thing is settled alike in whatever
// order they are merged, or reported (900-10).
func TestMergeOrderProperty(t *testing.T) {
	fewer(t, 15)
	rapid.Check(t, func(rt *rapid.T) {
		in := draw{T: rt, root: t.TempDir()}
		m, clock := openTest(in)
		single(rt, m, "delivery_day")
		if rapid.Bool().Draw(rt, "known before") {
			retain(rt, m, drawClaim(rt, clock))
		}
		again := copied(in, m, clock, 0xe0)
		var forks []*lukasa.Memory
		for _, salt := range []byte{0xf1, 0xf2} {
			fork := copied(in, m, clock, salt)
			for range rapid.IntRange(1, 2).Draw(rt, "claims") {
				retain(rt, fork, drawClaim(rt, clock))
			}
			forks = append(forks, fork)
		}
		clash := len(merged(rt, m, forks[0], lukasa.Joining{}).Conflicts) + len(merged(rt, m, forks[1], lukasa.Joining{}).Conflicts)
		clash2 := len(merged(rt, again, forks[1], lukasa.Joining{}).Conflicts) + len(merged(rt, again, forks[0], lukasa.Joining{}).Conflicts)
		live, asked := believes(rt, m)
		other, otherAsked := believes(rt, again)
		if clash+clash2 == 0 { // what is reported is left as each has it
			require.Equal(rt, live, other)
			require.Equal(rt, asked, otherAsked)
		}
		checked(rt, m)
		checked(rt, again)
	})
}

// TestMergeOrder: what the property found once: of two claims of one moment, of a doubt
// that another fork ended, of one claim of which both are sure in different measure, and of
// one that was told again after another.
func TestMergeOrder(t *testing.T) {
	type told struct {
		day        string
		hours      int
		confidence float64
	}
	for name, tt := range map[string]struct {
		base, one, two []told
		live           []string
	}{
		"two of one moment":  {nil, []told{{"Friday", -1, .9}}, []told{{"Monday", -1, .9}}, []string{"Friday", "Monday"}},
		"a doubt that ended": {[]told{{"Friday", 0, .3}}, []told{{"Sunday", 0, .9}}, []told{{"Monday", -3, .9}}, []string{"Sunday"}},
		"confirmed there":    {[]told{{"Monday", -1, .9}}, []told{{"Monday", 0, .5}}, []told{{"Friday", -1, .5}}, []string{"Monday"}},
		"told between":       {nil, []told{{"Friday", -2, .9}, {"Sunday", 0, .5}}, []told{{"Sunday", -3, .9}}, []string{"Friday", "Sunday"}},
		"doubted between":    {nil, []told{{"Friday", -3, .5}, {"Monday", -1, .3}}, []told{{"Friday", 0, .3}}, []string{"Friday"}},
		"doubted after":      {nil, []told{{"Monday", 0, .3}, {"Friday", -2, .9}}, []told{{"Monday", -3, .75}}, []string{"Friday", "Monday"}},
		"surer and newer":    {nil, []told{{"Monday", 0, .75}}, []told{{"Monday", -2, .3}, {"Friday", -3, .9}}, []string{"Monday"}},
	} {
		t.Run(name, func(t *testing.T) {
			m, clock := openTest(t)
			single(t, m, "delivery_day")
			tell := func(m *lukasa.Memory, list []told) {
				for _, c := range list {
					clock.advance(time.Second)
					e := says("delivery_day", c.day)
					e.Time, e.Confidence = newClock().now().Add(time.Duration(c.hours)*time.Hour), c.confidence
					retain(t, m, e)
				}
			}
			tell(m, tt.base)
			again := copied(t, m, clock, 0xe0)
			one, two := copied(t, m, clock, 0xf1), copied(t, m, clock, 0xf2)
			tell(one, tt.one)
			tell(two, tt.two)
			for _, from := range []*lukasa.Memory{one, two} {
				require.Empty(t, merged(t, m, from, lukasa.Joining{}).Conflicts)
			}
			for _, from := range []*lukasa.Memory{two, one} {
				require.Empty(t, merged(t, again, from, lukasa.Joining{}).Conflicts)
			}
			live, asked := believes(t, m)
			other, otherAsked := believes(t, again)
			require.Equal(t, live, other)
			require.Equal(t, asked, otherAsked)
			require.Len(t, live, len(tt.live))
			for i, day := range tt.live {
				require.Contains(t, live[i], day)
			}
			for _, mem := range []*lukasa.Memory{m, again} {
				was := digest(t, mem)
				for _, from := range []*lukasa.Memory{one, two} {
					merged(t, mem, from, lukasa.Joining{})
				}
				require.Equal(t, was, digest(t, mem), "merged again")
			}
		})
	}
}
