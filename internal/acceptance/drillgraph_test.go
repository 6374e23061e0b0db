package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// The stages that the graph's drill kills in: a rebuild from the ledger, and the
// checkpoint and the renames that make a closed graph the clean generation.
const (
	stageRebuild    = "rebuild"
	stageCheckpoint = "checkpoint"
)

// graphDrillChild writes, rebuilds the graph, writes and closes, over and over,
// and says before each what comes.
func graphDrillChild() {
	ctx := context.Background()
	dir := os.Getenv("LUKASA_TEST_DIR")
	seed, err := strconv.ParseUint(os.Getenv("LUKASA_TEST_SEED"), 10, 64)
	quit(err)
	d := &driller{rand: rand.New(rand.NewPCG(seed, 1)), out: &mouth{to: json.NewEncoder(os.Stdout)}, seed: seed}
	for n := 0; ; n += 2 {
		d.m, err = lukasa.Open(ctx, dir)
		quit(err)
		d.several(ctx, n)
		d.do(entry{Stage: stageRebuild}, func() error { return d.m.Rebuild(ctx, "graph") })
		d.several(ctx, n+1)
		d.do(entry{}, func() error { return d.m.Flush(ctx) })
		d.do(entry{Stage: stageCheckpoint}, d.m.Close)
	}
}

// several retains a few records that mention an entity.
func (d *driller) several(ctx context.Context, n int) {
	batch := make([]lukasa.Experience, 5)
	for i := range batch {
		batch[i] = d.record(n)
		batch[i].Mentions = []lukasa.Mention{{Entity: lukasa.EntityKey(fmt.Sprint("person:p", d.rand.IntN(10)))}}
	}
	d.retain(ctx, batch...)
}

// TestKillGraphDrill kills a process within the graph's checkpoint and within its
// rebuild, where the engine by itself has been seen to leave a file that never
// opens again. What is left opens, holds every acknowledged record, and every
// view agrees (I1, I2, I3; 900-01).
func TestKillGraphDrill(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "memory")
	state := newLedgerOfDrill()
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	for _, stage := range []string{stageRebuild, stageCheckpoint} {
		_, lasts := killWithin(t, dir, state, r.Uint64(), stage, time.Minute)
		for hits := 0; hits < max(2, drillKills(t)/10); {
			hit, took := killWithin(t, dir, state, r.Uint64(), stage, time.Duration(r.Int64N(int64(lasts))))
			if hit {
				hits++
				continue
			}
			lasts = max(1, min(lasts*3/4, took))
		}
	}
	t.Logf("%d records there", len(state.there))
}

// killWithin lets a child work until it has said that a stage begins, kills it
// some time after that, or when the stage has ended, and verifies what is left.
// It returns whether the stage was still under way, and if not how long it took.
func killWithin(t *testing.T, dir string, state *ledgerOfDrill, seed uint64, stage string, after time.Duration) (hit bool, took time.Duration) {
	t.Helper()
	cmd := child(t, "graph drill", dir, fmt.Sprint("LUKASA_TEST_SEED=", seed))
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	var began time.Time
	open, _ := state.hear(t, out, func(e entry) {
		switch {
		case began.IsZero() && e.Stage == stage:
			began = time.Now()
			time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		case !began.IsZero() && took == 0:
			took = time.Since(began)
			_ = cmd.Process.Kill()
		}
	})
	require.Error(t, cmd.Wait())
	require.Equal(t, -1, cmd.ProcessState.ExitCode(), "the child ended by itself") // by the signal
	state.verify(t, dir, open...)
	return took == 0, took
}
