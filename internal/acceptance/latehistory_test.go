package acceptance

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// TestRetainedAsHistory: a record that is over when it is told and says by what, is tied to
// that as if both had come in order (I4). What it names may be unknown; it cannot be what
// the record took the place of.
func TestRetainedAsHistory(t *testing.T) {
	m, clock := openTest(t)
	ctx := context.Background()
	holds, err := m.Retain(ctx, lukasa.Experience{Kind: schema.KindPreference, Content: "Answer in English."})
	require.NoError(t, err)
	past := func(text string, by lukasa.ID) lukasa.Experience {
		return lukasa.Experience{
			Kind: schema.KindPreference, Content: text, Time: clock.now().Add(-time.Hour), Status: schema.StatusSuperseded, SupersededBy: by, ValidTo: clock.now(),
		}
	}
	late, err := m.Retain(ctx, past("Answer in French.", holds.ID))
	require.NoError(t, err)
	now, err := m.Get(ctx, holds.ID)
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{late.ID}, now.Supersedes)
	was, err := m.Get(ctx, late.ID)
	require.NoError(t, err)
	require.Equal(t, holds.ID, was.SupersededBy)
	require.Equal(t, clock.now(), was.ValidTo)

	_, err = m.Retain(ctx, past("Answer in German.", lukasa.ID{0: 9, 6: 0x70, 8: 0x80}))
	require.NoError(t, err)
	circle := past("Answer in Dutch.", holds.ID)
	circle.Supersedes = []lukasa.ID{holds.ID}
	_, err = m.Retain(ctx, circle)
	require.ErrorIs(t, err, lukasa.ErrSuperseded)
	checked(t, m)
}
