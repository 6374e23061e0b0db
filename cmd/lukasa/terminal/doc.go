// Package terminal is how the command line talks to whoever sits at its other
// end: a person at a terminal, or a program behind a pipe.
//
// [Streams] holds the three standard streams and what is known of them;
// [Streams.Page] puts a pager before a person; [Progress] tells a person how far
// a long piece of work is; [Interrupts] turns Ctrl-C into the cancellation of
// the innermost work.
//
// Invariants:
//
//   - T1 data goes to Out, everything else to Err: what a pipe reads is data alone.
//   - T2 colour, progress and the pager appear on terminals only, and colour not
//     when NO_COLOR is set.
//
// It imports nothing of Lukasa, and only cmd/lukasa imports it.
package terminal
