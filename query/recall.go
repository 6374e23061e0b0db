package query

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/query/rank"
	"github.com/lukasadb/lukasa/schema"
)

// Hit is a record that bears on a question.
type Hit struct {
	// Record without its counters of use, which recall itself moves.
	Record schema.Experience `json:"record"`
	// Score orders the hits of one answer; it means nothing between answers.
	Score float64 `json:"score"`
	// Confidence that the record answers the question, 0 to 1.
	Confidence float64 `json:"confidence"`
	// Citation names the record, and where it was read where that is known:
	// "path#Lline".
	Citation string `json:"citation"`
	// Why is the score as a tree, when it was asked for.
	Why *rank.Explanation `json:"why,omitempty"`
	// Path is, for a record that was reached over the graph, the Cypher that
	// leads to it, ready to run.
	Path string `json:"path,omitempty"`
}

// Answer is what a memory has to say to a question.
type Answer struct {
	// Hits, best first; at most K.
	Hits []Hit `json:"hits"`
	// Pinned records of the asked scopes, newest first. They never take the
	// place of a hit.
	Pinned []schema.Experience `json:"pinned,omitempty"`
	// Core is the core memory of the asked agents: blocks by agent and name, which
	// are part of every context (003-24).
	Core []schema.Block `json:"core,omitempty"`
	// Conflicts that are open and in which a hit or a pinned record is a side, and of
	// which no side has expired or is of other scopes.
	Conflicts []schema.Conflict `json:"conflicts,omitempty"`
	// Abstained tells that something was found, but nothing that is likely
	// enough to be an answer. Reason says so in words.
	Abstained bool   `json:"abstained,omitempty"`
	Reason    string `json:"reason,omitempty"`
	// Confidence of the best candidate, whether or not it was good enough.
	Confidence float64 `json:"confidence"`
	// Arms tells how each way of searching fared.
	Arms []Arm `json:"arms,omitempty"`
	// Understood is the question as it was searched for, where that is not how
	// it was put: see Reader.Recall.
	Understood string `json:"understood,omitempty"`
	// Asked is the request with its defaults, and At when it was asked.
	Asked Request   `json:"asked"`
	At    time.Time `json:"at"`

	// Grounded is what the domain database holds on the entities of the
	// question and of the hits, and Discrepancies where live statements say
	// otherwise. Without a database they are empty.
	Grounded      []Grounded    `json:"grounded,omitempty"`
	Discrepancies []Discrepancy `json:"discrepancies,omitempty"`

	idle       bool // the text asks nothing
	blank      bool // none of the agents has a record
	otherDates bool // the question names dates alone, and no candidate is of them

	paths    map[schema.ID]string
	prints   map[schema.ID]uint64                // the Simhash of each ranked hit
	searched searched                            // what the question was searched by, of the first agent
	subjects []subject                           // what the question names
	compared map[string][]knowledge.DatabaseFact // by agent
}

// Recall finds what bears on a question: candidates by words, meaning, time and
// entities, ranked together with what surrounds them. An answer may be empty:
// K is a ceiling, and what does not reach the profile's floor is noise.
//
// Of a question of more than forty words the part that asks is searched for; an
// alias that is known stands for its entity's name, and a misspelling for the
// nearest word of the records. Answer.Understood shows what became of it.
//
// A way of searching that fails or is late is reported in Answer.Arms and does
// not fail the others; an error is returned when none is left. So is a domain
// database that fails or is late, in Answer.Grounded.
func (q *Reader) Recall(ctx context.Context, req Request) (*Answer, error) {
	answer, err := q.recall(ctx, req)
	if err != nil {
		return nil, err
	}
	q.count(answer)
	return answer, nil
}

// recall is Recall without counting what it finds as shown.
func (q *Reader) recall(ctx context.Context, req Request) (*Answer, error) {
	defer q.store.Asked()()
	if err := req.Validate(); err != nil {
		return nil, err
	}
	now := q.store.Now()
	if !req.Now.IsZero() {
		now = schema.Instant(req.Now)
	}
	req, err := req.complete(now)
	if err != nil {
		return nil, err
	}
	profile, err := rank.Load(req.Profile)
	if err != nil {
		return nil, fmt.Errorf("%w request: profile: %w", ErrInvalid, err)
	}
	answer := &Answer{Hits: []Hit{}, Asked: req, At: now, paths: map[schema.ID]string{}, prints: map[schema.ID]uint64{}}
	if err := q.store.View(ctx, answer.open); err != nil {
		return nil, err
	}
	req.fading = answer.Asked.fading
	var ranked []rank.Hit
	for _, name := range req.Agents {
		hits, err := q.recallAgent(ctx, &req, profile, now, name, answer)
		if err != nil {
			return nil, err
		}
		ranked = append(ranked, hits...)
	}
	slices.SortFunc(ranked, func(a, b rank.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), schema.CompareIDs(a.ID, b.ID))
	})
	ranked = slices.DeleteFunc(ranked, func(h rank.Hit) bool { return answer.shows(h.ID) })
	if err := q.fill(ctx, answer, ranked); err != nil {
		return nil, err
	}
	if err := q.ground(ctx, answer); err != nil {
		return nil, err
	}
	if len(answer.Hits) == 0 && !answer.Abstained {
		if answer.blank, err = q.blank(ctx, req.Agents); err != nil {
			return nil, err
		}
	}
	answer.explainSilence()
	return answer, nil
}

