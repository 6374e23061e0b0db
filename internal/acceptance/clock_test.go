package acceptance

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestClockSetBackByAnHour: what is told after the clock was set back is told later than
// what was told before, also once the memory was opened anew: it takes its place, and
// stands behind it in their session.
func TestClockSetBackByAnHour(t *testing.T) {
	ctx, dir, clock := context.Background(), t.TempDir(), newClock()
	ids := countedIDs()
	open := func() *lukasa.Memory {
		m, err := lukasa.Open(ctx, dir, lukasa.WithClock(clock.now), lukasa.WithIDs(ids), lukasa.WithSeed(1))
		require.NoError(t, err)
		return m
	}
	tell := func(m *lukasa.Memory, text string) {
		_, err := m.Turn(ctx, lukasa.Message{Session: "s", User: "Ana", Text: text})
		require.NoError(t, err)
		require.NoError(t, m.Flush(ctx))
	}
	lives := func(m *lukasa.Memory) (out []string) {
		page, err := m.Find(ctx, lukasa.Filter{Kinds: []lukasa.Kind{lukasa.KindFact}})
		require.NoError(t, err)
		for _, e := range page.Items {
			if e.Status == "active" {
				out = append(out, e.Content)
			}
		}
		return out
	}
	m := open()
	tell(m, "I live in Porto.")
	require.Equal(t, []string{"Ana lives in Porto."}, lives(m))
	clock.advance(-time.Hour)
	tell(m, "I moved to Lisbon.")
	require.Equal(t, []string{"Ana lives in Lisbon."}, lives(m))
	require.NoError(t, m.Close())

	clock.advance(time.Minute)
	m = open()
	tell(m, "I moved to Faro.")
	require.Equal(t, []string{"Ana lives in Faro."}, lives(m))
	require.Equal(t, []spoken{{"user", "I live in Porto."}, {"user", "I moved to Lisbon."}, {"user", "I moved to Faro."}}, heldIn(t, m, "s"))

	clock.advance(2 * time.Hour)
	done, err := m.Retain(ctx, lukasa.Experience{Kind: lukasa.KindEvent, Content: "The clock is right again."})
	require.NoError(t, err)
	e, err := m.Get(ctx, done.ID)
	require.NoError(t, err)
	require.Equal(t, clock.now(), e.Time)
	checked(t, m)
	require.NoError(t, m.Close())
}

// TestListsWhileTheClockIsSetBack: what is told in one list comes behind the list told before,
// although the clock stands still.
func TestListsWhileTheClockIsSetBack(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	retain(t, m, lived("set back after this"))
	clock.advance(-time.Hour)
	var told []spoken
	for _, of := range []string{"the port", "the host", "the path"} {
		list := []spoken{{"user", of + "?"}, {"assistant", "One moment."}, {"assistant", "I found " + of + "."}}
		_, err := m.RetainAll(ctx, asMessages("s", list))
		require.NoError(t, err)
		told = append(told, list...)
	}
	require.Equal(t, told, heldIn(t, m, "s"))
}

// TestClockThatWasWrongAltogether: a clock that once was far ahead is not waited for.
func TestClockThatWasWrongAltogether(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	clock.advance(365 * 24 * time.Hour)
	_, err := m.Retain(ctx, lukasa.Experience{Kind: lukasa.KindEvent, Content: "A year too early."})
	require.NoError(t, err)
	clock.advance(-365 * 24 * time.Hour)
	done, err := m.Retain(ctx, lukasa.Experience{Kind: lukasa.KindEvent, Content: "The clock is right."})
	require.NoError(t, err)
	e, err := m.Get(ctx, done.ID)
	require.NoError(t, err)
	require.Equal(t, clock.now(), e.Time)
}
