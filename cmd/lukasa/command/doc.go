// Package command holds the verbs of the lukasa command: one file and its test
// for each. A verb is thin: an Options struct that its flags fill, a constructor
// newVerb(factory, run) that makes the cobra command, and a function
// verbRun(ctx, options) that calls the root package and shows what it answers.
//
// Invariants:
//
//   - C1 every verb ends with one of the documented exit codes, see [Code].
//   - C2 every answer can be had as JSON, in which nothing is left out.
//   - C3 a store that was opened is closed, whatever ends the verb.
//   - C4 an argument is used as it is or refused with the name of the flag;
//     none is cut or changed silently.
package command
