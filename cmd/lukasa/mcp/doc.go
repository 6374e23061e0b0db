// Package mcp serves one agent's memory to a language model's client, as tools of the
// Model Context Protocol over a pair of streams: no network, no port.
//
// [Serve] runs until its input ends or its context does. The tools are few, and their
// descriptions say when to call each: recall, similar, entity, history and core read;
// retain, state, turn, reply, edit_core and reflect write; cypher and forget are there
// only where the owner of the store allows them. The resource lukasa://schema tells what
// the graph holds, and the prompt "brief" what the memory knows of a task.
//
// Invariants:
//
//   - M1 a server has one agent, which whoever starts it chooses; no argument of a tool
//     names another, and no answer shows another's record. Cypher sees the whole
//     store, and so is off unless it is asked for.
//   - M2 an argument is used as it is or refused with the name of the field and what is
//     wanted of it; what is refused is told to the model, which can do better.
//   - M3 an error of anything else tells no more than that: paths and causes go to the log.
//   - M4 the output carries the protocol alone, a message a line.
//   - M5 what a client sends is bounded before it is held: a message by [maxLine], messages
//     that wait by [maxWaiting] and [maxWaitingBytes]. A message that is wrong is answered and
//     costs the client that message alone.
//   - M6 what ends the server ends the calls that run; none outlives [Serve].
//
// The package stands on the front door and on the rooms of the command; cmd/lukasa/command
// alone imports it.
package mcp
