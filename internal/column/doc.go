// Package column keeps the short facts of one agent's records in memory: when,
// which kind, which state, how sure, how important. Recall asks them of every
// candidate, thousands a query, where reading the record itself would cost
// more than the whole search.
//
// A [Table] maps a record's id to its [Row]. Strings that repeat (sessions,
// speakers, sets of tags and of scopes) are interned: rows hold their numbers.
// A million rows take about 140 MB. What few records have stands beside the rows:
// an end of their time, and the times that their texts tell of, which are found by
// days as well ([Table.Telling]).
//
// A table is a view of the ledger. [Table.Snapshot] puts it into bytes, without
// what deleted records left, and [Restore] makes it of them: what is torn, damaged,
// another owner's or another version's is refused with [ErrSnapshot], and the table
// is to be made anew from the ledger.
//
// One goroutine writes at a time; readers never wait for more than one row's
// change. The package imports schema, internal/text, internal/idtable and
// internal/paged.
package column