// recallAgent ranks one agent's records.
func (q *Reader) recallAgent(ctx context.Context, req *Request, profile *rank.Profile, now time.Time, name string, answer *Answer) ([]rank.Hit, error) {
	agent, err := q.store.Agent(ctx, name)
	if err != nil {
		return nil, err
	}
	defer agent.Release()
	s, err := q.newScene(ctx, req, now, agent)
	if err != nil {
		return nil, err
	}
	defer s.release()
	if s.text != req.Text {
		answer.Understood = s.text
	}
	if s.asksNothing() {
		answer.idle = true
		return nil, nil
	}
	answer.about(name, s.entities)
	if answer.searched.terms == nil {
		answer.searched = searched{s.terms, s.lang}
	}
	if err := q.seats.take(ctx); err != nil {
		return nil, err
	}
	defer q.seats.give()
	return s.rank(ctx, profile, answer)
}

// rank finds candidates and ranks them.
func (s *scene) rank(ctx context.Context, profile *rank.Profile, answer *Answer) ([]rank.Hit, error) {
	found, report := s.runArms(ctx, s.arms(), s.countSessions)
	answer.Arms = append(append(answer.Arms, s.mute...), report...)
	if err := allFailed(report); err != nil {
		return nil, err
	}
	candidates, also, err := s.gather(ctx, found)
	answer.Arms = append(answer.Arms, also...)
	if err != nil {
		return nil, err
	}
	ranking := profile.Begin(s.question, candidates)
	defer ranking.Release()
	if err := s.cover(candidates, ranking.Promising(coveredCandidates)); err != nil {
		return nil, err
	}
	wanted := rank.Options{K: s.req.K + len(answer.Pinned) + s.doubles(), Floor: s.floor(), Explain: s.req.Explain}
	if s.req.byBudget {
		wanted.Tail = DefaultK
	}
	result := ranking.Rank(wanted)
	for _, h := range result.Hits {
		answer.note(h.ID, s)
	}
	answer.Confidence = max(answer.Confidence, result.Confidence)
	answer.Abstained = answer.Abstained || result.Abstained
	answer.otherDates = answer.otherDates || result.OtherDates
	return result.Hits, nil
}

// note keeps the fingerprint of a hit, and the path over which it was reached.
func (a *Answer) note(id schema.ID, s *scene) {
	if row, ok := s.agent.Columns().Row(id); ok {
		a.prints[id] = row.Simhash
	}
	if r, ok := s.reached[id]; ok {
		a.paths[id] = graph.SimilarStatement([]string{s.agent.Name()}, r.from.String()).Cypher()
	}
}

// floor is the caller's floor, or the profile's. A question without words asks
// for whatever meets its conditions: there is nothing to be unsure of. Dates are
// no conditions, but for what is of them.
func (s *scene) floor() *float64 {
	if s.req.Floor == nil && len(s.question.Words) == 0 && !s.question.DateAlone {
		return new(float64)
	}
	return s.req.Floor
}

// allFailed returns the arms' errors if none of them worked.
func allFailed(report []Arm) error {
	var errs []error
	for _, a := range report {
		if a.Err == nil {
			return nil
		}
		errs = append(errs, fmt.Errorf("query: %s of %q: %w", a.Name, a.Agent, a.Err))
	}
	return errors.Join(errs...)
}

// readTogether is how many records of an answer are read at a time: together they cost
// less.
const readTogether = 32

// fill reads the records behind the hits, until there are as many as were asked for.
func (q *Reader) fill(ctx context.Context, answer *Answer, ranked []rank.Hit) error {
	filling := newFilling(answer, ranked)
	return q.store.View(ctx, func(r *ledger.Reader) error {
		for stretch := range slices.Chunk(ranked, min(answer.Asked.K, readTogether)) {
			if filling.done() {
				break
			}
			records, err := answer.readAll(r, stretch)
			if err != nil {
				return err
			}
			for i := range stretch {
				h, e, err := filling.original(r, &stretch[i], records[i])
				if err != nil {
					return err
				}
				filling.take(h, e)
			}
		}
		return answer.dispute(r)
	})
}

// filling is an answer that gets its hits.
type filling struct {
	answer  *Answer
	recheck *recheck
	seen    retold
	room    room
}

func newFilling(a *Answer, found []rank.Hit) *filling {
	a.Hits = make([]Hit, 0, min(len(found), a.Asked.K, readTogether))
	return &filling{a, newRecheck(a), newRetold(a.Asked.Except, found), roomFor(&a.Asked)}
}

