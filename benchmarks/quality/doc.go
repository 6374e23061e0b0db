// Quality measures whether recall finds the right memories, without any model beyond the built-in embedder.
//
//	go run ./benchmarks/quality -data FILE [-quick] [-json] [-misses FILE] [-fit FILE] [-chats FILE] [-together] [-otherwise] [-young N]
//
// FILE is in LoCoMo's format: a list of conversations, each with session_1, session_2 and so on (turns with speaker,
// dia_id, text and perhaps blip_caption), session_1_date_time and so on, and qa (question, evidence as turn ids,
// category). Captions, dates and categories are optional, dates may be in several styles, and there may be any number of
// speakers. The answers are never read, and the evidence only to compare with.
//
// FILE may also be a conversation written by hand, or a directory of them: testdata/kinds has memories of other kinds
// (kinds.go), testdata/heldout those that nothing is fitted to, testdata/languages those in other languages than English,
// testdata/deeds what agents did, with situations to find the like of and how each thing ended.
//
// Each conversation is an agent of its own; with -together, the last table is of one agent that has them all. Measured
// are the share of a question's evidence among the first ten hits (recall) and their order (nDCG), by category; the arms
// alone; what each group of signals is worth; weights fitted without a conversation, or a tenth of many, and measured on
// it (cross-validation); questions of one conversation asked of another, which ought to be answered with nothing; with
// -young, all that of memories of a few turns; with -otherwise, all questions in small letters, or framed as people and
// programs frame them; and the questions that were missed.
//
// Weights are fitted on the conversations as they are and, so that they do not lean on short turns, retold as chats of a user
// with an assistant in long messages (recut.go) and, so that they do not lean on one way of talking, on -chats, by default
// testdata/kinds. Those for chats with an agent are fitted last, to what is retold and to the chats among -chats, and change
// no others.
package main
