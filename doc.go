// Package lukasa is a graph-native memory engine for AI agents that lives
// inside the agent's process.
//
// Open a directory and the agent has a memory that survives crashes, finds
// things by meaning, by word, by time and by graph, and explains each answer.
// No server, no network and no model call is needed.
package lukasa
