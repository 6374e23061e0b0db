//go:build !linux

package lexicalbench

import "time"

// threadTime is unknown here.
func threadTime() time.Duration { return 0 }
