// Package folder reads and writes the files of a workspace, and nothing outside
// of it.
//
// A [Folder] is opened once and holds no state but the directory: several of
// them, in one process or in many, and editors beside them, may be at work on
// the same files.
//
// # Invariants
//
//   - F1 Nothing outside the folder is opened, made or changed: paths go through
//     os.Root, and links are not followed. Only regular files up to a limit are
//     read; devices, pipes and sockets are refused before a byte is.
//   - F2 A file changes as a whole: what is written is complete and synced
//     before it takes the name.
//   - F3 What another writer saved between our reading and our writing is never
//     lost. The new text and the file change places in one step of the file
//     system; if what comes out is not what was read, it goes back and the
//     change is made again on top of it. While somebody has a file open for
//     writing, it is waited for, and then refused. A process that dies in between
//     leaves the text in .memory/swap, and the next one puts it back.
//   - F4 Nothing that is found is executed.
//
// Where the file system cannot exchange two files, the file is compared once
// more before it is replaced; what is saved in the moment between the two is
// then lost to F3.
//
// Package folder imports nothing of Lukasa but workspace/markdown. Package
// workspace imports it.
package folder
