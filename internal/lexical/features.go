package lexical

// Features appends one Features for each ID to dst and returns it. Must and MustNot clauses do not matter here. A call costs a
// few microseconds a record, and once a pass over the query's postings for the sessions. It fails with ErrClosed after
// Close.
func (p *Prepared) Features(ids []ID, dst []Features) ([]Features, error) {
	p.x.mu.RLock()
	defer p.x.mu.RUnlock()
	s := p.x.st
	if s == nil {
		return dst, ErrClosed
	}
	c := newCall(s, p.resolve(s))
	mass := 0.0
	for g := range c.groups {
		if c.groups[g].scores() && !c.groups[g].stop {
			mass += c.groups[g].idf
		}
	}
	for _, id := range ids {
		if doc := s.find(id); doc != 0 {
			dst = append(dst, c.features(doc, mass))
		} else {
			dst = append(dst, Features{})
		}
	}
	return dst, nil
}

func (c *call) features(doc uint32, mass float64) Features {
	s, r := c.s, c.read(doc)
	prev, next := s.neighbours(doc)
	f := Features{
		Found: true, Score: c.full(doc), Own: c.own(r), Session: c.session(doc),
		Previous: c.body(prev), Next: c.body(next), Window1: c.around(doc, 1), Window2: c.around(doc, 2),
		Length: r.lens[Body], Words: r.words,
		Question:         s.docs.at(doc).flags&flagQuestion != 0,
		PreviousQuestion: s.docs.at(prev).flags&flagQuestion != 0,
		PrevID:           s.idOf(prev), NextID: s.idOf(next),
	}
	for fl := range NumFields {
		f.Fields[fl] = c.plain(r.lens[fl], s.totals.avg(fl), s.params.Fields[fl].B, func(g int) float64 { return r.at(g, fl) })
	}
	for g := range c.groups {
		if gr := &c.groups[g]; gr.scores() && !gr.stop && c.ownTF(r, g) > 0 {
			f.Matched++
			f.Coverage += gr.idf
		}
	}
	if mass > 0 {
		f.Coverage = min(1, f.Coverage/mass)
	}
	return f
}

// idOf returns the ID of a record; the zero ID for none.
func (s *state) idOf(doc uint32) ID {
	if doc == 0 {
		return ID{}
	}
	return s.names.at(s.docs.at(doc).name).id
}

// body is plain BM25 of a record's body; 0 for none.
func (c *call) body(doc uint32) float64 {
	if doc == 0 {
		return 0
	}
	r := c.read(doc)
	return c.plain(r.lens[Body], c.s.totals.avg(Body), c.s.params.Fields[Body].B, func(g int) float64 { return r.at(g, Body) })
}

// windowed are the fields that a window of records joins.
var windowed = [...]Field{Body, Title, Caption}

// around is plain BM25 of the joined text of the records at most steps away.
func (c *call) around(doc uint32, steps int) float64 {
	var rs [5]*reading
	rs[0] = c.read(doc)
	n := 1
	back, forth := doc, doc
	for range steps {
		if back != 0 {
			if back, _ = c.s.neighbours(back); back != 0 {
				rs[n] = c.read(back)
				n++
			}
		}
		if forth != 0 {
			if _, forth = c.s.neighbours(forth); forth != 0 {
				rs[n] = c.read(forth)
				n++
			}
		}
	}
	length := 0
	for _, r := range rs[:n] {
		for _, f := range windowed {
			length += r.lens[f]
		}
	}
	avg := 0.0
	for _, f := range windowed {
		avg += float64(c.s.totals.lens[f])
	}
	avg = max(1, avg/float64(max(1, c.s.totals.live))) * float64(2*steps+1)
	return c.plain(length, avg, c.s.params.Fields[Body].B, func(g int) float64 {
		sum := 0.0
		for _, r := range rs[:n] {
			for _, f := range windowed {
				sum += r.at(g, f)
			}
		}
		return sum
	})
}
