package memorybench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/benchmarks/cputime"
)

// mostBatched is how many records of a store are written for each way of writing.
const mostBatched = 100_000

// batches times batched writes that do not look for entities in the texts, with
// the records that each is similar to and without, each in a store of its own. The
// store of the other parts is written with all of it: see ingest.
func (b *Bench) batches(ctx context.Context) error {
	const name = "batched retain without entities"
	return errors.Join(
		b.batched(ctx, name, nil),
		b.batched(ctx, name+" and neighbours", map[string]any{linksKey: 0}),
	)
}

// batched fills a temporary store whose settings are given.
func (b *Bench) batched(ctx context.Context, name string, settings map[string]any) error {
	dir, err := os.MkdirTemp(b.Dir, "batches-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	of := Bench{Config: b.Config}
	of.Dir, of.Records = dir, min(b.Records, mostBatched)
	if of.g, err = newGenerator(of.Config); err != nil {
		return err
	}
	if err := of.open(ctx, lukasa.WithLinking(lukasa.LinkOff)); err != nil {
		return err
	}
	var done progress
	start, cpu := time.Now(), cputime.Used()
	err = errors.Join(of.mem.SetStoreConfig(ctx, settings), of.fill(ctx, &done))
	took, used := time.Since(start), cputime.Used()-cpu
	if err = errors.Join(err, of.close()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	b.Note(name, float64(of.Records)/done.Wall.Seconds(), "records/s")
	b.Note(name+", until all views are ready", float64(of.Records)/took.Seconds(), "records/s")
	b.Note(name+", processor time of all threads", float64(used.Microseconds())/float64(of.Records), "us/record")
	return nil
}
