package memorybench

import (
	"context"
	"runtime"
	"strings"
	"time"

	"github.com/lukasadb/lukasa"
)

func (b *bench) pick() known { return b.ids[b.g.rng.IntN(len(b.ids))] }

// structured times pages of 20 full records.
func (b *bench) structured(ctx context.Context) error {
	find := func(name string, filter func() lukasa.Filter) error {
		return b.Time(name, b.Queries, func(int) error {
			f := filter()
			f.Agents = []string{b.pick().agent}
			_, err := b.mem.Find(ctx, f)
			return err
		})
	}
	day := func() time.Time { return b.g.now.Add(-time.Duration(b.g.rng.IntN(30)) * 24 * time.Hour) }
	for _, q := range []struct {
		name   string
		filter func() lukasa.Filter
	}{
		{"recent", func() lukasa.Filter { return lukasa.Filter{} }},
		{"importance 8 and up", func() lukasa.Filter { return lukasa.Filter{MinImportance: 8} }},
		{"tag", func() lukasa.Filter { return lukasa.Filter{Tags: []string{"t7"}} }},
		{"date range", func() lukasa.Filter { d := day(); return lukasa.Filter{Since: d, Until: d.Add(24 * time.Hour)} }},
	} {
		if err := find(q.name, q.filter); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) traversals(ctx context.Context) error {
	err := b.Time("what followed, 1 hop", b.Queries, func(int) error {
		k := b.pick()
		m, err := b.mem.As(k.agent)
		if err != nil {
			return err
		}
		_, err = m.Followed(ctx, k.id, 1)
		return err
	})
	if err != nil {
		return err
	}
	return b.Time("entity mentions", b.Queries, func(int) error {
		m, err := b.mem.As(b.pick().agent)
		if err != nil {
			return err
		}
		found, err := m.Entities(ctx, "thing", 1)
		if err != nil || len(found) == 0 {
			return err
		}
		_, err = m.Mentioning(ctx, found[0].Key, 20)
		return err
	})
}

func (b *bench) recalls(ctx context.Context) error {
	return b.Time("recall, explained", b.Queries, func(int) error { return b.recallOnce(ctx, b.pick()) })
}

// recallOnce asks for a few words of a record.
func (b *bench) recallOnce(ctx context.Context, k known) error {
	words := strings.Fields(k.text)
	if len(words) > 8 {
		words = words[2:8]
	}
	m, err := b.mem.As(k.agent)
	if err != nil {
		return err
	}
	_, err = m.Recall(ctx, lukasa.Query{Text: strings.Join(words, " "), Explain: true})
	return err
}

func (b *bench) sizes(ctx context.Context) error {
	st, err := b.mem.Stats(ctx)
	if err != nil {
		return err
	}
	const mib = 1 << 20
	b.Note("disk, ledger", float64(st.Disk.Ledger)/mib, "MiB")
	b.Note("disk, graph", float64(st.Disk.Graph)/mib, "MiB")
	b.Note("disk, words and vectors", float64(st.Disk.Agents)/mib, "MiB")
	b.Note("memory of loaded indexes", float64(st.Memory)/mib, "MiB")
	var heap runtime.MemStats
	runtime.ReadMemStats(&heap)
	b.Note("heap in use", float64(heap.HeapInuse)/mib, "MiB")
	return nil
}
