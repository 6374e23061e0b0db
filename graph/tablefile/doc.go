// Package tablefile writes Parquet files of rows for one table, as the graph
// copies them in and as exports hand them out. Kuzu reads only plain encodings
// and the first version of data pages, so that is what they have.
//
// It writes the format itself: what the files need of it is little, and values go
// straight into the pages of their columns, which takes half of what a library
// takes that makes rows of values first. Tests read the files with such a library.
//
//   - T1 a file holds the rows that were added, in that order, with columns in the
//     order that they were given; another library reads them so.
//   - T2 a file that was not finished is no Parquet file: its end is missing.
//   - T3 no more than one row group is in memory, of bounded rows and bytes, but for
//     the last row.
//
// Package graph and query/exchange import it.
package tablefile
