package rank

import (
	"cmp"
	"math"
	"strings"
)

// Evidence is a signal of a candidate's confidence: unlike a [Feature], its value means the same for every question.
type Evidence uint8

// The kinds of evidence.
const (
	EvidenceCover    Evidence = iota // share of the question's weight covered by the record, unknown words included
	EvidenceWindow                   // the same by the record and both neighbours
	EvidenceMeaning                  // cosine of the record
	EvidencePrevious                 // cosine with the previous record
	EvidenceKnown                    // share of the question's weight in words that the agent knows at all
	EvidenceNames                    // share of the question's names that the agent does not know
	EvidenceSaid                     // said by the person asked about
	NumEvidence
)

var evidenceNames = [NumEvidence]string{"cover", "cover_window", "meaning", "meaning_previous", "known", "unknown_names", "said"}

// String returns the name, as profiles have it.
func (e Evidence) String() string {
	if e < NumEvidence {
		return evidenceNames[e]
	}
	return "evidence?"
}

// rarity is the weight of a word as evidence.
func rarity(w Word) float64 { return cmp.Or(w.Rarity, w.IDF) }

// evidence fills in what coverage does not.
func (s *Signals) evidence(q *Question, rarities []float64) {
	known := 0.0
	for i, w := range q.Words {
		known += rarities[i] * flag(w.Known)
	}
	unknown, share := unknownNames(q), q.nameShare()
	for i := range s.candidates {
		c, e := &s.candidates[i], &s.Evidence[i]
		e[EvidenceMeaning], e[EvidencePrevious] = c.Cosines.Own, c.around(c.Cosines.WithPrevious, c.Cosines.Own)
		e[EvidenceKnown], e[EvidenceNames] = known, unknown
		e[EvidenceSaid] = s.Values[i][Said]
		if c.Tells {
			alsoNamed(e, share)
		}
	}
}

// alsoNamed is the evidence of a record that speaks of the one asked about by their name, which is no word of the topic: as if it
// were one, for everybody's own records go without it.
func alsoNamed(e *[NumEvidence]float64, share float64) {
	for _, k := range [...]Evidence{EvidenceCover, EvidenceWindow, EvidenceKnown} {
		e[k] = (e[k] + share) / (1 + share)
	}
}

// nameShare is the weight of the name of the one asked about as evidence, in that of the question's words without it.
func (q *Question) nameShare() float64 {
	sum := 0.0
	for _, w := range q.Words {
		sum += max(rarity(w), 0)
	}
	if sum == 0 {
		return 0
	}
	return q.NameRarity / sum
}

// unknownNames is the share of the names in a question, participants' among them, that no record of the agent has.
// Advice is sought on what may be new.
func unknownNames(q *Question) float64 {
	if len(q.Names) == 0 || q.Advice {
		return 0
	}
	unknown := 0
	for _, n := range q.Names {
		if !knows(q.Words, n) {
			unknown++
		}
	}
	return float64(unknown) / float64(len(q.Names)+len(q.Asked))
}

// knows tells whether one of the words is the name, which is in lower case. Of a name with an apostrophe (O'Brien) the longest
// part decides, since words are parted there.
func knows(words []Word, name string) bool {
	name = longestPart(possessor(name))
	for _, w := range words {
		if w.Known && possessor(strings.ToLower(w.Text)) == name {
			return true
		}
	}
	return false
}

func longestPart(name string) string {
	longest := ""
	for part := range strings.SplitSeq(name, "'") {
		if len(part) > len(longest) {
			longest = part
		}
	}
	return longest
}

// Together returns what the candidates at the given places show at best, each kind of evidence by itself: the evidence that
// there is an answer at all.
func (s *Signals) Together(places []int) (e [NumEvidence]float64) {
	for n, i := range places {
		for k, x := range s.Evidence[i] {
			if n == 0 || x > e[k] {
				e[k] = x
			}
		}
	}
	return e
}

// confidence is the logistic model of the floor.
func (f *Floor) confidence(e *[NumEvidence]float64) float64 {
	x := f.Bias
	for i, w := range f.weights {
		x += w * e[i]
	}
	return 1 / (1 + math.Exp(-x))
}

// least is the confidence that an answer needs whose best hit is a note, or is none.
func (f *Floor) least(note bool) float64 {
	if note && f.LeastNote != 0 {
		return f.LeastNote
	}
	return f.Least
}