// done tells that the answer has what was asked for.
func (f *filling) done() bool { return len(f.answer.Hits) == f.answer.Asked.K || f.room.full() }

// original puts what was said in the place of an episode that tells it again, with what that was found by.
func (f *filling) original(r *ledger.Reader, h *rank.Hit, e *schema.Experience) (*rank.Hit, *schema.Experience, error) {
	if e == nil || f.done() {
		return h, e, nil
	}
	id := f.seen.original(e)
	if id == (schema.ID{}) {
		return h, e, nil
	}
	instead := *h
	instead.ID = id
	said, err := f.answer.read(r, id)
	return &instead, said, err
}

// take makes a record a hit if nothing speaks against it and there is room; nil was not there.
func (f *filling) take(h *rank.Hit, e *schema.Experience) {
	if e == nil || f.done() || !f.recheck.admits(e) || !f.seen.isNew(e) {
		return
	}
	f.room.take(e)
	f.answer.Hits = append(f.answer.Hits, Hit{
		Record: *e, Score: h.Score, Confidence: h.Confidence, Citation: Cite(e), Why: h.Why, Path: f.answer.paths[h.ID],
	})
}

// readAll returns the records of hits, each nil if it was not there; versions of the past are
// read one by one.
func (a *Answer) readAll(r *ledger.Reader, hits []rank.Hit) ([]*schema.Experience, error) {
	ids := make([]schema.ID, len(hits))
	for i, h := range hits {
		ids[i] = h.ID
	}
	if a.Asked.KnownAt.IsZero() {
		return r.Bare(ids)
	}
	records := make([]*schema.Experience, len(ids))
	for i, id := range ids {
		var err error
		if records[i], err = a.read(r, id); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// count tells the store what was shown: counters of use, and what must not be
// learned anew when it comes back.
func (q *Reader) count(answer *Answer) {
	shown := make([]store.Shown, len(answer.Hits))
	touches := make([]ledger.Touch, len(answer.Hits))
	for i := range answer.Hits {
		e := &answer.Hits[i].Record
		shown[i] = store.ShownAs(e, answer.simhash(e))
		touches[i] = ledger.Touch{ID: e.ID, At: answer.At, Accessed: 1}
	}
	q.store.Recalled(shown...)
	if err := q.store.Touch(touches...); err != nil {
		q.store.Logger().Warn("query: counting use", "error", err)
	}
}

// simhash returns that of a hit's text, which the index knows unless it is of the past.
func (a *Answer) simhash(e *schema.Experience) uint64 {
	if print, ok := a.prints[e.ID]; ok && a.Asked.KnownAt.IsZero() {
		return print
	}
	return text.Simhash(e.Text())
}

// read returns a record without its usage, as it was known when the request says so;
// nil if it was not there.
func (a *Answer) read(r *ledger.Reader, id schema.ID) (*schema.Experience, error) {
	if a.Asked.KnownAt.IsZero() {
		e, err := ledger.Load[*schema.Experience](r, string(id[:]))
		if errors.Is(err, ledger.ErrNotFound) {
			return nil, nil
		}
		return e, err
	}
	return knownAt(r, id, a.Asked.KnownAt)
}

// explainSilence says why there are no hits.
func (a *Answer) explainSilence() {
	switch {
	case len(a.Hits) > 0:
		a.Abstained = false
	case a.otherDates:
		a.Reason = "nothing is of the time that is asked about"
	case a.idle:
		a.Reason = "nothing is asked"
	case a.Abstained:
		a.Reason = fmt.Sprintf("nothing is likely enough to be an answer: the best candidate reaches %.2f", a.Confidence)
	case a.blank:
		a.Reason = "there are no records of " + quoted(a.Asked.Agents)
	default:
		a.Reason = "no record meets the conditions"
	}
}

func quoted(names []string) string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strconv.Quote(name)
	}
	return strings.Join(out, ", ")
}

// blank tells whether none of the agents has a record, as where a name is misspelt.
func (q *Reader) blank(ctx context.Context, agents []string) (blank bool, err error) {
	blank = true
	err = q.store.View(ctx, func(r *ledger.Reader) error {
		for _, name := range agents {
			info, err := r.Agent(name)
			if err != nil && !errors.Is(err, ledger.ErrNotFound) {
				return err
			}
			blank = blank && info.Total == 0
		}
		return nil
	})
	return blank, err
}

// Cite names a record: the path and lines it was read from, or its id.
func Cite(e *schema.Experience) string {
	switch {
	case e.Source.Path == "":
		return e.ID.String()
	case e.Source.Line == 0:
		return e.Source.Path
	case e.Source.LineEnd > e.Source.Line:
		return fmt.Sprintf("%s#L%d-L%d", e.Source.Path, e.Source.Line, e.Source.LineEnd)
	}
	return fmt.Sprintf("%s#L%d", e.Source.Path, e.Source.Line)
}
