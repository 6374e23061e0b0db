// Package atomicfile replaces files all or nothing: who opens one finds what was
// there before or all of what was written, also after a crash or a loss of power.
//
// [Write] writes beside the file, syncs, renames, and syncs the directory. The file
// beside it has a fixed name, the path and [Suffix]: one that a crash left is
// overwritten by the next write. One goroutine, of one process, writes a path at a
// time. Files are the owner's alone (0600).
//
// It imports nothing of Lukasa; the packages that keep snapshots import it.
package atomicfile
