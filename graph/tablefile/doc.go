// Package tablefile writes Parquet files of rows for one table, as the graph
// copies them in and as exports hand them out. Kuzu reads only plain encodings
// and the first version of data pages, so that is what they have.
package tablefile
