// Package faulttest runs a test in a process of its own whose calls on files fail when
// the test says so, or leave pictures of what the disk would hold if the power failed at
// that moment.
//
// [Run] starts the test binary again for one test. The system calls by which
// that process changes files (making, writing, cutting, syncing, renaming,
// linking and removing) or reads them (opening, reading, listing and looking at
// them), whatever library makes them, Go's own and those of C, wait until the
// parent, which watches them through a seccomp listener, lets them happen. So there
// is no seam in the code under test and none of its calls is forgotten. A panic, an abort or a hang of that process fails the test.
//
// # Invariants
//
//   - D1 A call that fails has changed nothing, but for a short write, which has
//     written the first half of its bytes and says so. Only what changes files
//     finds the disk full, and only what opens one that there are no more to open.
//   - D2 Calls on files elsewhere than in the folder that was named are neither
//     counted nor failed.
//   - D3 A picture holds what was synced: the bytes of a file when it was last
//     synced and the names of a directory when it was. What came after may be in
//     it, block by block of 512 bytes and, within a directory, in the order of
//     the changes; a rename is in it whole or not at all.
//   - D4 What the test notes is ordered with the calls: a picture carries the last
//     note before it.
//
// Linux on amd64 and arm64 alone can do this. Elsewhere, and where the kernel or
// a container forbids it, Run skips the test and says why.
//
// The package is for tests. It imports the standard library, x/sys and testify;
// any test may import it.
package faulttest
