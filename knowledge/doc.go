// Package knowledge is what an agent knows, apart from what it lived through:
// entities and their names, statements about them, opinions, the disagreements
// among those, and the rules of the domain.
//
// It has two sides. What package experience calls inside its transaction settles
// a new record among what is known already: which entities it speaks of, which
// statement it repeats, contradicts or replaces. What the front door calls reads
// and tends the knowledge itself: resolving a name, merging two entities and
// taking that back, listing conflicts and settling them.
//
// Invariants, beside those of docs/design.md:
//
//   - K1 nothing here needs a model or a network; a model that is given adds, and
//     its failure takes nothing away. The same names, text and clock
//     give the same links and the same verdicts (I10).
//   - K2 a merge touches no record: it says that one entity stands for another,
//     and unmerging restores entities, aliases and edges exactly (900-02).
//   - K3 only a predicate that has one value at a time retires an older
//     statement; a correction by the user does so at once, with what was told
//     before it was made (900-03).
//   - K4 confidence moves by bounded steps, stays inside 0 to 1, and fades only
//     when it is read (I7).
//   - K5 a domain database is asked with parameters, never with spliced text.
//
// Below it stand rooms that are pure: mention finds names in a text, names tells
// how alike two names are, ontology reads rules and walks types, and grounding
// asks a domain database.
//
// Packages experience, query and those above them import knowledge.
package knowledge
