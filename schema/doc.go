// Package schema is the domain of Lukasa as pure data: what a memory is made
// of, what makes it valid, and how it looks as JSON.
//
// The central type is [Experience]: one record type for everything an agent
// remembers, from a lived episode (context, action, outcome) to a message, a
// fact, an opinion or a summary; its [Kind] says which. The other objects of
// the ledger stand beside it: [Entity], [Alias], [Relation], [Rule],
// [Conflict], [Merge], [Block] and [Setting].
//
// Invariants:
//
//   - S1 every object that Validate accepts survives a JSON round trip
//     unchanged, times included (they are UTC, to the microsecond). JSON of the
//     caller's own (metadata, values) comes back equal as JSON: Go numbers as
//     [json.Number], and without insignificant spaces. An empty list and none
//     are the same.
//   - S2 Validate reports every bad field at once, changes nothing, and never
//     panics; what it accepts fits the bounds in limits.go.
//   - S3 nothing is normalised silently. Defaults are set only by the methods
//     named SetDefaults, which document each of them.
//   - S4 enumerations are typed strings; their zero value means "not said" and
//     is replaced by SetDefaults.
//
// Schema imports nothing but the standard library, uuid and x/text, and any
// package may import it.
package schema
