//go:build !linux

package workspacebench

// forgetPeak is not known here.
func forgetPeak() {}

// peakMB is not known here.
func peakMB() float64 { return 0 }

func resident() (all, files float64) { return 0, 0 }
