// Package cputime tells how much processor time this process, or one thread of it,
// has used: what a measurement costs, whoever else is busy on the machine.
package cputime
