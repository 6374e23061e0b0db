//go:build !linux

package cputime

import "time"

// Thread is unknown here.
func Thread() time.Duration { return 0 }
