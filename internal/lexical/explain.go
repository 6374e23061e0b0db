package lexical

import "fmt"

// Explain returns the tree behind Features.Score for a record. It fails with ErrNotFound or ErrClosed.
func (p *Prepared) Explain(id ID) (*Explanation, error) {
	p.x.mu.RLock()
	defer p.x.mu.RUnlock()
	s := p.x.st
	if s == nil {
		return nil, ErrClosed
	}
	doc := s.find(id)
	if doc == 0 {
		return nil, fmt.Errorf("%w: %x", ErrNotFound, id)
	}
	c := newCall(s, p.resolve(s), &p.standing)
	defer c.release()
	c.about([]uint32{doc})
	return c.explain(doc, false), nil
}

// explain makes the tree of a record's score, with or without its surroundings.
func (c *call) explain(doc uint32, ownOnly bool) *Explanation {
	root := &Explanation{Text: "sum of the words"}
	for g := range c.groups {
		if e := c.explainGroup(doc, g, ownOnly); e.Value > 0 {
			root.Children = append(root.Children, e)
			root.Value += e.Value
		}
	}
	if v := c.session(doc); !ownOnly && v > 0 {
		w := c.s.params.Session.Weight
		root.Children = append(root.Children, Explanation{
			Value: w * v,
			Text:  fmt.Sprintf("session %q: weight %g * %.4f over its %d records", c.s.sessions.name(*c.s.ofSession.At(doc)), w, v, c.s.sessions.sizes[*c.s.ofSession.At(doc)]),
		})
		root.Value += w * v
	}
	return root
}

func (c *call) explainGroup(doc uint32, g int, ownOnly bool) Explanation {
	gr := &c.groups[g]
	if !gr.scores() {
		return Explanation{}
	}
	r := c.read(doc)
	var tf Explanation
	for f := range NumFields {
		if n := r.at(g, f); n > 0 {
			tf.add(c.explainField(f.String(), n, r.lens[f], c.s.params.Fields[f], c.avgs[f]))
		}
	}
	if !ownOnly && gr.in == 0 {
		prev, next := c.s.neighbours(doc)
		c.explainNear(&tf, "previous", prev, g, c.s.params.Previous)
		c.explainNear(&tf, "next", next, g, c.s.params.Next)
	}
	if tf.Value == 0 {
		return Explanation{}
	}
	tf.Text = "weighted count, sum over the fields"
	k1 := c.s.params.K1
	return Explanation{
		Value: gr.weight * gr.idf * saturate(tf.Value, k1),
		Text: fmt.Sprintf("%s: weight %g * idf %.4f (%d of %d records) * tf/(%g+tf)",
			gr.text, gr.weight, gr.idf, gr.df, c.s.totals.live, k1),
		Children: []Explanation{tf},
	}
}

func (c *call) explainNear(tf *Explanation, name string, doc uint32, g int, p FieldParams) {
	if doc == 0 {
		return
	}
	r := c.read(doc)
	if n := r.at(g, Body); n > 0 {
		tf.add(c.explainField(name, n, r.lens[Body], p, c.avgs[Body]))
	}
}

func (c *call) explainField(name string, n float64, length int, p FieldParams, avg float64) Explanation {
	return Explanation{
		Value: p.Weight * n / norm(p, length, avg),
		Text:  fmt.Sprintf("%s: weight %g * count %g / (1 - b + b * %d/%.2f), b %g", name, p.Weight, n, length, avg, p.B),
	}
}

func (e *Explanation) add(child Explanation) {
	e.Value += child.Value
	e.Children = append(e.Children, child)
}

// name returns the name of a session.
func (s *sessions) name(n uint32) string { return s.names[n] }
