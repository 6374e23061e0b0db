// Package vectortest is the conformance suite of vector indexes: what every implementation of vector.Index must
// do, checked against a plain model.
package vectortest
