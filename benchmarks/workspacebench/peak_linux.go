package workspacebench

import (
	"fmt"
	"os"
	"strings"
)

// forgetPeak lets the peak of this process's memory begin anew. Where it may
// not, the peak is that of its whole life.
func forgetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// peakMB is the most memory, in MB, that this process had resident; 0 if the
// system does not tell.
func peakMB() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	var kb float64
	if _, err := fmt.Sscan(after, &kb); err != nil {
		return 0
	}
	return kb * 1024 / 1e6
}

// resident is the memory, in MB, that this process has resident, and of it what
// files are mapped; 0 if the system does not tell.
func resident() (all, files float64) {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, 0
	}
	var size, pages, shared float64
	if _, err := fmt.Sscan(string(statm), &size, &pages, &shared); err != nil {
		return 0, 0
	}
	page := float64(os.Getpagesize()) / 1e6
	return pages * page, shared * page
}
