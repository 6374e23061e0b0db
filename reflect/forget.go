package reflect

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
)

// Erasure says what is to be forgotten, and how. Exactly one of IDs, Session,
// Entity, Filter, Question and All is given.
type Erasure struct {
	// Agent whose memory it is. Required here; package lukasa fills in the memory's.
	Agent string
	// IDs of records.
	IDs []schema.ID
	// Session forgets what a session told: each of its records, but for those that
	// other sessions told too, which become the earliest one's.
	Session string
	// Entity forgets an entity, its aliases and relations, and every record that
	// mentions it; with Purge also what records said that did so before they were
	// corrected. Blocks of core memory that name it stay, and the receipt lists them: see
	// [Steward.RemoveBlock].
	Entity schema.EntityKey
	// Filter forgets what it selects, in whatever state where it names none, and
	// whether it has expired or not. It has a condition at least: only All forgets
	// everything. Its Agents, if any are given, name Agent alone. Where it names Sessions,
	// what others told too stays as well.
	Filter *query.Filter
	// Question forgets what recall answers it with, of what it has words for only that
	// which is likelier than not an answer: a confidence of its Floor, or .5. It has a
	// condition, or words that are not all function words, and Agents as in Filter.
	Question *query.Request
	// All forgets everything of the agent.
	All bool
	// Purge removes history too and rewrites what held the bytes (I9).
	Purge bool
	// DryRun changes nothing and lists all that would go.
	DryRun bool
}

// Forget removes records with all that rests on nothing else. What was made of
// them and of others, such as a summary, a merged insight or the episode of an
// exchange, is made anew of the others where it has words of theirs, or goes
// too; it is kept as it was before: as long, as prominent, in the same scopes and
// state. Forget then checks that nothing is found any more, and gives a receipt.
// Where the check fails the error is [ErrRemains] and the receipt says what
// remains. A question or filter that selects nothing is [query.ErrNotFound]. All of an
// agent that has nothing forgets nothing: the receipt says so, and none is issued, which
// its empty hash tells.
//
// A forgetting that is cut short is whole or not at all. Once it is durable it is finished
// even if ctx ends, but a purge, which may take long, is not: it is finished
// when the store is opened again, and [Steward.Finish], which the next Forget
// calls, then issues its receipt.
func (s *Steward) Forget(ctx context.Context, e Erasure) (Receipt, error) {
	if !e.DryRun {
		if err := s.erasing.LockUntil(ctx); err != nil {
			return Receipt{}, err
		}
		defer s.erasing.Unlock()
		if err := s.finish(ctx); err != nil {
			return Receipt{}, err
		}
	}
	want, err := s.resolve(ctx, e)
	if err != nil {
		return Receipt{}, err
	}
	for try := 1; ; try++ {
		r, err := s.erase(ctx, e, want)
		if try == attempts || !errors.Is(err, ledger.ErrVersion) {
			return r, err
		}
	}
}

// Drop forgets as [Steward.Forget] does, without checks and receipt.
func (s *Steward) Drop(ctx context.Context, f experience.Forget) (experience.Forgotten, error) {
	f.Summaries = true
	return s.drop(ctx, f)
}

// drop forgets, and makes anew what goes only because it was made of what is forgotten.
func (s *Steward) drop(ctx context.Context, f experience.Forget) (experience.Forgotten, error) {
	for try := 1; ; try++ {
		plan, anew, err := s.plan(ctx, f)
		if errors.Is(err, store.ErrNotFound) && f.Purge && !f.DryRun {
			return plan, errors.Join(err, s.store.ReclaimRest(ctx, f.Agent))
		}
		if err != nil || f.DryRun {
			return plan, err
		}
		out, err := s.writer.ForgetFor(ctx, f, experience.Instead{Planned: plan.Records, Records: anew.records, Note: anew.touch})
		if try == attempts || !errors.Is(err, ledger.ErrVersion) {
			return out, err
		}
	}
}

// plan tells what would go, and makes what is to stand in its place.
func (s *Steward) plan(ctx context.Context, f experience.Forget) (experience.Forgotten, *remaking, error) {
	f.DryRun = true
	plan, err := s.writer.Forget(ctx, f)
	if err != nil {
		return plan, nil, err
	}
	anew, err := s.remake(ctx, plan)
	return plan, anew, err
}

