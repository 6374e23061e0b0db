package memorybench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/store"
)

const mb = 1e6

// size reports disk by view, and resident memory of the process: of a store that
// is open but not asked, and after every agent was asked.
func (b *Bench) size(ctx context.Context) error {
	if err := errors.Join(b.close(), b.open(ctx)); err != nil {
		return err
	}
	st, err := b.mem.Stats(ctx)
	if err != nil {
		return err
	}
	b.Note("disk, ledger", float64(st.Disk.Ledger)/mb, "MB")
	b.Note("disk, graph", float64(st.Disk.Graph)/mb, "MB")
	b.Note("disk, ledger and graph", float64(st.Disk.Ledger+st.Disk.Graph)/mb, "MB")
	b.Note("disk, words and vectors", float64(st.Disk.Agents)/mb, "MB")
	b.Note("disk, closed", float64(st.Disk.Ledger+st.Disk.Graph+st.Disk.Agents)/mb, "MB")
	b.resident("resident memory, idle")
	agents, err := b.mem.Agents(ctx)
	if err != nil {
		return err
	}
	for _, a := range agents {
		if _, err := b.mem.Recall(ctx, lukasa.Query{Agents: []string{a.Name}, Text: b.pick().words()}); err != nil {
			return err
		}
	}
	b.resident("resident memory, all agents used")
	if st, err = b.mem.Stats(ctx); err != nil {
		return err
	}
	b.Note("memory of loaded indexes", float64(st.Memory)/mb, "MB")
	return b.views(ctx, agents)
}

// views reports what the words and the vectors of all agents take in memory,
// asked of the store itself. Vectors that are mapped are the page cache's.
func (b *Bench) views(ctx context.Context, agents []lukasa.AgentInfo) error {
	return b.behind(ctx, func(s *store.Store) error {
		var words, vectors, mapped int64
		for _, info := range agents {
			a, err := s.Agent(ctx, info.Name)
			if err != nil {
				return err
			}
			st := a.Vectors().Stats()
			words, vectors, mapped = words+a.Words().Bytes(), vectors+st.Bytes, mapped+st.MappedBytes
			a.Release()
		}
		b.Note("memory, words of all agents", float64(words)/mb, "MB")
		b.Note("memory, vectors of all agents", float64(vectors)/mb, "MB")
		b.Note("mapped, vectors of all agents", float64(mapped)/mb, "MB")
		return nil
	})
}

// behind closes the memory, opens its store for f, and opens the memory again.
func (b *Bench) behind(ctx context.Context, f func(*store.Store) error) error {
	if err := b.close(); err != nil {
		return err
	}
	s, err := store.Open(ctx, b.store(), store.Options{Embedder: static.New()})
	if err != nil {
		return err
	}
	return errors.Join(f(s), s.Close(), b.open(ctx))
}

// resident notes the memory of the process after what is free was given back.
func (b *Bench) resident(name string) {
	debug.FreeOSMemory()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Skip("", name, "skipped: this system does not tell")
		return
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			if err == nil {
				b.Note(name, kib*1024/mb, "MB")
			}
			return
		}
	}
}

// opens times closing and opening with the files in the page cache, without
// them, and after a kill, each with what the first questions take.
func (b *Bench) opens(ctx context.Context) error {
	if err := b.Once("close", b.close); err != nil {
		return err
	}
	if err := b.opened(ctx, "warm"); err != nil {
		return err
	}
	if err := b.close(); err != nil {
		return err
	}
	if err := dropCache(b.store()); err != nil {
		b.Skip("", "open, cold", fmt.Sprintf("skipped: the page cache cannot be emptied: %v", err))
		err := b.open(ctx)
		return errors.Join(err, b.killed(ctx))
	}
	if err := b.opened(ctx, "cold"); err != nil {
		return err
	}
	return b.killed(ctx)
}

func (b *Bench) opened(ctx context.Context, when string) error {
	if err := b.Once("open, "+when, func() error { return b.open(ctx) }); err != nil {
		return err
	}
	k := b.pick()
	err := b.Once("first recall after opening, "+when, func() error {
		_, err := b.ask(ctx, k, k.question())
		return err
	})
	if err != nil {
		return err
	}
	return b.Once("first Cypher after opening, "+when, func() error { return b.askGraph(ctx) })
}

// askGraph waits until the graph is open and answers.
func (b *Bench) askGraph(ctx context.Context) error {
	rows, err := b.mem.Cypher(ctx, "MATCH (a:Agent) RETURN count(a)", nil, lukasa.CypherOptions{})
	if err == nil {
		rows.Close()
	}
	return err
}

// killed writes some records, copies the files of the store while it is open,
// which is what a kill would leave, and times opening that. Right tells whether
// the copy holds the same as the store.
func (b *Bench) killed(ctx context.Context) error {
	for range min(100, b.Queries) {
		if _, err := b.mem.Retain(ctx, b.g.next()); err != nil {
			return err
		}
	}
	if err := b.mem.Flush(ctx); err != nil { // so that no file changes while it is copied
		return err
	}
	want, err := b.mem.Digest(ctx)
	if err != nil {
		return err
	}
	copied := b.file("killed.mem")
	defer os.RemoveAll(copied)
	if err := os.CopyFS(copied, os.DirFS(b.store())); err != nil {
		return err
	}
	var mem *lukasa.Memory
	err = b.Once("open after a kill", func() (err error) {
		mem, err = lukasa.Open(ctx, copied)
		return err
	})
	if err != nil {
		return err
	}
	err = errors.Join(b.Once("all views ready after a kill", func() error { return mem.Flush(ctx) }), same(ctx, mem, want))
	return errors.Join(err, mem.Close())
}

// same reports an error unless a memory holds what has this digest.
func same(ctx context.Context, mem *lukasa.Memory, want string) error {
	got, err := mem.Digest(ctx)
	if err == nil && got != want {
		err = errors.New("memorybench: the copy holds something else")
	}
	return err
}

// backup times a backup and its restoring, and proves that nothing is missing.
func (b *Bench) backup(ctx context.Context) error {
	dir, restored := b.file("backup"), b.file("restored.mem")
	defer func() { _ = errors.Join(os.RemoveAll(dir), os.RemoveAll(restored)) }()
	want, err := b.mem.Digest(ctx)
	if err != nil {
		return err
	}
	if err := b.Once("backup", func() error { return b.mem.Backup(ctx, dir) }); err != nil {
		return err
	}
	var mem *lukasa.Memory
	err = b.Once("restore and open, views made anew", func() (err error) {
		if err := lukasa.Restore(ctx, dir, restored); err != nil {
			return err
		}
		if mem, err = lukasa.Open(ctx, restored); err != nil {
			return err
		}
		return mem.Flush(ctx)
	})
	if err != nil {
		return err
	}
	return errors.Join(same(ctx, mem, want), mem.Close())
}

// rebuild times making each view anew, and the check that all agree.
func (b *Bench) rebuild(ctx context.Context) error {
	for _, view := range []string{"graph", "agents"} {
		if err := b.Once("rebuild "+view, func() error { return b.mem.Rebuild(ctx, view) }); err != nil {
			return err
		}
	}
	return b.Once("check of all views", func() error {
		found, err := b.mem.Check(ctx)
		if err == nil && len(found.Problems) > 0 {
			err = fmt.Errorf("memorybench: %d problems, the first: %v", len(found.Problems), found.Problems[0])
		}
		return err
	})
}
