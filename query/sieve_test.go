package query_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// TestContains (002-09): a text is found wherever it stands in a record, in any
// case, whatever was changed, superseded or forgotten meanwhile, and nothing else
// is: as if every record were read.
func TestContains(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	pieces := []string{"the disk", "DiskFull", "fsck is", "your", "cafe\u0301", "café", "Phở bò", "v0.11.3", "文件disk", "\u212Aelvin", "don't", strings.Repeat("x", 254) + "disk"}
	words := func(rt *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 5).Draw(rt, "words"), rapid.SampledFrom([]string{" ", "", ", "}).Draw(rt, "between"))
	}
	ids := []lukasa.ID{}
	said := 0
	rapid.Check(t, func(rt *rapid.T) {
		said++
		e := lukasa.Experience{Kind: "fact", Content: fmt.Sprint(said, " ", words(rt)), Summary: words(rt)}
		if len(ids) > 0 && rapid.Bool().Draw(rt, "supersedes") {
			e.Supersedes = ids[len(ids)-1:]
		}
		done, err := m.Retain(ctx, e)
		require.NoError(rt, err)
		ids = append(ids, done.ID)
		switch at := rapid.IntRange(0, len(ids)-1).Draw(rt, "at"); rapid.IntRange(0, 2).Draw(rt, "then") {
		case 0:
			text := fmt.Sprint(said, " ", words(rt))
			_, err := m.Update(ctx, ids[at], 0, lukasa.Patch{Content: &text})
			require.NoError(rt, err)
		case 1:
			_, err := m.Forget(ctx, lukasa.Forget{IDs: ids[at : at+1]})
			require.NoError(rt, err)
			ids = slices.Delete(ids, at, at+1)
		}
		part := rapid.SampledFrom([]string{"disk", "ISK", "kfu", "is your", "cafe", "café", "phở", "0.11", "kelvin", "n't", "件d", "nowhere", ", ", "x"}).Draw(rt, "part")
		every := lukasa.Filter{Statuses: []schema.Status{schema.StatusActive, schema.StatusSuperseded}}
		want := []lukasa.ID{}
		for e, err := range m.All(ctx, every) {
			require.NoError(rt, err)
			if strings.Contains(strings.ToLower(e.Text()+"\x00"+e.Summary), strings.ToLower(part)) {
				want = append(want, e.ID)
			}
		}
		every.Contains = part
		got := []lukasa.ID{}
		for e, err := range m.All(ctx, every) {
			require.NoError(rt, err)
			got = append(got, e.ID)
		}
		require.Equal(rt, want, got, part)
	})
}

// TestContainsWhileWriting: what was retained before a search began is found by
// it, while others write.
func TestContainsWhileWriting(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	const records = 150
	var mu sync.Mutex
	kept := 0
	var writing sync.WaitGroup
	writing.Go(func() {
		for i := range records {
			_, err := m.Retain(ctx, lukasa.Experience{Kind: "fact", Content: fmt.Sprintf("the kestrel was seen %d times", i), Time: time.Unix(int64(i), 0)})
			if !assertNoError(t, err) {
				return
			}
			mu.Lock()
			kept = i + 1
			mu.Unlock()
		}
	})
	for done := 0; done < records && !t.Failed(); {
		mu.Lock()
		done = kept
		mu.Unlock()
		page, err := m.Find(ctx, lukasa.Filter{Contains: "Kestrel", Limit: 1000})
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(page.Items), done)
	}
	writing.Wait()
}

func assertNoError(t *testing.T, err error) bool {
	if err != nil {
		t.Errorf("retain: %v", err)
	}
	return err == nil
}
