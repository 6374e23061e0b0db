//go:build !linux || (!amd64 && !arm64)

package faulttest

import "testing"

// Lab is the say that a test has over its own system calls.
type Lab struct{ Prepare func(dir string) }

// Run skips the test: calls cannot be watched on this system.
func Run(t *testing.T, _ func(t *testing.T, l *Lab)) {
	t.Helper()
	t.Skip("skipped: calls can be watched on Linux alone")
}

// Fail does nothing here.
func (*Lab) Fail(Failing) {}

// Film does nothing here.
func (*Lab) Film(Filming) {}

// Note does nothing here.
func (*Lab) Note(int) {}

// Stop does nothing here.
func (*Lab) Stop() (failed Failed, film Film) { return failed, film }

// EachFault does nothing here.
func (*Lab) EachFault(int, func(dir string) func()) {}

// EachPicture does nothing here.
func (*Lab) EachPicture(int, int, func(dir string), func(p Picture)) {}

// Where says nothing here.
func (*Lab) Where() string { return "" }
