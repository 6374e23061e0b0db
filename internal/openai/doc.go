// Package openai is the one HTTP client for servers that speak OpenAI's API:
// OpenAI, Ollama, vLLM, llama.cpp and others. Packages embed and llm share it;
// nobody else may import it. It rests on the standard library.
//
// Invariants:
//
//   - O1: the key is read from the environment and appears in the Authorization
//     header only: in no error, no log value and no printed form of any type.
//     It follows no redirect.
//   - O2: what a server sends is bounded in size and checked against the
//     request before anyone sees it: a call returns what was asked for or an
//     error that says what was wrong.
//   - O3: only what may succeed later is tried again, at most Retries times,
//     waiting as long as the server asks or, unasked, twice as long each time;
//     never beyond the context. While the server cannot be reached, a request
//     is tried once.
package openai
