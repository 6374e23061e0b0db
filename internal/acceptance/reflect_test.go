package acceptance

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// 003-16, 003-18, R4: a reflection sums up what piled up, proposes core memory,
// says why, does nothing on a dry run, and nothing the second time.
func TestReflect(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, clock := openTest(t)
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "customer:gai-media", Name: "Gai Media"}))
	for i := range 30 {
		clock.advance(time.Hour)
		retain(t, m, lukasa.Experience{
			Kind: "event", Session: fmt.Sprint("day ", i/10), Content: fmt.Sprintf("Gai Media received delivery number %d and paid invoice %d in full.", i, 1000+i),
			Mentions: []lukasa.Mention{{Entity: "customer:gai-media"}},
		})
	}
	noted, err := m.AddUserFact(ctx, lukasa.Experience{Content: "Minh's role is accountant.", UserFact: &lukasa.UserFact{User: "minh", Type: "role"}})
	require.NoError(t, err)
	_, err = m.Verify(ctx, lukasa.Review{ID: noted.ID, By: "ana"})
	require.NoError(t, err)

	digest := func() string {
		d, err := m.Digest(ctx)
		require.NoError(t, err)
		return d
	}
	before := digest()
	planned, err := m.Reflect(ctx, lukasa.Reflection{DryRun: true})
	require.NoError(t, err)
	require.Equal(t, before, digest(), "a dry run changes nothing")
	require.NotEmpty(t, planned.Changes)

	done, err := m.Reflect(ctx, lukasa.Reflection{})
	require.NoError(t, err)
	require.Len(t, done.Changes, len(planned.Changes))
	require.Equal(t, "entity", done.Changes[0].What)
	require.Contains(t, done.Changes[0].Reason, "customer:gai-media")
	require.Equal(t, []lukasa.Proposal{{
		Block: "user", Append: "Minh's role is accountant.", Source: noted.ID, Reason: "verified by ana",
	}}, done.Proposals)

	_, err = m.EditBlock(ctx, lukasa.BlockEdit{Block: "user", Text: done.Proposals[0].Append})
	require.NoError(t, err)
	before = digest()
	again, err := m.Reflect(ctx, lukasa.Reflection{})
	require.NoError(t, err)
	require.Empty(t, again.Changes)
	require.Empty(t, again.Proposals)
	require.Equal(t, before, digest(), "a second run changes nothing")
	checked(t, m)
}
