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
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
)

// TestContains (002-09): a text is found wherever it stands in a record, in any
// case, whatever was changed, superseded or forgotten meanwhile, and nothing else
// is: as if every record were read.
func TestContains(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	pieces := []string{"the disk", "DiskFull", "fsck is", "your", "cafe\u0301", "café", "Phở bò", "v0.11.3", "文件disk", "\u212Aelvin", "don't", ":-)", "(see", "done 🎉", strings.Repeat("x", 254) + "disk"}
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
		part := rapid.SampledFrom([]string{"disk", "ISK", "kfu", "is your", "cafe", "café", "phở", "0.11", "kelvin", "n't", "件d", "文件", "nowhere", ", ", "x", ":-)", "-", "🎉", "e (s", "-) yo"}).Draw(rt, "part")
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

// TestContainsPages (002-09): where few records have a word or marks, they come page by page and
// in the order of those that are found by reading all, from either end and within bounds,
// with what was going on where these begin.
func TestContainsPages(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	day := func(n int) time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n) }
	batch := make([]lukasa.Experience, 400)
	for i := range batch {
		batch[i] = lukasa.Experience{Kind: "fact", Content: fmt.Sprintf("note %d on the weather", i), Time: day(i / 3), Tags: []string{fmt.Sprint(i % 2)}}
		if i%39 == 0 {
			batch[i].Content = fmt.Sprintf("note %d on a Kestrel :-)", i)
		}
	}
	batch[39].TimeEnd = day(80)
	_, err := m.RetainAll(ctx, batch)
	require.NoError(t, err)
	for name, f := range map[string]lukasa.Filter{
		"newest first": {}, "oldest first": {OldestFirst: true}, "of a tag": {Tags: []string{"1"}},
		"within bounds":               {Since: day(40), Until: day(120)},
		"within bounds, oldest first": {Since: day(40), Until: day(120), OldestFirst: true},
		"to be reviewed":              {Review: true},
	} {
		t.Run(name, func(t *testing.T) {
			want := []lukasa.ID{}
			for e, err := range m.All(ctx, f) {
				require.NoError(t, err)
				if strings.Contains(e.Content, "Kestrel") {
					want = append(want, e.ID)
				}
			}
			f.Limit = 4
			for _, f.Contains = range []string{"kestrel", ":-)", "L :"} {
				require.Equal(t, want, pages(t, m, f), f.Contains)
			}
			f.Contains = "the :-)"
			require.Empty(t, pages(t, m, f))
			require.Equal(t, name == "to be reviewed", len(want) == 0)
		})
	}
	_, err = m.Find(ctx, lukasa.Filter{Contains: "kestrel", After: "bad"})
	require.ErrorIs(t, err, query.ErrInvalid)
}

// pages lists what a filter finds, page by page.
func pages(t *testing.T, m *lukasa.Memory, f lukasa.Filter) []lukasa.ID {
	got := []lukasa.ID{}
	for {
		page, err := m.Find(context.Background(), f)
		require.NoError(t, err)
		for _, e := range page.Items {
			got = append(got, e.ID)
		}
		if f.After = page.Next; f.After == "" {
			return got
		}
	}
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