func (s *Steward) erase(ctx context.Context, e Erasure, want experience.Forget) (Receipt, error) {
	started := s.store.Now()
	plan, anew, err := s.plan(ctx, want)
	if err != nil {
		return Receipt{}, err
	}
	r := Receipt{Format: receiptFormat, Agent: e.Agent, By: e.by(), Forgotten: plan, Purge: e.Purge, At: started}
	if e.Entity != "" {
		if r.Blocks, err = s.naming(ctx, e.Agent, e.Entity); err != nil {
			return Receipt{}, err
		}
	}
	sought, err := s.read(ctx, &r, e.Purge)
	if r.DryRun = e.DryRun; err != nil || e.DryRun || plan.Nothing() {
		return r, err
	}
	if err := s.carryOut(ctx, want, anew, sought, &r); err != nil {
		return r, err
	}
	r.Took = s.store.Now().Sub(started)
	if err := s.issue(context.WithoutCancel(ctx), &r); err != nil { // nothing else is left to do
		return r, err
	}
	return r, remains(r.Checks)
}

func (s *Steward) carryOut(ctx context.Context, want experience.Forget, anew *remaking, sought pieces, r *Receipt) error {
	before, err := s.store.Files()
	if err != nil {
		return err
	}
	note := func(tx *ledger.Tx, out experience.Forgotten, made []schema.ID) error {
		r.Forgotten, r.Resummarised = out, made
		if err := anew.touch(tx, out, made); err != nil {
			return err
		}
		return putPending(tx, r)
	}
	r.Forgotten, err = s.writer.ForgetFor(ctx, want, experience.Instead{Planned: r.Records, Records: anew.records, Note: note})
	if err != nil {
		return err
	}
	if !want.Purge {
		ctx = context.WithoutCancel(ctx)
	}
	if r.Checks, err = s.checkGone(ctx, want.Agent, r.Records, want.Purge); err != nil {
		return err
	}
	if !want.Purge {
		return nil
	}
	after, err := s.store.Files()
	if err != nil {
		return err
	}
	for path, f := range after {
		if before[path] != f {
			r.Rewritten += f.Size
		}
	}
	check, err := s.checkFiles(ctx, want.Agent, sought)
	r.Checks = append(r.Checks, check)
	return err
}

// by names the way in which an erasure says what goes.
func (e *Erasure) by() string {
	switch {
	case e.Session != "":
		return "session"
	case e.Entity != "":
		return "entity"
	case e.Filter != nil:
		return "filter"
	case e.Question != nil:
		return "question"
	case e.All:
		return "all"
	}
	return "ids"
}

// resolve turns a filter or a question into the ids of what it selects.
func (s *Steward) resolve(ctx context.Context, e Erasure) (experience.Forget, error) {
	want := experience.Forget{
		Agent: e.Agent, IDs: e.IDs, Session: e.Session, Entity: e.Entity, All: e.All, Purge: e.Purge, Summaries: true,
	}
	foreign := e.foreign()
	switch {
	case e.ways() != 1:
		return want, fmt.Errorf("%w: want exactly one of ids, session, entity, filter, question and all", experience.ErrForget)
	case e.Filter == nil && e.Question == nil:
		return want, want.Validate()
	case foreign != nil:
		return want, foreign
	case e.Filter != nil && e.Filter.Empty():
		return want, fmt.Errorf("%w: filter: no condition; all forgets everything", experience.ErrForget)
	case e.Question != nil && e.Question.Empty():
		return want, fmt.Errorf("%w: question: neither words that name something nor a condition", experience.ErrForget)
	}
	ids, err := s.selected(ctx, e)
	if err == nil && e.Filter != nil && len(e.Filter.Sessions) > 0 {
		want.Sessions = e.Filter.Sessions
		ids, err = s.retold(ctx, e, ids)
	}
	if err == nil && len(ids) == 0 {
		err = fmt.Errorf("%w: nothing is selected", query.ErrNotFound)
	}
	want.IDs = ids
	return want, err
}

// foreign is the error for a filter or a question about another agent than whose memory
// it is: carried out as about that one, it would take the wrong memory away (I5).
func (e *Erasure) foreign() error {
	field, named := "question.agents", []string(nil)
	switch {
	case e.Filter != nil:
		field, named = "filter.agents", e.Filter.Agents
	case e.Question != nil:
		named = e.Question.Agents
	}
	for i, agent := range named {
		if agent != e.Agent {
			return &schema.InvalidError{Type: "request", Fields: []schema.FieldError{{
				Field: fmt.Sprintf("%s[%d]", field, i), Value: strconv.Quote(agent), Problem: fmt.Sprintf("want %q, whose memory it is", e.Agent),
			}}}
		}
	}
	return nil
}

