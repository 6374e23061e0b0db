package report

import (
	"fmt"
	"strings"
)

// Figure is one measured value.
type Figure struct {
	Suite string  `json:"suite"`
	Name  string  `json:"name"`
	Scale int     `json:"scale"` // records in the store
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	// Peer names whose figure it is. Empty: Lukasa's.
	Peer string `json:"peer,omitempty"`
	// Right is the share of correct answers beside a time, 0 to 1. Nil: the
	// answers are not of a kind that can be wrong, or were proved elsewhere.
	Right *float64 `json:"right,omitempty"`
	// Target that Value should keep to. 0: none.
	Target float64 `json:"target,omitempty"`
	// Source says where the target stands.
	Source string `json:"target_source,omitempty"`
	// Note says why there is no value.
	Note string `json:"note,omitempty"`
}

// Target is what a figure should keep to, in its unit, and where that stands.
type Target struct {
	Value  float64
	Source string
}

// Rising reports whether more is better, which the unit tells: a rate, a share
// of right answers or how many times a peer is beaten, as against a time or a
// size.
func (f Figure) Rising() bool {
	return strings.HasSuffix(f.Unit, "/s") || f.Unit == "recall" || f.Unit == "times"
}

// ahead reports whether f is the better of two values.
func (f Figure) ahead(of Figure) bool {
	if f.Rising() {
		return f.Value > of.Value
	}
	return f.Value < of.Value
}

// Met reports whether the figure keeps to its target. One without a target does.
func (f Figure) Met() bool {
	switch {
	case f.Target == 0:
		return true
	case f.Note != "":
		return false
	case f.Rising():
		return f.Value >= f.Target
	}
	return f.Value <= f.Target
}

// String is the figure as a line of a suite's output.
func (f Figure) String() string {
	name := f.Name
	if f.Peer != "" {
		name = f.Peer + ": " + name
	}
	if f.Note != "" {
		return fmt.Sprintf("%-60s %s", name, f.Note)
	}
	line := fmt.Sprintf("%-60s %12.3f %s", name, f.Value, f.Unit)
	if f.Right != nil {
		line += fmt.Sprintf("  right %.4f", *f.Right)
	}
	if !f.Met() {
		line += fmt.Sprintf("  (target %g)", f.Target)
	}
	return line
}
