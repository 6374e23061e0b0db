//go:build linux

package acceptance

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
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
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=80m,mode=0700"); err != nil {
		t.Skip("skipped: may not mount a small disk:", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(disk, unix.MNT_DETACH) })
	dir := filepath.Join(disk, "memory")
	state := newLedgerOfDrill()
	for cycle := range drillCount("LUKASA_DRILL_DISKS", 1) {
		open, acked := state.fill(t, disk, dir, cycle)
		t.Logf("cycle %d: %d calls acknowledged, then the disk was full", cycle, acked)
		require.NoError(t, unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT, "size=4g"))
		state.verify(t, dir, open...)
		size := int(sizeOf(t, dir)>>20) + 40
		require.NoError(t, unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT, fmt.Sprintf("size=%dm", size)))
	}
}

// fill runs a writing process until it fails for want of room, which a growing
// file beside it sees to: nothing that the process gives back is left to it.
func (l *ledgerOfDrill) fill(t *testing.T, disk, dir string, cycle int) (open []*entry, acked int) {
	t.Helper()
	cmd := child(t, "drill", dir, fmt.Sprint("LUKASA_TEST_SEED=", 7+cycle))
	said := &bytes.Buffer{}
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	limit := time.AfterFunc(2*time.Minute, func() { _ = cmd.Process.Kill() })
	defer limit.Stop()
	ballast, err := os.Create(filepath.Join(disk, "ballast"))
	require.NoError(t, err)
	ended, filled := make(chan struct{}), make(chan struct{})
	begin := sync.OnceFunc(func() { go grow(ballast, ended, filled) })
	heard := 0
	open, acked = l.hear(t, out, func(entry) {
		if heard++; heard == 40 {
			begin()
		}
	})
	require.Error(t, cmd.Wait())
	begin() // so that there is an end to it, also where the process failed before
	close(ended)
	<-filled
	require.NoError(t, errors.Join(ballast.Close(), os.Remove(ballast.Name())))
	require.True(t, cmd.ProcessState.Exited(), "was killed; the disk never was full to it")
	// Kuzu tells of a short write only.
	require.Regexp(t, "(?i)no space left|numBytesToWrite", said.String(), "failed of something else")
	return open, acked
}

// grow takes what room there is on a disk, again and again.
func grow(f *os.File, ended <-chan struct{}, filled chan<- struct{}) {
	defer close(filled)
	chunk := make([]byte, 64<<10)
	for {
		if _, err := f.Write(chunk); err == nil {
			continue
		}
		select {
		case <-ended:
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}
