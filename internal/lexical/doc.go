// Package lexical finds the records of one agent by their words.
//
// An [Index] holds one agent's records. The store opens it when the agent is
// first used, feeds it the ledger's changes in order, saves it now and then,
// and closes it under memory pressure. It keeps no text: only the sequence of
// words of each record, and postings derived from it.
//
// # What is indexed
//
// A [Doc] has fields ([Field]): body, title, caption, speaker, tags and the
// date in words. A record is also found through its surroundings, which are
// not stored again but read through links when a query is answered: the
// previous and the next record of its sequence, and its session.
//
// Words are split and folded by package text. The terms of a word are its
// stem in the language of the text, the parts of a code, and the single
// characters of a CJK pair; diacritics are kept, and their plain form is
// joined at query time, as are the stems of the other languages the agent
// writes in, and in German the compounds that a word is a part of, and its own
// parts (kin.go).
//
// # The score
//
// BM25F (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25
// and Beyond", 2009, section 3.6). For a record d and a query of words q:
//
//	score(d)  = sum over q of  weight(q) * idf(q) * tf(q,d) / (k1 + tf(q,d))
//	tf(q,d)   = sum over fields f of  w_f * n(q,d,f) / (1 - b_f + b_f * len(d,f) / avg(f))
//	idf(q)    = ln(1 + (N - df(q) + 0.5) / (df(q) + 0.5))
//
// n counts a term in a field; a variant (a code's part, a plain form) counts as
// its share. len counts words that are not stop words. df is the number of live
// records holding the word in a field of their own, summed over its variants
// and at most N; compounds count there only if nothing else has the word. Stop words, and in a question words that only ask, keep a
// small weight(q). The surroundings are two
// more fields, previous and next, whose n and len are those of the neighbour's
// body, and a last addend:
//
//	w_s * sum over q of weight(q) * idf_s(q) * r / (k1 + r),   r = records(q,s) / (1 - b_s + b_s * size(s) / avg size)
//
// where records(q,s) counts the records of session s that hold q, and idf_s counts sessions; words count there from the rarest on,
// as long as they are in at most 32 records for each session there is, and up to 131,072 in all, and stop words and phrases not at
// all. [Params] has the constants and [DefaultParams] their values.
//
// # How a query runs
//
//  1. [Index.Prepare] turns words into groups of terms with weights and idf.
//  2. The best records by their own fields are found by block-max MaxScore over
//     postings whose entries bound a term's share of the score from above. Plain
//     words are bounded so closely that all bounds are taken first, and only
//     records that pass the lowest of the best bounds, less what bounds exceed
//     scores by, are read and scored exactly from their own words; for other
//     queries that happens window by window, once the best of those that hold the
//     rarest words were scored wherever they are. An agent of at most
//     [Options].Exhaustive records has every matching record scored.
//     With a [SearchOptions].Budget, an index of more records finds the best by the rarest words alone instead, and scores
//     those by all words: common words have nearly all postings and little to say.
//  3. The neighbours of those records join them, all are scored with their
//     surroundings, and the best K remain. [Prepared.Features] gives a ranker
//     the parts of that score, and more, for any record.
//
// # Invariants
//
//   - L1 The words of a record (its forward entry) are the truth. Postings and
//     document frequencies are derived from them and can be remade.
//   - L2 Answers depend on the live records and their links alone: not on the
//     order of changes, on deleted records, or on restarts. Ties break by ID.
//   - L3 Upper bounds never lie: no pruned record would have entered the answer, nor have been chosen by the rarest words.
//   - L4 A snapshot loads whole or not at all; a damaged, torn, old or foreign
//     one gives an empty index with Watermark 0 and a reason.
//   - L5 Nothing of a deleted record is in a snapshot saved after its deletion.
//   - L6 Writers are serialised; readers wait for one change at most, never for
//     compaction or for saving.
//
// Only internal/store opens indexes; query and reflect read them. The package imports
// internal/text, internal/idtable, internal/paged and internal/atomicfile, and nothing else of Lukasa.
package lexical
