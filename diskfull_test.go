//go:build linux

package lukasa

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestFullDisk lets a process write to a small file system until it is full, and
// again once there is room, LUKASA_DRILL_DISKS times over. What was acknowledged
// is there each time, and the call that failed is done whole or not at all (I1).
func TestFullDisk(t *testing.T) {
	if os.Getenv("LUKASA_DRILL_KILLS") == "" && os.Getenv("LUKASA_DRILL_DISKS") == "" {
		t.Skip("skipped: part of make drill-kill")
	}
	disk := t.TempDir()
	size := 80 // MiB
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=0700", size)); err != nil {
		t.Skip("skipped: may not mount a small disk:", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(disk, unix.MNT_DETACH) })
	dir := filepath.Join(disk, "memory")
	state := &ledgerOfDrill{there: map[ID]Experience{}, gone: map[ID]bool{}}
	full := 0
	for cycle := range drillCount("LUKASA_DRILL_DISKS", 1) {
		open, acked, failed := state.fill(t, dir, cycle)
		if failed {
			full++
		}
		require.NoError(t, unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT, "size=4g"))
		state.verify(t, dir, open)
		t.Logf("cycle %d: %d calls acknowledged", cycle, acked)
		size = int(sizeOf(t, dir)>>20) + 40
		require.NoError(t, unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT, fmt.Sprintf("size=%dm", size)))
	}
	t.Logf("%d times full", full)
	require.Positive(t, full, "the disk was never full")
}

// fill runs a writing process until it fails, or is stopped because it is so slow
// that the disk does not fill.
func (l *ledgerOfDrill) fill(t *testing.T, dir string, cycle int) (open *entry, acked int, failed bool) {
	t.Helper()
	cmd := child(t, "drill", dir, fmt.Sprint("LUKASA_TEST_SEED=", 7+cycle))
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	limit := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer limit.Stop()
	open, acked = l.listen(t, out, func() {})
	require.Error(t, cmd.Wait())
	return open, acked, cmd.ProcessState.Exited()
}
