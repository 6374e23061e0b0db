package query

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// Arm is one way to find candidates, and how it fared.
type Arm struct {
	Name       string        `json:"name"`
	Agent      string        `json:"agent"`
	Candidates int           `json:"candidates"`
	Took       time.Duration `json:"-"` // not part of the answer: it differs each time
	Err        error         `json:"-"`
	Failed     string        `json:"failed,omitempty"` // why, when it did
}

// breadth is how many candidates words and meaning may yield, and how many of them bring
// their neighbours along. Those of what meaning found are the answer more often than those
// of what words found.
type breadth struct {
	words, surroundedWords     int
	meaning, surroundedMeaning int
}

// What is enough for a few hits. In a small memory a candidate costs little to look at. In
// a large one each look may unpack a block.
var (
	wide   = breadth{words: 120, surroundedWords: 20, meaning: 160, surroundedMeaning: 120}
	narrow = breadth{words: 60, surroundedWords: 10, meaning: 80, surroundedMeaning: 30}
)

const (
	wideUpTo = 5_000 // records of an agent up to which it is searched widely
	// meaningForContext is how many meaning yields at least for a context: beyond the first
	// hits, nearly all that is worth its place in one is found by meaning.
	meaningForContext = 120
)

// breadth is how widely the agent is searched: for as many candidates as hits were asked
// for, or as it takes to fill a context.
func (r *Request) breadth(records int) breadth {
	b := narrow
	if records <= wideUpTo {
		b = wide
	}
	if r.byBudget {
		b.meaning = max(b.meaning, meaningForContext)
	} else {
		b.words, b.meaning = max(b.words, r.K), max(b.meaning, r.K)
	}
	return b
}

// How many candidates the other arms may yield.
const (
	newestCandidates = 100
	timeCandidates   = 60
	entityCandidates = 60
	maxWording       = 32 // conditions on the words of a record that are looked up
	graphSeeds       = 6  // best records whose SIMILAR_TO edges are followed
	// allCandidates is the size up to which every record of an agent is a
	// candidate: ranking then sees the whole of it.
	allCandidates = 1_000
)

// arm finds the ids of candidates.
type arm struct {
	name string
	find func(ctx context.Context) ([]schema.ID, error)
}

// runArms runs arms, side by side where a processor is spare, each until the deadline
// of its own. One that fails or is late is reported and yields nothing; the others go on.
// later is work that needs none of their results, for a processor that is done before the
// other.
func (s *scene) runArms(ctx context.Context, arms []arm, later ...func()) ([][]schema.ID, []Arm) {
	found := make([][]schema.ID, len(arms))
	report := make([]Arm, len(arms))
	run := func(i int) {
		if i >= len(arms) {
			later[i-len(arms)]()
			return
		}
		ctx, cancel := context.WithTimeout(ctx, s.req.Deadline)
		defer cancel()
		start := time.Now()
		ids, err := arms[i].find(ctx)
		report[i] = Arm{Name: arms[i].name, Agent: s.agent.Name(), Candidates: len(ids), Took: time.Since(start), Err: err}
		if err != nil {
			report[i].Failed, report[i].Candidates = err.Error(), 0
			return
		}
		found[i] = ids
	}
	s.reader.seats.together(len(arms)+len(later), run)
	return found, report
}

// countSessions counts the words of the question in the sessions, which sights needs and
// would otherwise begin with. It takes as long as looking at many records, so it is done
// beside the arms.
func (s *scene) countSessions() {
	_ = s.topic.CountSessions() // it fails when the index is closed, and then so does what asks for the counts
	if s.whole != s.topic {
		_ = s.whole.CountSessions()
	}
}

