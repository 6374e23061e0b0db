package acceptance

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// TestMergeLivesOn: content that both sides learned lives as long after a merge as if
// both had told it here, even where it was just read out of this memory; and when
// somebody then gives it a shorter life, merging again leaves it that (000-16, 900-10).
func TestMergeLivesOn(t *testing.T) {
	ctx := context.Background()
	in := func(d time.Duration) time.Time { return newClock().now().Add(d) }
	for name, tt := range map[string]struct{ here, there lukasa.Experience }{
		"day and week":        {lukasa.Experience{TTL: schema.TTLDay}, lukasa.Experience{TTL: schema.TTLWeek}},
		"week and day":        {lukasa.Experience{TTL: schema.TTLWeek}, lukasa.Experience{TTL: schema.TTLDay}},
		"day and permanent":   {lukasa.Experience{TTL: schema.TTLDay}, lukasa.Experience{Permanent: true}},
		"permanent and day":   {lukasa.Experience{Permanent: true}, lukasa.Experience{TTL: schema.TTLDay}},
		"dated and endless":   {lukasa.Experience{ExpiresAt: in(48 * time.Hour)}, lukasa.Experience{}},
		"soon and later":      {lukasa.Experience{ExpiresAt: in(24 * time.Hour)}, lukasa.Experience{ExpiresAt: in(48 * time.Hour)}},
		"session and day":     {lukasa.Experience{TTL: schema.TTLSession}, lukasa.Experience{TTL: schema.TTLDay}},
		"session and never":   {lukasa.Experience{TTL: schema.TTLSession}, lukasa.Experience{TTL: schema.TTLNever}},
		"endless and session": {lukasa.Experience{}, lukasa.Experience{TTL: schema.TTLSession}},
	} {
		for _, statement := range []*lukasa.Statement{nil, {Subject: "person:ana", Predicate: "lives_in", Value: []byte(`"Hue"`)}} {
			t.Run(fmt.Sprintf("%s, stated=%t", name, statement != nil), func(t *testing.T) {
				for _, e := range []*lukasa.Experience{&tt.here, &tt.there} {
					e.Kind, e.Content, e.Session, e.Statement = "fact", "Ana lives in the old town of Hue", "monday", statement
				}
				told, _ := openTest(t)
				id := retain(t, told, tt.here)
				retain(t, told, tt.there)
				want, err := told.Get(ctx, id)
				require.NoError(t, err)

				m, clock := openTest(t)
				fork := forked(t, m, clock)
				id = retain(t, m, tt.here)
				there := retain(t, fork, tt.there)
				_, err = m.Recall(ctx, lukasa.Query{Text: tt.here.Content})
				require.NoError(t, err)
				require.Equal(t, 1, merged(t, m, fork, lukasa.Joining{}).Known)
				got, err := m.Get(ctx, id)
				require.NoError(t, err)
				require.Equal(t, []any{want.TTL, want.ExpiresAt, want.Permanent}, []any{got.TTL, got.ExpiresAt, got.Permanent})
				was := digest(t, m)
				require.Zero(t, merged(t, m, fork, lukasa.Joining{}).Known)
				require.Equal(t, was, digest(t, m), "merged twice")

				_, err = m.Update(ctx, id, 0, lukasa.Patch{TTL: new(schema.TTL), ExpiresAt: new(in(2 * time.Hour)), Permanent: new(false)})
				require.NoError(t, err)
				_, err = fork.Update(ctx, there, 0, lukasa.Patch{Importance: new(9)})
				require.NoError(t, err)
				was = digest(t, m)
				require.Equal(t, 1, merged(t, m, fork, lukasa.Joining{}).Known)
				require.Equal(t, was, digest(t, m), "shortened here since")
				checked(t, m)
			})
		}
	}
}
