// Package generation keeps a single-file database in generations: files that
// were closed cleanly, never written again, and verified before use.
//
// A folder holds
//
//	CURRENT              which generation is current, with its size and checksum
//	gen-0000000007/data  that generation
//	work-…/data          a copy that a session works on
//
// Everything else in the folder is what a crash left behind and is removed when
// the folder is opened. One process uses a folder at a time; that is for the
// caller to see to.
package generation
