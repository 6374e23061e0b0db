package lexical

import "slices"

// Features appends one Features for each ID to dst and returns it. Must and MustNot clauses do not matter here. A call costs
// about a microsecond a record, and the first of a query a pass over its postings for the sessions. It fails with ErrClosed after
// Close.
func (p *Prepared) Features(ids []ID, dst []Features) ([]Features, error) {
	return each(p, ids, dst, (*call).features)
}

// Surroundings appends one Surroundings for each ID to dst and returns it, otherwise like [Prepared.Features].
func (p *Prepared) Surroundings(ids []ID, dst []Surroundings) ([]Surroundings, error) {
	return each(p, ids, dst, (*call).surroundings)
}

// Sight is what the index knows of a record for a query.
type Sight struct {
	Features
	Surroundings
}

// Sights appends to dst what Features and Surroundings would, for the price of the dearer one.
func (p *Prepared) Sights(ids []ID, dst []Sight) ([]Sight, error) {
	return each(p, ids, dst, func(c *call, doc uint32) Sight { return Sight{c.features(doc), c.surroundings(doc)} })
}

// each appends what get says of each record to dst, and a zero value for those that are not there.
func each[T any](p *Prepared, ids []ID, dst []T, get func(c *call, doc uint32) T) ([]T, error) {
	p.x.mu.RLock()
	defer p.x.mu.RUnlock()
	s := p.x.st
	if s == nil {
		return dst, ErrClosed
	}
	c := newCall(s, p.resolve(s), &p.standing)
	defer c.release()
	docs := make([]uint32, len(ids))
	for i, id := range ids {
		docs[i] = s.find(id)
	}
	c.about(docs)
	dst = slices.Grow(dst, len(ids))
	for _, doc := range docs {
		var v T
		if doc != 0 {
			v = get(c, doc)
		}
		dst = append(dst, v)
	}
	return dst, nil
}

func (c *call) features(doc uint32) Features {
	r := c.read(doc)
	return Features{Found: true, Score: c.full(doc), Own: c.own(r), Length: r.lens[Body]}
}

// Windows appends the window of each record to dst and returns it. Of a record that is not in the index there is only its own
// ID. It fails with ErrClosed after Close.
func (x *Index) Windows(ids []ID, dst []Window) ([]Window, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := x.st
	if s == nil {
		return dst, ErrClosed
	}
	dst = slices.Grow(dst, len(ids))
	for _, id := range ids {
		w := Window{id}
		if doc := s.find(id); doc != 0 {
			for i, near := range s.around(doc) {
				w[1+i] = s.idOf(near)
			}
		}
		dst = append(dst, w)
	}
	return dst, nil
}

// around are the numbers of the other records of the window of a record, in its order; 0 for none.
func (s *state) around(doc uint32) [len(Window{}) - 1]uint32 {
	prev, next := s.neighbours(doc)
	before, _ := s.neighbours(prev)
	_, after := s.neighbours(next)
	return [...]uint32{prev, next, before, after}
}

// idOf returns the ID of a record; the zero ID for none.
func (s *state) idOf(doc uint32) ID {
	if doc == 0 {
		return ID{}
	}
	return s.names.At(s.docs.At(doc).name()).id
}

// windowed are the fields that a window of records joins.
var windowed = [...]Field{Body, Title, Caption}

// surroundings scores the window of a record, which reaches two steps to either side, and its session.
func (c *call) surroundings(doc uint32) Surroundings {
	near := [len(Window{})]*reading{c.read(doc)}
	n := 1
	for _, d := range c.s.around(doc) {
		if d != 0 {
			near[n] = c.read(d)
			n++
		}
	}
	return Surroundings{Window: c.window(near[:n], len(near)), Session: c.session(doc)}
}

// window is plain BM25 of the joined text of records, by the average length of as many as there might be.
func (c *call) window(rs []*reading, most int) float64 {
	length := 0
	for _, r := range rs {
		for _, f := range windowed {
			length += r.lens[f]
		}
	}
	avg := 0.0
	for _, f := range windowed {
		avg += float64(c.s.totals.lens[f])
	}
	avg = max(1, avg/float64(max(1, c.s.totals.live))) * float64(most)
	return c.plain(length, avg, c.s.params.Fields[Body].B, func(g int) float64 {
		sum := 0.0
		for _, r := range rs {
			for _, f := range windowed {
				sum += r.at(g, f)
			}
		}
		return sum
	})
}
