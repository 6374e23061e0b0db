package workspace

import (
	"errors"
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// settle forgets what no file tells any more, and makes what had to wait: records
// cited in other files than those that changed, and opinions, whose evidence must
// be there first.
func (r *syncing) settle() error {
	if r.whole {
		if err := r.strays(); err != nil {
			return err
		}
	}
	var gone []schema.ID
	for id := range r.lost {
		if _, ok := r.w.index.first(id); ok {
			r.late[id] = true
		} else {
			gone = append(gone, id)
			delete(r.late, id)
		}
	}
	slices.SortFunc(gone, schema.CompareIDs)
	for part := range slices.Chunk(gone, batch) {
		if err := r.mirror(part); err != nil {
			return err
		}
	}
	r.reweigh()
	return r.makeLate()
}

// strays finds records in the store that came from files and are in none. What came from
// a page that is refused now is none.
func (r *syncing) strays() error {
	refused := folder.Refuses(r.done.Refused)
	f := query.Filter{Agents: []string{r.w.memory.Agent}, Limit: query.MaxLimit}
	for e, err := range r.w.memory.Reader.All(r.ctx, f) {
		if err != nil {
			return err
		}
		if e.Source.CreatedBy == createdBy && !refused(e.Source.Path) {
			r.lost[e.ID] = true
		}
	}
	maps.DeleteFunc(r.lost, func(id schema.ID, _ bool) bool { return r.w.index.tells(id) })
	return nil
}

// reweigh makes opinions anew of which a ground came or went: all, when the page
// changed that says what they rest on.
func (r *syncing) reweigh() {
	x := r.w.index
	all := x.unweighed || slices.ContainsFunc(r.changed, func(s *state) bool { return s.Path == OpinionsPage })
	x.unweighed = false
	for id, v := range x.views {
		if len(v.Evidence) > 0 && x.tells(id) && (all || slices.ContainsFunc(v.Evidence, r.groundMoved)) {
			r.late[id] = true
		}
	}
}

func (r *syncing) groundMoved(e markdown.Evidence) bool {
	id, ok := parseID(e.ID)
	return ok && r.moved[id]
}

// makeLate makes the records that waited, file by file, and then the opinions
// that the opinions page weighs.
func (r *syncing) makeLate() error {
	byFile := map[string][]schema.ID{}
	for id := range r.late {
		if at, ok := r.w.index.first(id); ok {
			byFile[at.state.Path] = append(byFile[at.state.Path], id)
		}
	}
	var weighed []schema.Experience
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		p, err := r.w.readAgain(name)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		ids := byFile[name]
		slices.SortFunc(ids, schema.CompareIDs)
		for _, id := range ids {
			t, ok := p.told[id]
			if !ok {
				continue // edited this moment: the next sync sees it
			}
			e := r.asLastTold(t.record)
			if v, ok := r.w.index.views[id]; ok {
				r.stand(&e, v)
				weighed = append(weighed, e)
			} else {
				r.pending = append(r.pending, e)
			}
		}
		if len(r.pending) >= batch {
			if err := r.flush(); err != nil {
				return err
			}
		}
	}
	if err := r.flush(); err != nil {
		return err
	}
	r.pending = weighed
	return r.flushGrounded()
}

// flushGrounded writes opinions. If a ground is not there, as its file was edited
// this moment, they are written without, and weighed again by the next sync.
func (r *syncing) flushGrounded() error {
	again := slices.Clone(r.pending)
	err := r.flush()
	if !errors.Is(err, schema.ErrInvalid) {
		return err
	}
	for i := range again {
		again[i].Evidence = nil
	}
	r.pending = again
	r.w.index.unweighed = true
	return r.flush()
}

// stand gives an opinion the confidence and the grounds that the opinions page
// gives it (003-19). Two opinions that rest on each other, which only a person
// can write, are no ground for one another.
func (r *syncing) stand(e *schema.Experience, v view) {
	e.Confidence = max(v.Confidence, leastConfidence)
	if sensible(v.Updated) {
		e.Verification.At = v.Updated // its fading counts from then
	}
	x := r.w.index
	for _, g := range v.Evidence {
		id, ok := parseID(g.ID)
		if !ok || !x.tells(id) || len(e.Evidence) == schema.MaxRefs || x.rests(id, e.ID) {
			continue
		}
		stance := schema.StanceSupports
		if g.Against {
			stance = schema.StanceContradicts
		}
		if !slices.ContainsFunc(e.Evidence, func(have schema.Evidence) bool { return have.ID == id }) {
			e.Evidence = append(e.Evidence, schema.Evidence{ID: id, Stance: stance})
		}
	}
}

// rests tells whether something told is an opinion, or rests on it, by what the
// opinions page says.
func (x *index) rests(id, opinion schema.ID) bool {
	seen := map[schema.ID]bool{}
	for todo := []schema.ID{id}; len(todo) > 0; {
		id, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if id == opinion {
			return true
		}
		if seen[id] {
			continue
		}
		seen[id] = true
		for _, g := range x.views[id].Evidence {
			if ground, ok := parseID(g.ID); ok {
				todo = append(todo, ground)
			}
		}
	}
	return false
}