// arms lists the ways to find candidates for a question among one agent's
// records: words first, then meaning where the question has a vector, as ordered expects.
func (s *scene) arms() []arm {
	arms := []arm{{"words", s.byWords}}
	if s.vector != nil {
		arms = append(arms, arm{"meaning", s.byMeaning})
	}
	switch {
	case s.small():
		arms = append(arms, arm{"all", s.everything})
	case len(s.question.Words) == 0: // conditions alone: the newest that meet them
		arms = append(arms, arm{"newest", s.newest})
	}
	if (s.question.Kind != "" || s.question.Called != "") && !s.small() {
		arms = append(arms, arm{"kindred", s.kindred})
	}
	if len(s.question.When) > 0 || !s.req.Since.IsZero() || !s.req.Until.IsZero() {
		arms = append(arms, arm{"time", s.byTime})
	}
	if len(s.entities) > 0 {
		arms = append(arms, arm{"entities", s.byEntities})
	}
	if s.req.readsText() && !s.small() {
		if clauses := s.wording(); len(clauses) > 0 {
			arms = append(arms, arm{"wording", func(ctx context.Context) ([]schema.ID, error) { return s.byWording(ctx, clauses) }})
		}
	}
	return arms
}

// ordered returns what words and meaning found, each the best first.
func (s *scene) ordered(found [][]schema.ID) (words, meaning []schema.ID) {
	if s.vector != nil {
		meaning = found[1]
	}
	return found[0], meaning
}

// small tells that the agent has so few records that all are candidates.
func (s *scene) small() bool { return s.agent.Columns().Len() <= allCandidates }

func (s *scene) everything(ctx context.Context) ([]schema.ID, error) {
	g := s.gate()
	ids := slices.DeleteFunc(s.agent.Columns().IDs(), func(id schema.ID) bool { return !g.admits(id) })
	return ids, ctx.Err()
}

func (s *scene) newest(ctx context.Context) ([]schema.ID, error) {
	return s.scan(ctx, max(newestCandidates, s.req.K), ledger.Everything(), ledger.Scan{From: s.req.Since, To: s.req.Until})
}

// byWords yields the records that best match the words on their own; what their
// surroundings add is known when their neighbours join them.
func (s *scene) byWords(ctx context.Context) ([]schema.ID, error) {
	return s.search(ctx, s.topic, s.breadth.words, wordPostings(s.agent.Columns().Len()))
}

// wording is what a parsed question demands of the words of a record.
func (s *scene) wording() []lexical.Clause {
	w := s.req.where
	var clauses []lexical.Clause
	add := func(kind lexical.Kind, occur lexical.Occur, texts ...string) {
		for _, t := range texts {
			clauses = append(clauses, lexical.Clause{Kind: kind, Occur: occur, Text: t, In: said})
		}
	}
	add(lexical.Phrase, lexical.Must, w.Phrases...)
	add(lexical.Prefix, lexical.Must, w.Prefixes...)
	add(lexical.Words, lexical.MustNot, w.ExcludeText.Words...)
	add(lexical.Phrase, lexical.MustNot, w.ExcludeText.Phrases...)
	add(lexical.Prefix, lexical.MustNot, w.ExcludeText.Prefixes...)
	return clauses[:min(len(clauses), maxWording)]
}

// byWording yields the records that best match the words among those that have the
// phrases that are demanded and not what is excluded: all that byWords finds may fail these
// conditions. The index leaves out other forms of an excluded word as well, byWords does not.
func (s *scene) byWording(ctx context.Context, clauses []lexical.Clause) ([]schema.ID, error) {
	p, err := s.agent.Words().Prepare(lexical.Query{Text: s.question.Topic, Clauses: clauses})
	if err != nil {
		return nil, err
	}
	defer p.Release()
	return s.search(ctx, p, max(s.breadth.words, s.req.K), 0)
}

// search yields the k records that best match a prepared query on their own.
func (s *scene) search(ctx context.Context, p *lexical.Prepared, k, budget int) ([]schema.ID, error) {
	g := s.gate()
	hits, err := p.Search(ctx, lexical.SearchOptions{
		K: k, OwnOnly: true, Budget: budget, Allow: func(id lexical.ID) bool { return g.admits(id) },
	})
	ids := make([]schema.ID, 0, len(hits))
	for _, h := range hits {
		ids = append(ids, h.ID)
	}
	return ids, err
}

