package rank

import (
	"bytes"
	"math"
	"slices"
	"sort"
	"sync"
)

// Cosines of words below coverCut are noise of the embedder and count nothing.
const coverCut = 0.3

// OfKind is the cosine as which it counts that a record names a thing of a kind that the question names (a hamster for pets):
// that of near synonyms.
const OfKind = 0.75

// scaled is how many of an arm's best candidates its scores are scaled over.
const scaled = 100

// Signals holds the features of a question's candidates.
type Signals struct {
	Values [][NumFeatures]float64
	Gates  [][NumGates]float64
	// Evidence of each candidate that does not depend on the others: what its confidence is made of.
	Evidence [][NumEvidence]float64
	// Order is the index of each candidate among those given; candidates here are sorted by ID.
	Order []int

	candidates []Candidate
	copied     bool      // candidates are not those given, but the same in order
	prev, next []int     // places of the neighbours, -1 for none
	unscaled   []float64 // see scale
	parted     []float64 // see bounds
	scratch    []float64 // see Ranking.Promising
}

// spare keeps the memory of signals that were released.
var spare = sync.Pool{New: func() any { return new(Signals) }}

// release gives the memory to the next question's signals.
func (s *Signals) release() {
	s.candidates = nil
	spare.Put(s)
}

// newSignals computes the features that need neither Best nor a first score. The candidates are not changed.
func (p *Profile) newSignals(q *Question, candidates []Candidate) *Signals {
	s := spare.Get().(*Signals)
	s.sort(candidates)
	n := len(s.candidates)
	s.Values, s.Gates, s.Evidence = blank(s.Values, n), blank(s.Gates, n), blank(s.Evidence, n)
	s.prev, s.next = blank(s.prev, n), blank(s.next, n)
	for i := range s.candidates {
		if s.candidates[i].Note {
			s.prev[i], s.next[i] = -1, -1
			continue
		}
		s.prev[i], s.next[i] = s.place(s.candidates[i].Prev, i-1), s.place(s.candidates[i].Next, i+1)
	}
	p.records(q, s)
	s.arms()
	return s
}

// sort brings the candidates into the order of their IDs, each once. Those that are in order already are not copied.
func (s *Signals) sort(candidates []Candidate) {
	s.Order = blank(s.Order, len(candidates))
	s.copied = false
	for i := range candidates {
		s.Order[i] = i
		s.copied = s.copied || i > 0 && bytes.Compare(candidates[i-1].ID[:], candidates[i].ID[:]) >= 0
	}
	if s.candidates = candidates; !s.copied {
		return
	}
	slices.SortStableFunc(s.Order, func(a, b int) int { return bytes.Compare(candidates[a].ID[:], candidates[b].ID[:]) })
	s.Order = slices.CompactFunc(s.Order, func(a, b int) bool { return candidates[a].ID == candidates[b].ID })
	s.candidates = make([]Candidate, len(s.Order))
	for i, o := range s.Order {
		s.candidates[i] = candidates[o]
	}
}

// complete computes the other features, once Best, Tells and Foreign are filled in where they are known.
func (s *Signals) complete(p *Profile, q *Question, candidates []Candidate) {
	if s.copied {
		for i, o := range s.Order {
			c, given := &s.candidates[i], &candidates[o]
			c.Best, c.Tells, c.Foreign = given.Best, given.Tells, given.Foreign
		}
	}
	rarities, _ := shares(q.Words, rarity)
	s.coverage(q, rarities)
	s.evidence(q, rarities)
	s.told()
	s.sequence(p.firstScores(s))
}

// told counts what others tell of the one asked about like what they say themselves. As evidence of an answer it counts by their name.
// What others say of themselves counts against it: "I live in Rome" answers where whoever says so lives, and nobody else.
func (s *Signals) told() {
	for i := range s.candidates {
		switch c := &s.candidates[i]; {
		case c.Tells:
			s.Values[i][Said] = 1
		case c.Foreign:
			s.Values[i][Said] = -1
			s.Evidence[i][EvidenceSaid] = -1
		}
	}
}

// blank returns n zeroes, in the memory of room if that is enough.
func blank[T any](room []T, n int) []T {
	if cap(room) < n {
		return make([]T, n)
	}
	room = room[:n]
	clear(room)
	return room
}

