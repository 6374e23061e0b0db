package ledger

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"
	"github.com/stretchr/testify/require"
)

// image is what a power failure left, and what had been promised by then.
type image struct {
	fs           vfs.FS
	acked, begun int
}

// camera takes an image before one in so many writes of the engine.
type camera struct {
	disk         *vfs.MemFS
	mu           sync.Mutex // guards rand
	rand         *rand.Rand
	every        int64
	unsynced     int // percent of what was not synced that is there all the same
	writes       atomic.Int64
	acked, begun atomic.Int64
	images       chan image
}

// MaybeError implements [errorfs.Injector].
func (c *camera) MaybeError(op errorfs.Op) error {
	if op.Kind.ReadOrWrite() != errorfs.OpIsWrite || c.writes.Add(1)%c.every != 0 {
		return nil
	}
	acked := int(c.acked.Load()) // before the image: what is acknowledged later need not be on it
	c.mu.Lock()
	defer c.mu.Unlock()
	clone := c.disk.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: c.unsynced, RNG: c.rand})
	c.images <- image{clone, acked, int(c.begun.Load())}
	return nil
}

// String implements [errorfs.Injector].
func (c *camera) String() string { return "camera" }

func (c *camera) work(t *testing.T) {
	l, err := Open("store", small(errorfs.Wrap(c.disk, c)))
	require.NoError(t, err)
	for _, s := range workload() {
		c.begun.Add(1)
		require.NoError(t, l.Update(context.Background(), s.tx))
		c.acked.Add(1)
		if s.after != nil {
			require.NoError(t, s.after(l))
		}
	}
	require.NoError(t, l.Close())
}

// TestCrashAtEveryWrite takes the power away before each single write, with some
// of what was not synced on the disk and some not: what was acknowledged is
// there (L1), and no witness cries wolf (L9). LUKASA_DRILL_POWER says how many
// images there are to be at least.
func TestCrashAtEveryWrite(t *testing.T) {
	marks := milestones(t)
	want, err := strconv.Atoi(os.Getenv("LUKASA_DRILL_POWER"))
	every := int64(1)
	if err != nil {
		want, every = 150, 7
	}
	seen := 0
	for seed := uint64(0); seen < want; seed++ {
		c := &camera{
			disk: vfs.NewCrashableMem(), rand: rand.New(rand.NewPCG(seed, 4)), every: every,
			unsynced: int(seed%5) * 25, images: make(chan image, 10_000),
		}
		c.work(t)
		close(c.images)
		for i := range c.images {
			seen++
			recovered(t, i.fs, marks, i.acked, i.begun)
		}
	}
	t.Logf("%d images", seen)
}
