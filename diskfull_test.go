//go:build linux

package lukasa

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestFullDisk lets a process write to a small file system until it is full.
// What was acknowledged is there once there is room again, and the call that
// failed is done whole or not at all (I1).
func TestFullDisk(t *testing.T) {
	if os.Getenv("LUKASA_DRILL_KILLS") == "" {
		t.Skip("skipped: part of make drill-kill")
	}
	disk := t.TempDir()
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=130m,mode=0700"); err != nil {
		t.Skip("skipped: may not mount a small disk:", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(disk, unix.MNT_DETACH) })
	dir := filepath.Join(disk, "memory")
	state := &ledgerOfDrill{there: map[ID]Experience{}, gone: map[ID]bool{}}
	cmd := child(t, "drill", dir, "LUKASA_TEST_SEED=7")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	limit := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer limit.Stop()
	open, acked := state.listen(t, out, func() {})
	require.Error(t, cmd.Wait())
	require.Positive(t, acked)
	require.NoError(t, unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT, "size=1g"))
	state.verify(t, dir, open)
}
