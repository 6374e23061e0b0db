package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

// Thread is the processor time the calling thread has used: what a call costs whoever else is busy.
func Thread() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
