package faulttest

import (
	"fmt"
	"syscall"
)

// Fault is how a system call fails.
type Fault struct {
	Errno syscall.Errno // Default EIO
	// Short makes a write take half of its bytes, and fail with Errno if that is none.
	// What does not write fails with Errno.
	Short bool
	// Lasting makes every later call fail as well.
	Lasting bool
}

// String names a fault in the log of a test.
func (f Fault) String() string {
	name := f.Errno.Error()
	if f.Short {
		name = "short write, " + name
	}
	if f.Lasting {
		return name + ", from then on"
	}
	return name + ", once"
}

// Faults are all that a drill goes through: an error of the device, a full disk,
// a write cut short and no more files to open, each once and for good.
func Faults() (list []Fault) {
	for _, lasting := range []bool{false, true} {
		list = append(list,
			Fault{Errno: syscall.EIO, Lasting: lasting},
			Fault{Errno: syscall.ENOSPC, Lasting: lasting},
			Fault{Errno: syscall.ENOSPC, Short: true, Lasting: lasting},
			Fault{Errno: syscall.EMFILE, Lasting: lasting})
	}
	return list
}

// Failing says which calls fail.
type Failing struct {
	Dir   string // of the files that count, with all below it
	Kind  string // of the first call to fail: create, write, sync and so on; empty: any
	Nth   int    // the first call to fail, of those of that kind, from 0
	Fault Fault  // a lasting one fails every call from then on that can fail so, whatever its kind
}

// Failed tells what came of it.
type Failed struct {
	Calls  int // that were counted
	Hits   int // of them failed
	First  string
	ByKind map[string]int // the calls
}

// Filming says what pictures are taken.
type Filming struct {
	Dir      string // that is pictured; what is in it at first is synced
	Into     string // where each picture gets a directory
	Every    int    // how many calls there are between two pictures. Default 1
	First    int    // the call, from 0, before which the first is taken
	Unsynced int    // percent of what was not synced that is in a picture all the same
	Seed     uint64 // chooses what that is
}

// Picture is a directory as a power failure would leave it.
type Picture struct {
	Dir    string
	Note   int // the last one before it
	Before string
}

// Film is what was taken.
type Film struct {
	Calls    int
	Pictures []Picture
}

// command is what the child asks of the parent.
type command struct {
	Fail *Failing `json:"fail,omitempty"`
	Film *Filming `json:"film,omitempty"`
	Note *int     `json:"note,omitempty"`
	Stop bool     `json:"stop,omitempty"`
}

// reply is what the parent says to a command.
type reply struct {
	Err    string `json:"err,omitempty"`
	Failed Failed `json:"failed"`
	Film   Film   `json:"film"`
}

func (r reply) error() error {
	if r.Err == "" {
		return nil
	}
	return fmt.Errorf("faulttest: %s", r.Err)
}
