// Package exchange writes a graph in the formats that other tools read: GraphML,
// the CSV files of Neo4j's importer, and Parquet files.
//
// A [Writer] gets all nodes, then all edges, and holds back no more than a
// buffer of them. Every value comes out exactly, whatever is in it:
//
//   - E1 text is escaped as the format asks, and only so; what XML cannot hold is
//     written as a JSON string, and the element says of which of its properties.
//   - E2 a null is left out, or empty in CSV, where an empty text is one too.
//   - E3 lists are JSON arrays, except in Parquet, which has lists; times are UTC.
//
// It is pure but for the files it writes, and knows the graph's schema alone.
// Package query and what is above it may import it.
package exchange
