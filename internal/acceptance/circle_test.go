package acceptance

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// inCircle retains two records that refer to each other, one that refers to them, and
// one that took its place, to which it refers too.
func inCircle(t *testing.T, m *lukasa.Memory) (a, b lukasa.ID) {
	t.Helper()
	a = retain(t, m, lived("the first day"))
	b = retain(t, m, lukasa.Experience{
		Kind: schema.KindOpinion, Content: "Days are long.", Parent: a, Related: []lukasa.ID{a},
		Evidence: []lukasa.Evidence{{ID: a, Stance: schema.StanceSupports}},
	})
	c := retain(t, m, lukasa.Experience{Kind: schema.KindEvent, Content: "The second day.", Related: []lukasa.ID{b}})
	d, err := m.Supersede(context.Background(), c, lukasa.Experience{Kind: schema.KindEvent, Content: "The last day."})
	require.NoError(t, err)
	_, err = m.Update(context.Background(), c, 0, lukasa.Patch{Related: &[]lukasa.ID{b, d.ID}})
	require.NoError(t, err)
	_, err = m.Update(context.Background(), a, 0, lukasa.Patch{
		Parent: &b, Related: &[]lukasa.ID{b}, Evidence: &[]lukasa.Evidence{{ID: b, Stance: schema.StanceContradicts}},
	})
	require.NoError(t, err)
	return a, b
}

// TestCirclesAreImported: records that refer to one another, which updates can bring
// about, come back from an export, with what refers to them, also when they are
// committed apart and when one is known under another id.
func TestCirclesAreImported(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	a, b := inCircle(t, m)
	var out bytes.Buffer
	_, err := m.Export(ctx, &out)
	require.NoError(t, err)

	for _, batch := range []int{0, 1} {
		for _, known := range []bool{false, true} {
			other, _ := openTest(t)
			to := a
			if known {
				e := lived("the first day")
				e.ID = lukasa.ID{0: 9, 6: 0x70, 8: 0x80}
				to = retain(t, other, e)
			}
			done, err := other.Import(ctx, bytes.NewReader(out.Bytes()), lukasa.Import{Batch: batch})
			require.NoError(t, err)
			require.Zero(t, done.Failed, done.Errors)
			require.Len(t, everything(t, other, lukasa.Filter{}), 4)
			first := requireCircle(t, other, to, b)
			if !known {
				require.Equal(t, b, first.Parent)
				require.Equal(t, []lukasa.ID{b}, first.Related)
			}
			checked(t, other)
		}
	}
}

// requireCircle holds what a memory has of inCircle's records against what they say of
// each other, and returns the first, which may be known under an id of its own.
func requireCircle(t *testing.T, m *lukasa.Memory, a, b lukasa.ID) lukasa.Experience {
	t.Helper()
	second, err := m.Get(t.Context(), b)
	require.NoError(t, err)
	require.Equal(t, a, second.Parent)
	require.Equal(t, []lukasa.ID{a}, second.Related)
	require.Equal(t, []lukasa.Evidence{{ID: a, Stance: schema.StanceSupports}}, second.Evidence)
	first, err := m.Get(t.Context(), a)
	require.NoError(t, err)
	require.Equal(t, []lukasa.Evidence{{ID: b, Stance: schema.StanceContradicts}}, first.Evidence)
	return first
}

// TestCirclesAreMerged: a merge brings them as well, once, however few objects it
// commits at a time.
func TestCirclesAreMerged(t *testing.T) {
	ctx := context.Background()
	for _, batch := range []int{0, 1, 2, 3} {
		for _, known := range []bool{false, true} {
			m, clock := openTest(t)
			fork := forked(t, m, clock)
			a, b := inCircle(t, fork)
			to := a
			if known {
				to = retain(t, m, lived("the first day"))
			}
			done, err := m.Merge(ctx, fork, lukasa.Joining{Batch: batch})
			require.NoError(t, err)
			require.Empty(t, done.Conflicts)
			requireCircle(t, m, to, b)
			before := digest(t, m)
			_, err = m.Merge(ctx, fork, lukasa.Joining{Batch: batch})
			require.NoError(t, err)
			require.Equal(t, before, digest(t, m))
			checked(t, m)
		}
	}
}
