// Package ledgerbench measures the ledger alone: durable writes one at a time
// and in batches, structured queries with full records, opening after a clean
// close and after a kill, and room on disk.
//
// Records are synthetic but shaped like real ones: about 500 bytes of words
// drawn by frequency, two tags, a session, and as many agents as asked for,
// drawn by Zipf's law. The same configuration gives the same records.
package ledgerbench
