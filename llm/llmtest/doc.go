// Package llmtest is a scripted stand-in for a model server, for the tests of
// packages that ask models. It speaks OpenAI's chat API on a loopback address.
package llmtest