// ways counts the ways in which an erasure says what is to go.
func (e *Erasure) ways() int {
	n := 0
	for _, given := range []bool{len(e.IDs) > 0, e.Session != "", e.Entity != "", e.Filter != nil, e.Question != nil, e.All} {
		if given {
			n++
		}
	}
	return n
}

// surely is the confidence from which on a hit is forgotten. An answer has room for what may
// be one as well; of what is read by mistake nothing is lost, of what is forgotten all.
func surely(q *query.Request) float64 {
	switch {
	case q.Floor != nil:
		return *q.Floor
	case strings.TrimSpace(q.Text) == "":
		return 0 // it was found by its conditions
	default:
		return .5
	}
}

func (s *Steward) selected(ctx context.Context, e Erasure) (ids []schema.ID, err error) {
	if e.Question != nil {
		q := *e.Question
		q.Agents = []string{e.Agent}
		answer, err := s.reader.Recall(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, h := range answer.Hits {
			if h.Confidence >= surely(&q) {
				ids = append(ids, h.Record.ID)
			}
		}
		return ids, nil
	}
	f := *e.Filter
	f.Agents = []string{e.Agent}
	if len(f.Statuses) == 0 {
		f.Statuses = allStatuses
	}
	ids, err = s.chosen(ctx, f)
	if err != nil || f.Expired {
		return ids, err
	}
	f.Expired = true // what has expired is there until it is swept
	late, err := s.chosen(ctx, f)
	return append(ids, late...), err
}

// retold adds to the records that a filter selects by sessions those that these told too,
// and that are otherwise as the filter says.
func (s *Steward) retold(ctx context.Context, e Erasure, ids []schema.ID) ([]schema.ID, error) {
	told, under := map[schema.ID]bool{}, map[string]bool{}
	err := s.store.View(ctx, func(r *ledger.Reader) error {
		for _, session := range e.Filter.Sessions {
			for record, err := range r.Records(e.Agent, ledger.ToldIn(session), ledger.Scan{}) {
				if err != nil {
					return err
				}
				told[record.ID], under[record.Session] = true, true
			}
		}
		return nil
	})
	if err != nil || len(told) == 0 {
		return ids, err
	}
	others := *e.Filter
	others.Sessions = slices.Sorted(maps.Keys(under))
	e.Filter = &others
	more, err := s.selected(ctx, e)
	for _, id := range more {
		if told[id] {
			ids = append(ids, id)
		}
	}
	return ids, err
}

func (s *Steward) chosen(ctx context.Context, f query.Filter) (ids []schema.ID, err error) {
	for record, err := range s.reader.All(ctx, f) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, record.ID)
	}
	return ids, nil
}

var allStatuses = []schema.Status{
	schema.StatusActive, schema.StatusAging, schema.StatusSuperseded, schema.StatusInvalidated, schema.StatusArchived,
}

// read fills in what a receipt says of the records that go: hashes of their
// content, and the backups that hold them. It returns what to look for in the
// files after a purge.
func (s *Steward) read(ctx context.Context, r *Receipt, purge bool) (sought pieces, err error) {
	r.Content = make(map[schema.ID]string, len(r.Records))
	var first time.Time
	err = s.store.View(ctx, func(l *ledger.Reader) error {
		for _, id := range r.Records {
			for v, err := range l.History(schema.TypeExperience, string(id[:])) {
				if err != nil {
					return err
				}
				e, ok := v.Object.(*schema.Experience)
				if !ok {
					continue
				}
				if first.IsZero() || e.Recorded.Before(first) {
					first = e.Recorded
				}
				if purge {
					sought.add(e)
				}
				if r.Content[id] == "" {
					r.Content[id] = e.Hash
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	r.Backups, err = s.backupsSince(first)
	return sought, err
}

// backupsSince lists the backups that may hold what was recorded at a moment.
func (s *Steward) backupsSince(at time.Time) ([]store.BackupNote, error) {
	all, err := s.store.Backups()
	return slices.DeleteFunc(all, func(b store.BackupNote) bool { return b.Taken.Before(at) }), err
}