// place is where the candidate of an ID stands, or -1. It is looked for at a likely place first: most IDs order by time, as
// sequences do.
func (s *Signals) place(id ID, likely int) int {
	if id == (ID{}) {
		return -1
	}
	if likely >= 0 && likely < len(s.candidates) && s.candidates[likely].ID == id {
		return likely
	}
	at, there := sort.Find(len(s.candidates), func(i int) int { return bytes.Compare(id[:], s.candidates[i].ID[:]) })
	if !there {
		return -1
	}
	return at
}

// records computes what each record shows by itself, and the gates.
func (p *Profile) records(q *Question, s *Signals) {
	asked := ""
	if len(q.Asked) == 1 {
		asked = q.Asked[0]
	}
	for i := range s.candidates {
		c, v, g := &s.candidates[i], &s.Values[i], &s.Gates[i]
		v[Said] = flag(asked != "" && c.Speaker == asked)
		v[Asks] = flag(c.Traits.Asks)
		v[FirstPerson], v[Told] = flag(c.Traits.FirstPerson), flag(c.Traits.Told)
		if s.prev[i] >= 0 {
			v[AfterQuestion] = flag(s.candidates[s.prev[i]].Traits.Questions)
		}
		v[Length] = min(float64(c.Words.Length), 20) / 20
		v[Answer] = flag(q.Want.answeredBy(c.Traits))
		v[Opens] = flag(c.Opens)
		v[DateNear], v[DateTold] = onDates(q, c)
		v[Recency] = p.recency(q, c)
		if c.Importance != 0 {
			v[Importance] = max(-1, min((c.Importance-5)/5, 1))
		}
		if c.Confidence != 0 {
			v[Confidence] = max(0, min(c.Confidence, 1)) - 1
		}
		v[Entities], v[Graph] = c.Entities, c.Graph
		g[Always] = 1
		g[IfShort] = 1 / (1 + float64(c.Words.Length)/20)
		g[IfList], g[IfTime], g[IfChat] = flag(q.List), flag(q.Want == Time), flag(q.Chat)
	}
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// onDates says how near the record, or what it says, is to the question's dates, and whether it tells of a time that falls on one. It counts twice
// where the question names nothing else: words that a record shares with a date are no subject.
func onDates(q *Question, c *Candidate) (near, told float64) {
	for _, r := range q.When {
		if !c.Time.IsZero() {
			near = max(near, math.Exp(-gap(r, c.Time).Hours()/240))
		}
		for _, e := range c.Events {
			told = max(told, flag(dated(e) && overlap(r, e)))
		}
	}
	switch {
	case q.DateAlone:
		return 2 * near, 2 * told
	case c.Held != 0:
		return c.Held, told
	}
	return near, told
}

func (p *Profile) recency(q *Question, c *Candidate) float64 {
	if q.Now.IsZero() || c.Time.IsZero() {
		return 0
	}
	age := max(q.Now.Sub(c.Time), 0)
	return math.Exp2(-age.Hours() / 24 / p.Fades(c.Class))
}

// arms scales the scores of words and meaning.
func (s *Signals) arms() {
	for _, arm := range []struct {
		f   Feature
		get func(*Candidate) float64
	}{
		{WordsOwn, func(c *Candidate) float64 { return c.Words.Own }},
		{WordsAround, func(c *Candidate) float64 { return c.around(c.Words.Around, c.Words.Own) }},
		{WordsWindow, func(c *Candidate) float64 { return c.around(c.Words.Window, c.Words.Own) }},
		{MeaningOwn, func(c *Candidate) float64 { return c.Cosines.Own }},
		{MeaningPrevious, func(c *Candidate) float64 { return c.around(c.Cosines.WithPrevious, c.Cosines.Own) }},
		{MeaningWindow, func(c *Candidate) float64 { return c.around(c.Cosines.Window, c.Cosines.Own) }},
	} {
		s.scale(arm.f, func(i int) float64 { return arm.get(&s.candidates[i]) })
	}
	most := 0.0
	for i := range s.candidates {
		most = max(most, s.candidates[i].Words.Session)
	}
	for i := range s.candidates {
		if most > 0 {
			s.Values[i][WordsSession] = s.candidates[i].Words.Session / most
		}
	}
}

// scale sets a feature to the given values, the best as 1 and the hundredth best, or the last, as 0.
func (s *Signals) scale(f Feature, get func(i int) float64) {
	s.unscaled = blank(s.unscaled, len(s.candidates))
	for i := range s.unscaled {
		s.unscaled[i] = get(i)
	}
	lo, hi := s.bounds(s.unscaled)
	for i, x := range s.unscaled {
		s.Values[i][f] = unit(x, lo, hi)
	}
}

// bounds returns the values that scaling maps to 0 and 1.
func (s *Signals) bounds(raw []float64) (lo, hi float64) {
	if len(raw) == 0 {
		return 0, 0
	}
	if len(raw) <= scaled {
		return slices.Min(raw), slices.Max(raw)
	}
	s.parted = append(s.parted[:0], raw...)
	return greatest(s.parted, scaled), slices.Max(raw)
}

// greatest returns the n-th greatest of the values, and brings those before it to the front (Hoare, "Algorithm 65: Find", 1961).
func greatest(values []float64, n int) float64 {
	lo, hi, at := 0, len(values)-1, n-1
	for lo < hi {
		i, j := lo, hi
		for pivot := values[(lo+hi)/2]; i <= j; {
			for values[i] > pivot {
				i++
			}
			for values[j] < pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case at <= j:
			hi = j
		case at >= i:
			lo = i
		default:
			return values[at]
		}
	}
	return values[at]
}

func unit(x, lo, hi float64) float64 {
	if !(hi > lo) {
		return 0
	}
	return max(0, min((x-lo)/(hi-lo), 1))
}

// coverage computes how well the question's words are covered, word by word, and what of that is evidence by their shares in it.
func (s *Signals) coverage(q *Question, rarities []float64) {
	weights, rarest := shares(q.Words, func(w Word) float64 { return w.IDF })
	n := len(s.candidates)
	window := make([]float64, n)
	own := covers(s.candidates, len(weights))
	for i := range s.candidates {
		v, e := &s.Values[i], &s.Evidence[i]
		prev, next := at(own, s.prev[i]), at(own, s.next[i])
		if own[i] == nil && prev == nil && next == nil {
			continue
		}
		for w, share := range weights {
			a, b, c := value(own[i], w), value(prev, w), value(next, w)
			v[CoverOwn] += share * a
			v[CoverPrevious] += share * max(a, b)
			window[i] += share * max(a, b, c)
			e[EvidenceCover] += rarities[w] * a
			e[EvidenceWindow] += rarities[w] * max(a, b, c)
			if a >= same {
				v[RareOwn] = max(v[RareOwn], share/rarest)
			}
			if max(a, b, c) >= same {
				v[RareWindow] = max(v[RareWindow], share/rarest)
			}
		}
	}
	s.scale(CoverOwnScaled, func(i int) float64 { return s.Values[i][CoverOwn] })
	s.scale(CoverWindowScaled, func(i int) float64 { return window[i] })
	s.once()
}

// once counts what was so once like what held at the time asked for, if it speaks of what the question does: of the subject
// about as much as any.
func (s *Signals) once() {
	most := 0.0
	for i := range s.candidates {
		most = max(most, s.Values[i][CoverOwn])
	}
	for i := range s.candidates {
		if s.candidates[i].Was && s.Values[i][CoverOwn] > mostly*most {
			s.Values[i][DateNear] = 1
		}
	}
}

// mostly is how much of what covers most of a question covers about as much.
const mostly = 0.6

// same is the coverage from which on a word counts as the very word: its other forms included.
const same = 0.9

// shares returns each word's share of the question's weight, and the greatest share.
func shares(words []Word, weight func(Word) float64) (weights []float64, most float64) {
	sum := 0.0
	for _, w := range words {
		sum += max(weight(w), 0)
	}
	weights = make([]float64, len(words))
	for i, w := range words {
		if sum > 0 {
			weights[i] = max(weight(w), 0) / sum
		}
		most = max(most, weights[i])
	}
	return weights, most
}

// covers tells how much of each word each candidate covers; nil where that is not known.
func covers(candidates []Candidate, words int) [][]float64 {
	out := make([][]float64, len(candidates))
	var room []float64 // of several candidates
	for i := range candidates {
		best := candidates[i].Best
		if best == nil || len(best) != words {
			continue
		}
		if len(room) < words {
			room = make([]float64, 32*words)
		}
		out[i], room = room[:words:words], room[words:]
		for w, b := range best {
			out[i][w] = Cover(b)
		}
	}
	return out
}

// Cover is how much a cosine of words counts as covered: the noise cut off and the
// rest stretched to 0..1.
func Cover(cosine float32) float64 {
	return max(0, min((float64(cosine)-coverCut)/(1-coverCut), 1))
}

func at(rows [][]float64, i int) []float64 {
	if i < 0 {
		return nil
	}
	return rows[i]
}

func value(row []float64, i int) float64 {
	if row == nil {
		return 0
	}
	return row[i]
}
