// Package graphbench measures the graph: how fast changes go in, one by one and
// in bulk, how fast questions are answered, and how plain Kuzu answers the
// questions of the source design on the same data.
package graphbench