// wordPostings is about how many postings the search for words may read, of so many records. It only finds candidates, so the
// rarest words may choose them: with a quarter as many postings as there are records, 99 of 100 hits are those of a search that
// reads all. Of a small agent all are read.
func wordPostings(records int) int { return min(1<<18, max(1<<15, records/4)) }

func (s *scene) byMeaning(ctx context.Context) ([]schema.ID, error) {
	g := s.gate()
	filter := vector.Where(func(id vector.ID) bool { return g.admits(id) })
	if s.wanted != nil {
		filter = vector.Among(admitted(g, s.wanted))
	}
	hits, err := s.agent.Vectors().Search(ctx, s.vector, vector.SearchOptions{K: s.breadth.meaning, Filter: filter})
	if errors.Is(err, vector.ErrZero) {
		return nil, nil // a question without words that the model knows
	}
	ids := make([]schema.ID, 0, len(hits))
	for _, h := range hits {
		if g.admits(h.ID) {
			ids = append(ids, h.ID)
		}
	}
	return ids, err
}

// admitted lists those of a set that may be hits.
func admitted(g *gate, set map[schema.ID]bool) []vector.ID {
	ids := make([]vector.ID, 0, len(set))
	for id := range set {
		if g.admits(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// byTime yields the records of the times that the question names.
func (s *scene) byTime(ctx context.Context) ([]schema.ID, error) {
	spans := make([]ledger.Scan, 0, len(s.question.When)+1)
	for _, w := range s.question.When {
		spans = append(spans, ledger.Scan{From: w.From, To: w.To})
	}
	if len(spans) == 0 {
		spans = append(spans, ledger.Scan{From: s.req.Since, To: s.req.Until})
	}
	telling, err := s.telling(ctx)
	if err != nil {
		return nil, err
	}
	if !s.question.DateAlone {
		then, err := s.scan(ctx, timeCandidates, ledger.Everything(), spans...)
		return inOrder(slices.Concat(then, telling)), err
	}
	within, ongoing, err := s.scanApart(ctx, max(timeCandidates, s.req.K), ledger.Everything(), spans...)
	s.ongoing = make(map[schema.ID]bool, len(ongoing))
	for _, id := range ongoing {
		s.ongoing[id] = true
	}
	return inOrder(slices.Concat(within, ongoing, telling)), err
}

// telling yields records that tell of the times that the question names: of the latest days, or of what lies ahead of the first.
func (s *scene) telling(ctx context.Context) (ids []schema.ID, err error) {
	g, limit := s.gate(), max(timeCandidates, s.req.K)
	for _, w := range s.question.When {
		from, to := int64(math.MinInt64), int64(math.MaxInt64)
		if !w.From.IsZero() {
			from = w.From.UnixMicro()
		}
		if !w.To.IsZero() {
			to = w.To.UnixMicro()
		}
		soonest := !w.From.Before(s.now)
		for wanted := limit; ; wanted *= 4 { // as not all are admitted
			found := s.agent.Columns().Telling(from, to, soonest, wanted)
			fit, err := s.admitted(ctx, g, limit, entries(found))
			if err != nil {
				return nil, err
			}
			if len(fit) == limit || len(found) < wanted {
				ids = append(ids, fit...)
				break
			}
		}
	}
	return ids, nil
}

// entries lists ids as a scan does.
func entries(ids []schema.ID) iter.Seq2[ledger.Entry, error] {
	return func(yield func(ledger.Entry, error) bool) {
		for _, id := range ids {
			if !yield(ledger.Entry{ID: id}, nil) {
				return
			}
		}
	}
}

// byEntities yields the newest records that mention an entity of the question,
// and works out how much they and the question have in common.
func (s *scene) byEntities(ctx context.Context) ([]schema.ID, error) {
	var out []schema.ID
	groups, err := s.groups(ctx)
	if err != nil {
		return nil, err
	}
	for _, group := range groups {
		ids, err := s.scan(ctx, entityCandidates, ledger.Mentioning(group...), ledger.Scan{})
		if err != nil {
			return nil, err
		}
		out = append(out, ids...)
	}
	overlap := map[schema.ID]float64{}
	err = s.reader.store.View(ctx, func(r *ledger.Reader) error {
		mentioned, err := r.Mentioned(inOrder(slices.Clone(out)))
		for id, keys := range mentioned {
			overlap[id] = jaccard(keys, groups)
		}
		return err
	})
	s.overlap = overlap
	return out, err
}

// groups lists the entities of the question, each with those that are one with
// it, and each group once.
func (s *scene) groups(ctx context.Context) ([][]schema.EntityKey, error) {
	var out [][]schema.EntityKey
	seen := map[schema.EntityKey]bool{}
	err := s.reader.store.View(ctx, func(r *ledger.Reader) error {
		for _, key := range s.entities {
			group, err := knowledge.Standing(r, s.agent.Name(), key)
			if err != nil {
				return err
			}
			if !seen[group[0]] {
				seen[group[0]] = true
				out = append(out, group)
			}
		}
		return nil
	})
	return out, err
}

// jaccard is the share of the entities of a record and a question that both
// have (004-16); entities that are one count once.
func jaccard(mentioned []schema.EntityKey, asked [][]schema.EntityKey) float64 {
	have := map[schema.EntityKey]bool{}
	for _, key := range mentioned {
		have[key] = true
	}
	shared := 0
	all := len(asked)
	for _, group := range asked {
		of := 0
		for _, key := range group {
			if have[key] {
				of++
			}
		}
		if of > 0 {
			shared++
			all -= of
		}
	}
	if shared == 0 {
		return 0
	}
	return float64(shared) / float64(len(have)+all)
}

// scan yields the newest admitted records of an index, up to limit for each of the
// bounds, and as many that were going on where these begin. Records that say what is
// excluded do not count against the limit; they are few, so that passing over them is
// quick. Records with a demanded phrase are few among many, which is why byWording looks
// them up instead.
func (s *scene) scan(ctx context.Context, limit int, index ledger.Index, bounds ...ledger.Scan) ([]schema.ID, error) {
	within, ongoing, err := s.scanApart(ctx, limit, index, bounds...)
	return append(within, ongoing...), err
}

// scanApart is scan, with what was going on apart: its own time does not say that it was then.
func (s *scene) scanApart(ctx context.Context, limit int, index ledger.Index, bounds ...ledger.Scan) (within, ongoing []schema.ID, err error) {
	g := s.gate()
	err = s.reader.store.View(ctx, func(r *ledger.Reader) error {
		for _, b := range bounds {
			found, err := s.admitted(ctx, g, limit, r.Scan(s.agent.Name(), index, b))
			within = append(within, found...)
			if err != nil {
				return err
			}
			found, err = s.admitted(ctx, g, limit, r.Ongoing(s.agent.Name(), b))
			ongoing = append(ongoing, found...)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return within, ongoing, err
}

// admitted takes those entries that are admitted, up to limit; with an error, those
// before it. Those of one who spoke are looked for among so many alone.
func (s *scene) admitted(ctx context.Context, g *gate, limit int, entries iter.Seq2[ledger.Entry, error]) (ids []schema.ID, err error) {
	excluding := s.req.excludesText() && !s.req.demandsText()
	looked := 0
	for e, err := range entries {
		if err != nil {
			return ids, err
		}
		if err := ctx.Err(); err != nil {
			return ids, err
		}
		if looked++; g.by != "" && looked > looksForTalk {
			break
		}
		if !g.admits(e.ID) {
			continue
		}
		if excluding {
			if ok, err := s.saysWhat(e.ID); err != nil {
				return ids, err
			} else if !ok {
				continue
			}
		}
		if ids = append(ids, e.ID); len(ids) == limit {
			break
		}
	}
	return ids, nil
}
