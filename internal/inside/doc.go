// Package inside is a door for tests of the whole: through it they reach the store
// behind a memory, to damage what no caller can, to compare its indexes, and to set
// what no caller may. Package lukasa hangs the door when it is initialised; nothing
// but tests goes through it.
//
// It may import internal/store, and is imported by lukasa and internal/acceptance.
package inside
