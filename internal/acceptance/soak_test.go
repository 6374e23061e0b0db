package acceptance

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestSoak writes records, forgets them all and begins again, many times: what
// is alive in memory and the bytes in the folder do not grow from round to
// round once warm. LUKASA_DRILL_SOAK says how many rounds of 300 records.
func TestSoak(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	rounds := max(6, drillCount("LUKASA_DRILL_SOAK", 6))
	var alive, disk []int64
	for round := range rounds {
		batch := make([]lukasa.Experience, 300)
		for i := range batch {
			batch[i] = lived(fmt.Sprintf("round %d number %d", round, i))
			batch[i].Time = clock.now()
		}
		done, err := m.RetainAll(ctx, batch)
		require.NoError(t, err)
		_, err = m.Recall(ctx, lukasa.Query{Text: "which round?"})
		require.NoError(t, err)
		ids := make([]lukasa.ID, len(done))
		for i, r := range done {
			ids[i] = r.ID
		}
		_, err = m.Forget(ctx, lukasa.Forget{IDs: ids, Purge: true})
		require.NoError(t, err)
		_, err = countGraph(m)
		require.NoError(t, err)
		require.NoError(t, m.Flush(ctx))
		alive, disk = append(alive, heap()), append(disk, sizeOf(t, m.Dir()))
	}
	checked(t, m)
	t.Logf("%d rounds; bytes alive %v; bytes on disk %v", rounds, alive, disk)
	level(t, "memory", alive, 8<<20)
	level(t, "disk", disk, 4<<20)
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}

func sizeOf(t *testing.T, dir string) (sum int64) {
	for _, data := range readFiles(t, dir) {
		sum += int64(len(data))
	}
	return sum
}

// level fails the test if the last third of a series is above the second third
// by more than a tenth and the slack, peak against peak.
func level(t *testing.T, what string, series []int64, slack int64) {
	t.Helper()
	n := len(series) / 3
	before, after := slices.Max(series[n:2*n]), slices.Max(series[len(series)-n:])
	require.LessOrEqual(t, after, before+before/10+slack, "%s grows", what)
}
