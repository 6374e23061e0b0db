package lexical

import "slices"

// Features appends one Features for each ID to dst and returns it. Must and MustNot clauses do not matter here. A call costs
// about a microsecond a record, and once a pass over the query's postings for the sessions. It fails with ErrClosed after
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
	c := newCall(s, p.resolve(s))
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
	prev, next := c.s.neighbours(doc)
	return Features{
		Found: true, Score: c.full(doc), Own: c.own(r), Length: r.lens[Body], PrevID: c.s.idOf(prev), NextID: c.s.idOf(next),
	}
}

// idOf returns the ID of a record; the zero ID for none.
func (s *state) idOf(doc uint32) ID {
	if doc == 0 {
		return ID{}
	}
	return s.names.at(s.docs.at(doc).name()).id
}

// windowed are the fields that a window of records joins.
var windowed = [...]Field{Body, Title, Caption}

// surroundings scores the window of a record, which reaches two steps to either side, and its session.
func (c *call) surroundings(doc uint32) Surroundings {
	prev, next := c.s.neighbours(doc)
	before, _ := c.s.neighbours(prev)
	_, after := c.s.neighbours(next)
	out := Surroundings{Session: c.session(doc)}
	near := [...]*reading{c.read(doc), nil, nil, nil, nil}
	n := 1
	for i, d := range [...]uint32{prev, next, before, after} {
		if d != 0 {
			out.Around[i] = c.s.idOf(d)
			near[n] = c.read(d)
			n++
		}
	}
	out.Window = c.window(near[:n], len(near))
	return out
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
