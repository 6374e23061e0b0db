package vectorbench

import (
	"time"

	"github.com/lukasadb/lukasa/benchmarks/cputime"
)

// A clock measures wall and processor time together.
type clock struct {
	wall time.Time
	cpu  time.Duration
}

func startClock() clock { return clock{wall: time.Now(), cpu: cputime.Used()} }

func (c clock) stop() (wall, cpu time.Duration) { return time.Since(c.wall), cputime.Used() - c.cpu }
