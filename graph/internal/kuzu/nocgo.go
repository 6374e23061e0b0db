//go:build !cgo

package kuzu

// Without cgo there is no graph. A build fails here, saying what it lacks, rather than
// at the first use of what the other files declare.
var _ = needs_CGO_ENABLED_1_and_a_C_compiler
