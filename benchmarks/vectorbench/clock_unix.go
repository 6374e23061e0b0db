//go:build unix

package vectorbench

import (
	"time"

	"golang.org/x/sys/unix"
)

// A clock measures wall and processor time together.
type clock struct {
	wall time.Time
	cpu  time.Duration
}

func startClock() clock { return clock{wall: time.Now(), cpu: processorTime()} }

func (c clock) stop() (wall, cpu time.Duration) { return time.Since(c.wall), processorTime() - c.cpu }

func processorTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
