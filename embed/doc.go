// Package embed turns text into vectors.
//
// An [Embedder] is one small interface with three sources behind it: the
// offline table of package static (the default), any OpenAI-compatible server
// ([Dial]), and a function of the user's own ([Func]). Callers do not trust any
// of the three: they wrap it once with [Checked] and from then on hold these
// invariants.
//
//   - E1: as many rows come back as texts went in, in their order.
//   - E2: a row is nil ("no vector": nothing in the text could be represented)
//     or has exactly Model.Dim finite components and length one.
//   - E3: a row, once returned, is never changed, by the embedder or the caller.
//   - E4: vectors are comparable only when their [Model.ID] is equal.
//   - E5: what a cosine means is a property of the model, told by its
//     [Calibration] and measured from labelled pairs, never assumed.
//
// An error of an embedder is about vectors alone. Whoever stores records keeps
// the record, marks it as lacking a vector and embeds it later.
//
// The package rests on the standard library and internal/openai. Everything that
// writes or reads records may import it.
package embed
