// Package shell is the interactive Cypher shell, and the runner of scripts of
// Cypher: statements end with ";" and may span lines, and a line that begins
// with ":" is a command to the shell itself (":help" lists them).
//
// A [Shell] asks an [Engine]. It reads from a person at a terminal through a line
// editor with highlighting, completion from the live catalogue and a history; and
// from anything else without one, stopping at the first failure.
//
// Invariants:
//
//   - H1 a statement ends at the first ";" outside strings, quoted names and
//     comments, and nowhere else.
//   - H2 answers go to Out, everything else to Err, so a script's output is its
//     answers.
//   - H3 parameters reach the engine as values and are never put into the text (I12).
//   - H4 the history file is readable by its owner alone.
//
// It knows terminals and output, and nothing else of Lukasa.
package shell
