// Package llm is what a memory may ask of a language model, and how it asks.
//
// Models are optional. [Model] has three questions: extract statements, judge
// between choices, summarise. Every flow that can ask one has a way of its own
// without; package llm only carries the questions to a server that speaks
// OpenAI's API ([Dial]).
//
// Invariants:
//
//   - M1: what a model answers is hostile input. An answer is decoded strictly,
//     bounded, and checked against the question: kinds and choices come from
//     the lists given, confidences lie in 0 to 1, citations name passages that
//     were given, and a statement quotes its passage word for word.
//   - M2: passages travel as JSON data, apart from instructions. Text in a
//     passage that reads like an instruction can at most make the model answer
//     wrongly, and then M1 still holds.
//   - M3: a broken answer is asked for again, with the reason, at most Repairs
//     times; a refusal is never argued with.
//   - M4: nothing is asked beyond the [Budget]. An answer found in the [Cache]
//     costs nothing and is checked like a fresh one.
//
// The package rests on the standard library and internal/openai. Packages that
// tend memories (reflect, knowledge) may import it; the write and read paths
// never do.
package llm
