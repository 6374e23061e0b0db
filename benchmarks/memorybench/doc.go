// Package memorybench measures the whole product through its front door:
// durable writes one at a time and in batches with every view behind them,
// structured queries, traversals, recall with explanation and context, opening
// after a clean close and after a kill, and memory and disk by part.
//
// Records are chat-like: words drawn by frequency, agents by Zipf's law,
// sessions, tags and entities. Where the chat log is at hand its messages are
// the text. The same configuration gives the same records.
package memorybench
