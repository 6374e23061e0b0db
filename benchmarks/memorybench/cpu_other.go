//go:build !unix

package memorybench

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }
