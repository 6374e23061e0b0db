// Package paged has an array that grows without moving what is in it: one of millions needs no second place while it grows, and
// a small one wastes little.
//
// internal/column and internal/lexical import it; it imports the standard library alone.
package paged
