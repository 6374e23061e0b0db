package digest

import "slices"

// talk is what is known of passages as turns of a conversation. Those that say who
// spoke are such.
type talk []turn

type turn struct {
	label     string
	first     *sentence // nil: it says nothing
	substance int
	asks      bool
}

func talkOf(list []*sentence, passages []Passage) talk {
	out := make(talk, len(passages))
	for i, p := range passages {
		out[i].label = p.Label
	}
	for _, s := range list {
		t := &out[s.Passage]
		if t.first == nil {
			t.first = s
		}
		t.substance += s.reading.substance
		t.asks = t.asks || s.reading.asks
	}
	return out
}

func (t talk) spoken() bool {
	return slices.ContainsFunc(t, func(x turn) bool { return x.label != "" })
}

// echo is the most words with a meaning of a reply that adds nothing.
const echo = 3

// takesUp tells whether a turn leaves what another said before it as it stands: it
// agrees, or has nothing to add.
func (t *turn) takesUp(before *turn) bool {
	if t.first == nil || t.label == before.label {
		return false
	}
	return t.agrees() || t.substance <= echo && !t.asks
}

func (t *turn) agrees() bool { return t.first.reading.opening&agrees != 0 && !t.first.reading.asks }

func (t *turn) refuses() bool { return t.first != nil && t.first.reading.opening&refuses != 0 }

// hear marks the sentences of each turn by how the next one takes them.
func (t talk) hear(list []*sentence) {
	for _, s := range list {
		at, next := s.Passage, s.Passage+1
		if t[at].label == "" || next == len(t) {
			continue
		}
		s.reading.refused = t[next].refuses()
		s.reading.takenUp = !s.reading.refused && t[next].takesUp(&t[at])
		s.reading.agreed = s.reading.takenUp && t[next].agrees()
	}
}

// share gives the sentences of a turn two thirds of its best one's worth: who says
// "I can sign that today" tells of what was said before that.
func (t talk) share(list []*sentence) {
	best := make([]float64, len(t))
	for _, s := range list {
		best[s.Passage] = max(best[s.Passage], s.Score)
	}
	for _, s := range list {
		if t[s.Passage].label != "" {
			s.Score = (s.Score + 2*best[s.Passage]) / 3
		}
	}
}

const (
	subject = 0.2 // cosine from which a sentence speaks of what another did
	reach   = 60  // sentences back that one may revoke
	recent  = 3   // turns back that one may revoke which names no subject
)

// revoke marks the sentences that later ones of the conversation take back: those of
// the same subject, or where only "scratch that" is said, what the speaker said last.
func (t talk) revoke(list []*sentence) {
	for i, s := range list {
		if s.reading.says&revokes == 0 || t[s.Passage].label == "" {
			continue
		}
		bare, last := s.reading.substance == 0, t.before(s.Passage)
		for _, old := range list[max(0, i-reach):i] {
			if bare && old.Passage == last || cosine(old.vector, s.vector) >= subject {
				old.reading.revoked = true
			}
		}
	}
}

// before is the turn that the speaker of one had before it, or if that is too long
// ago, the one before it.
func (t talk) before(at int) int {
	for back := at - 1; back >= max(0, at-recent); back-- {
		if t[back].label == t[at].label {
			return back
		}
	}
	return at - 1
}
