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

// A spent is what building took.
type spent struct{ wall, cpu time.Duration }

// times is how many times the other's processor time ours is less, which a busy machine hardly changes.
func (s spent) times(other spent) float64 { return float64(other.cpu) / float64(s.cpu) }

func (c clock) stop() (wall, cpu time.Duration) { return time.Since(c.wall), cputime.Used() - c.cpu }
