package schema

// Bounds of what a store accepts. Sizes are in bytes of UTF-8.
const (
	maxName = 64 // names of types, relations and predicates
)
