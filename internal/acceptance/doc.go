// Package acceptance holds the tests of Lukasa as a whole, through the front door
// that its callers have: what each part promises its neighbours is tested beside
// that part, what all of them together promise is tested here. It has nothing else.
//
//   - what is written is found again, changed and forgotten: memory, find, statements,
//     tellings, forget, life
//   - random operations against a simple model: machine, model, find, statements_model,
//     mergeproperty, purgeproperty, metamorphic
//   - forks and merges: merge*, fork, import, importpath
//   - bad days, each a drill with a short form here and a long one in the Makefile:
//     drill, faults, diskfull, corruption, purgekill, mergekill, lock, soak, race, cancel
//   - what must not get out: isolation*, hostile*, foreign, erase, gone, modes
//   - the house itself: which package may import which (imports), that each requirement
//     has its proof (requirements), that each exported type says what it is (apidoc)
//
// What a caller cannot do, such as damaging a record behind the back of all rules,
// goes through internal/inside. Nothing imports this package.
package acceptance
