//go:build !unix

package ledgerbench

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }
