// Package kuzu is the narrow bridge to libkuzu 0.11.3, and the only cgo of the
// module. It opens databases and connections, binds parameters and fetches
// rows; it knows nothing of the memory's schema.
//
// It calls the library's C interface itself and takes only the library from
// github.com/kuzudb/go-kuzu, because that binding never frees a string
// parameter, stops a result's row count being a row count, and frees objects
// from finalizers while others still use them.
//
// Rules of the library that callers must keep:
//
//   - K1 a result is closed before its connection, and a connection before its
//     database: the library crashes otherwise.
//   - K2 after an error inside a transaction the connection is rolled back and
//     closed: the library may have ended the transaction silently.
//   - K3 a connection is used by one goroutine at a time; only
//     [Conn.Interrupt] may be called from another, while the connection lives.
//   - K4 a connection keeps about 5 KB for each statement that it has prepared,
//     until it is closed; so statements are prepared once, or on connections
//     that do not last.
//   - K5 a node, and an edge, has a string, if an empty one, in each column of strings, and
//     one, or a list of them, is set only where it changes. Setting one, even to what it was, and
//     then adding rows that have none there, a checkpoint after each, mixes up the strings
//     of the whole column, until reading them ends the process; and a list that was set
//     has been seen to show the words of another.
//
// abi.h declares what the bridge calls of the library.
package kuzu
