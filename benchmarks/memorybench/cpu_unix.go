//go:build unix

package memorybench

import (
	"syscall"
	"time"
)

// cpuTime is the processor time this process has used, all cores together.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
