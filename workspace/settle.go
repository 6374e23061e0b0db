package workspace

import (
	"errors"
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
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

// strays finds records in the store that came from files and are in none.
func (r *syncing) strays() error {
	f := query.Filter{Agents: []string{r.w.memory.Agent}, Limit: query.MaxLimit}
	for e, err := range r.w.memory.Reader.All(r.ctx, f) {
		if err != nil {
			return err
		}
		if e.Source.CreatedBy == createdBy {
			r.lost[e.ID] = true
		}
	}
	maps.DeleteFunc(r.lost, func(id schema.ID, _ bool) bool { return len(r.w.index.where[id]) > 0 })
	return nil
}

// reweigh makes opinions anew whose grounds may have come or gone.
func (r *syncing) reweigh() {
	for id, v := range r.w.index.views {
		if len(v.Evidence) > 0 && len(r.changed) > 0 && len(r.w.index.where[id]) > 0 {
			r.late[id] = true
		}
	}
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
		p, err := r.w.read(name)
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
			if v, ok := r.w.index.views[id]; ok {
				r.stand(&t.record, v)
				weighed = append(weighed, t.record)
			} else {
				r.pending = append(r.pending, t.record)
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

// flushGrounded writes opinions. Grounds that a person wrote so that they cannot
// be, such as two opinions resting on each other, are left out.
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
	return r.flush()
}

// stand gives an opinion the confidence and the grounds that the opinions page
// gives it (003-19).
func (r *syncing) stand(e *schema.Experience, v view) {
	e.Confidence = max(v.Confidence, leastConfidence)
	if sensible(v.Updated) {
		e.Verification.At = v.Updated // its fading counts from then
	}
	for _, g := range v.Evidence {
		id, ok := parseID(g.ID)
		if !ok || id == e.ID || len(r.w.index.where[id]) == 0 {
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
