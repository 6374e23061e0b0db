// Package grounding asks the database of a domain for what is true there now:
// the row behind an entity, and the rows that the domain's rules join to it
// (004-11).
//
// A [Database] fetches rows; [SQL] is one over database/sql. An [Asker] bounds
// it: an answer comes in time or not at all, and a database that hangs, fails or
// panics is told of in an error. [Compare] holds a statement of the memory
// against a row.
//
// Invariants:
//
//   - G1 no text from outside gets into a statement: tables and columns are
//     plain identifiers that the host or a rule named, quoted; ids and values go
//     as parameters (K5, I12).
//   - G2 only tables that the host listed are asked, and of them only the
//     columns that it shows. What a memory holds can not widen that.
//   - G3 what comes back is never kept: it is read anew for each question, and
//     carries the statement that fetched it and how many parameters it had, not
//     the parameters or how to connect.
//   - G4 rows come in the order of their key, so many at most.
//
// Package query asks, package knowledge settles what disagrees; the front door
// passes the database in. The package imports schema and ontology.
package grounding
