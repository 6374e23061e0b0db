package ontology

import (
	"fmt"
	"strconv"

	"github.com/lukasadb/lukasa/schema"
)

// Bounds of a search for paths.
const (
	DefaultHops  = 6
	MaxHops      = 10
	DefaultLimit = 100
	MaxLimit     = 10_000
	// maxSteps bounds the work of one search: a dense ontology has more simple
	// paths of ten rules than anyone can wait for.
	maxSteps = 1 << 20
)

// Bounds limit a search for paths. The zero value means the defaults.
type Bounds struct {
	Hops  int // rules of a path at most; default 6, at most 10
	Limit int // paths at most; default 100, at most 10,000
}

func (b Bounds) complete() (Bounds, error) {
	if b.Hops == 0 {
		b.Hops = DefaultHops
	}
	if b.Limit == 0 {
		b.Limit = DefaultLimit
	}
	if b.Hops < 1 || b.Hops > MaxHops {
		return b, outOfBounds("hops", b.Hops, MaxHops)
	}
	if b.Limit < 1 || b.Limit > MaxLimit {
		return b, outOfBounds("limit", b.Limit, MaxLimit)
	}
	return b, nil
}

func outOfBounds(field string, value, most int) error {
	return &schema.InvalidError{Type: "path bounds", Fields: []schema.FieldError{
		{Field: field, Value: strconv.Itoa(value), Problem: fmt.Sprintf("want 1 to %d", most)},
	}}
}

// Paths returns the simple paths from one type to another, shortest first (O3,
// O4); all tells that there are no more within the hops. From a type to itself
// they are the ways that leave it and come back.
func (o *Ontology) Paths(from, to schema.EntityType, b Bounds) (paths []Path, all bool, err error) {
	if b, err = b.complete(); err != nil {
		return nil, false, err
	}
	s := o.search(from, to, b)
	for length := 1; length <= b.Hops && s.run(length); length++ {
		continue
	}
	return s.found, !s.stopped, nil
}

// Shortest returns the shortest of the simple paths from one type to another,
// all that have that length.
func (o *Ontology) Shortest(from, to schema.EntityType, b Bounds) (paths []Path, all bool, err error) {
	if b, err = b.complete(); err != nil {
		return nil, false, err
	}
	s := o.search(from, to, b)
	for length := 1; length <= b.Hops && len(s.found) == 0 && s.run(length); length++ {
		continue
	}
	return s.found, !s.stopped, nil
}

// search looks for the paths of one length after another, depth first, and
// turns back where the target is too far for the rules that are left.
type search struct {
	o        *Ontology
	from, to schema.EntityType
	limit    int
	far      map[schema.EntityType]int // rules from a type to the target at least
	on       map[schema.EntityType]bool
	path     Path
	found    []Path
	steps    int
	stopped  bool // by the limit or by maxSteps
}

func (o *Ontology) search(from, to schema.EntityType, b Bounds) *search {
	return &search{
		o: o, from: from, to: to, limit: b.Limit, far: o.distances(to, b.Hops), on: map[schema.EntityType]bool{from: true},
	}
}

// run finds the paths of a length; false: the search was stopped.
func (s *search) run(length int) bool {
	s.walk(s.from, length)
	return !s.stopped
}

func (s *search) walk(at schema.EntityType, left int) {
	for _, step := range s.o.steps[at] {
		if s.steps++; s.steps > maxSteps {
			s.stopped = true
		}
		_, next := step.Ends()
		if s.stopped {
			return
		}
		if !s.may(step, next, left-1) {
			continue
		}
		s.path = append(s.path, step)
		if left == 1 {
			s.keep()
		} else {
			s.on[next] = true
			s.walk(next, left-1)
			delete(s.on, next)
		}
		s.path = s.path[:len(s.path)-1]
	}
}

// may tells whether a path may take a step, with so many left after it.
func (s *search) may(step Step, next schema.EntityType, left int) bool {
	if next == s.to {
		return left == 0 && !s.takes(step.Rule)
	}
	far, reaches := s.far[next]
	return reaches && far <= left && next != Value && !s.on[next] && !s.takes(step.Rule)
}

// takes tells whether the path has a rule already, in either direction.
func (s *search) takes(r schema.Rule) bool {
	for _, step := range s.path {
		if compareRules(step.Rule, r) == 0 {
			return true
		}
	}
	return false
}

func (s *search) keep() {
	if len(s.found) == s.limit {
		s.stopped = true
		return
	}
	s.found = append(s.found, append(Path(nil), s.path...))
}

// distances returns how many rules lie between each type and the target, as far
// as most.
func (o *Ontology) distances(to schema.EntityType, most int) map[schema.EntityType]int {
	far := map[schema.EntityType]int{to: 0}
	edge := []schema.EntityType{to}
	for d := 1; d <= most && len(edge) > 0; d++ {
		var next []schema.EntityType
		for _, t := range edge {
			if t == Value && t != to {
				continue
			}
			for _, step := range o.steps[t] {
				_, other := step.Ends()
				if _, known := far[other]; !known {
					far[other] = d
					next = append(next, other)
				}
			}
		}
		edge = next
	}
	return far
}
