package query

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/query/rank"
	"github.com/lukasadb/lukasa/schema"
)

// scene is one question put to one agent's memory.
type scene struct {
	reader   *Reader
	req      *Request
	now      time.Time
	agent    *store.Agent
	decay    schema.DecayConfig // of the agent
	breadth  breadth
	lang     text.Lang // of the question
	talk     rank.Parties
	text     string // the question as it is understood
	question rank.Question
	// isKindred is what [scene.tellsKindred] returns.
	isKindred func(*column.Row) bool
	vector    []float32             // of the question; nil without one
	names     *knowledge.Names      // of the agent's entities
	entities  []schema.EntityKey    // that the question names
	overlap   map[schema.ID]float64 // how much the entities of a record and the question have in common: see jaccard
	reached   map[schema.ID]reach   // records reached over SIMILAR_TO
	ongoing   map[schema.ID]bool    // records of what went on where the dates of the question begin, which names nothing else
	wanted    map[schema.ID]bool    // records that a demanded entity or file has; nil: any
	unwanted  map[schema.ID]bool    // records that an excluded entity or file has, or that the question itself made
	all       bool                  // every record met the request's conditions when this was made; recheck sees what changed since
	whole     *lexical.Prepared     // the question
	topic     *lexical.Prepared     // the question without participants
	terms     []lexical.QueryTerm   // of the topic
	called    string                // the name of the participant asked about, in lower case; empty unless the question has it
	coverage  *static.Coverage
	desk      *desk
	mute      []Arm // meaning, where the embedder failed and it has no vector to search with
}

// newScene reads the question as the agent's memory understands it.
func (q *Reader) newScene(ctx context.Context, req *Request, now time.Time, agent *store.Agent) (*scene, error) {
	s := &scene{
		reader: q, req: req, now: now, agent: agent, decay: req.fading.of(agent.Name()),
		breadth: req.breadth(agent.Columns().Len()), desk: takeDesk(),
	}
	s.all = req.unconditional() && agent.Columns().AllStand()
	s.lang = agent.Words().Tongue(req.Text)
	var err error
	if s.talk, err = s.parties(ctx); err != nil {
		return nil, err
	}
	if err := s.understand(ctx); err != nil {
		return nil, err
	}
	s.question = rank.ReadIn(s.lang, s.text, participants(s.text, agent.Columns().Speakers()), s.talk)
	s.question.At(now, s.dates())
	if err := s.nameTalk(ctx); err != nil {
		return nil, err
	}
	if !req.situation {
		s.question.ReadScope(s.lang, s.talk)
	}
	s.isKindred = s.tellsKindred()
	if s.whole, err = agent.Words().Prepare(lexical.Query{Text: s.question.Core}); err != nil {
		return nil, err
	}
	if s.topic = s.whole; s.question.Topic != s.question.Core {
		if s.topic, err = agent.Words().Prepare(lexical.Query{Text: s.question.Topic}); err != nil {
			return nil, err
		}
	}
	if err := s.embed(ctx); err != nil {
		return nil, err
	}
	s.terms = s.topic.Terms()
	s.question.Words, s.coverage = ReadWords(s.terms, s.lang)
	s.readName()
	return s, nil
}

// dates are those that the question names.
func (s *scene) dates() []dates.Range {
	if s.text == s.req.Text {
		return s.req.dates
	}
	return dates.Find(s.text, s.now, text.Und)
}

// participants picks the speakers whose first name is in the question, so that
// reading it does not take longer for an agent who has heard thousands.
func participants(question string, speakers []string) []string {
	folded := text.Plain(strings.ToLower(question)) // a name may be typed without its marks
	var out []string
	for _, name := range speakers {
		first, _, _ := strings.Cut(text.Plain(strings.ToLower(name)), " ")
		if first != "" && strings.Contains(folded, first) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// embed makes the question's vector. An embedder that fails or is late leaves
// the question without one: that is reported, and the other arms answer.
func (s *scene) embed(ctx context.Context) error {
	e := s.agent.Embedder()
	if e == nil || s.question.Scope == rank.Whole || s.asksNothing() {
		return nil
	}
	start := time.Now()
	vectors, err := embedWithin(ctx, s.req.Deadline, e, s.question.Core)
	switch {
	case err == nil:
		s.vector = vectors[0]
	case ctx.Err() != nil:
		return ctx.Err()
	default:
		s.mute = []Arm{{Name: "meaning", Agent: s.agent.Name(), Took: time.Since(start), Err: err, Failed: err.Error()}}
		s.reader.store.Logger().Warn("query: no vector for a question", "error", err)
	}
	return nil
}

// embedWithin embeds a question within a deadline. A model that is not local may
// be a function of the caller's that does not look at its context: it is left
// behind.
func embedWithin(ctx context.Context, deadline time.Duration, e embed.Embedder, question string) ([][]float32, error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	if e.Model().Local {
		return e.EmbedQueries(ctx, []string{question})
	}
	type result struct {
		vectors [][]float32
		err     error
	}
	done := make(chan result, 1)
	go func() {
		vectors, err := e.EmbedQueries(ctx, []string{question})
		done <- result{vectors, err}
	}()
	select {
	case r := <-done:
		return r.vectors, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// release gives memory back when all candidates are ranked.
func (s *scene) release() {
	if s.coverage != nil {
		s.coverage.Release()
	}
	s.whole.Release()
	s.topic.Release()
	s.desk.clear()
}

func (s *scene) gate() *gate {
	g := newGate(s.req, s.now, s.agent.Columns(), s.decay)
	g.wanted, g.unwanted, g.all, g.by, g.past = s.wanted, s.unwanted, s.all, s.question.By, s.past()
	return g
}

// held tells whether a fact was true at a time that is over of which something is asked: 1 if so, -1 if it was told and began
// after all of them, else 0.
func (s *scene) held(r *column.Row) float64 {
	past := s.past()
	if validIn(past, r) {
		return 1
	}
	began := func(at dates.Range) bool { return min(r.Time, r.ValidFrom) < at.To.UnixMicro() }
	if len(past) == 0 || r.KindOf() != schema.KindFact || r.ValidFrom == column.Unset || slices.ContainsFunc(past, began) {
		return 0
	}
	return -1
}

// was tells whether a record was so once, and what was so before is asked for.
func (s *scene) was(r *column.Row) bool {
	return s.req.before && r.StatusOf() == schema.StatusSuperseded && r.ValidTo <= s.now.UnixMicro()
}

// past are the times that are over of which something is asked; what happened then is told by what was told then.
func (s *scene) past() []dates.Range {
	if s.question.DateAlone || s.question.Scope != rank.Particular {
		return nil
	}
	return s.req.past
}
