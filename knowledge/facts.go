package knowledge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// ErrInvalid says that a question about knowledge is malformed; its text names
// the field.
var ErrInvalid = errors.New("knowledge: invalid")

// Bounds of a list.
const (
	DefaultLimit = 20
	MaxLimit     = 1000
)

// FactQuery asks for statements of an agent. Its zero value, with an agent, asks
// for the newest live ones that have begun to hold and not ended. What is to come is found with TrueAt or All;
// until it begins, what it takes the place of is live.
type FactQuery struct {
	// Agent whose statements they are. Required; package lukasa fills it in.
	Agent string `json:"agent,omitempty"`
	// Subject of the statements; entities merged with it count as it, at KnownAt those that
	// were then.
	Subject schema.EntityKey `json:"subject,omitempty"`
	// Predicate of the statements. It needs a subject.
	Predicate string `json:"predicate,omitempty"`
	// TrueAt asks for what was true at a moment, superseded or over since or not.
	TrueAt time.Time `json:"true_at,omitzero"`
	// KnownAt asks for what the store held at a moment, as it then was. What was
	// forgotten since does not come back.
	KnownAt time.Time `json:"known_at,omitzero"`
	// All asks for statements in every state.
	All bool `json:"all,omitempty"`
	// Limit of the list. Default 20, at most 1,000.
	Limit int `json:"limit,omitempty"`
}

// Fact is a statement as it stands at the moment that was asked about.
type Fact struct {
	Record schema.Experience `json:"record"`
	// Confidence is what decay leaves of the record's (004-17).
	Confidence float64 `json:"confidence"`
	// Factors explain it: (Base + Reinforcement) · Recency.
	Factors schema.Factors `json:"factors"`
	// Status is the record's, or aging. It is superseded where what takes its place is yet to come.
	Status schema.Status `json:"status"`
	// Conflicts in which it is a side and which are open now.
	Conflicts []schema.ID `json:"conflicts,omitempty"`
}

// Facts lists statements, newest first by event time, ties by id.
func Facts(ctx context.Context, s *store.Store, q FactQuery) ([]Fact, error) {
	if err := q.complete(); err != nil {
		return nil, err
	}
	var out []Fact
	err := s.View(ctx, func(r *ledger.Reader) error {
		config, err := store.Config(r, q.Agent)
		if err != nil {
			return err
		}
		l := &listing{Reader: r, query: q, now: s.Now(), decay: config.Decay}
		found, err := l.find()
		if err != nil {
			return err
		}
		for _, e := range found {
			f, err := l.fact(e)
			if err != nil {
				return err
			}
			out = append(out, f)
		}
		return nil
	})
	return out, err
}

func (q *FactQuery) complete() error {
	switch {
	case q.Agent == "":
		return fmt.Errorf("%w: agent: empty", ErrInvalid)
	case q.Predicate != "" && q.Subject == "":
		return fmt.Errorf("%w: predicate: %q, want a subject with it", ErrInvalid, q.Predicate)
	case q.Subject != "" && !q.Subject.Valid():
		return fmt.Errorf("%w: subject: %q, want type:name such as person:ana", ErrInvalid, q.Subject)
	case q.Limit < 0 || q.Limit > MaxLimit:
		return fmt.Errorf("%w: limit: %d, want 1 to %d", ErrInvalid, q.Limit, MaxLimit)
	case q.Limit == 0:
		q.Limit = DefaultLimit
	}
	return nil
}

// listing answers one question on one snapshot.
type listing struct {
	*ledger.Reader
	query FactQuery
	now   time.Time
	decay schema.DecayConfig
	ahead bool // a statement that has not begun to hold was met
}

func (l *listing) find() ([]*schema.Experience, error) {
	if l.query.Subject == "" {
		return l.newest(ledger.OfKind(schema.KindFact, schema.KindOpinion))
	}
	subjects, err := l.subjects()
	if err != nil {
		return nil, err
	}
	var out []*schema.Experience
	for _, subject := range subjects {
		var found []*schema.Experience
		if l.query.Predicate != "" && l.live() {
			found, err = l.claimed(subject)
			if err == nil && l.ahead { // what it is to take the place of stands under no such key
				found, err = l.newest(ledger.Stating(subject, l.query.Predicate))
			}
		} else {
			found, err = l.newest(ledger.Stating(subject, l.query.Predicate))
		}
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	slices.SortFunc(out, func(a, b *schema.Experience) int {
		return -cmp.Or(a.Time.Compare(b.Time), slices.Compare(a.ID[:], b.ID[:]))
	})
	return out[:min(len(out), l.query.Limit)], nil
}

// subjects lists the keys that counted as the subject at the moment of KnownAt.
func (l *listing) subjects() ([]schema.EntityKey, error) {
	if l.query.KnownAt.IsZero() {
		return Standing(l.Reader, l.query.Agent, l.query.Subject)
	}
	return standingAt(l.Reader, l.query.Agent, l.query.Subject, l.query.KnownAt)
}

// live tells whether only what stands now is asked for.
func (l *listing) live() bool {
	return !l.query.All && l.query.TrueAt.IsZero() && l.query.KnownAt.IsZero()
}

// claimed reads the live statements with a predicate from the keys that hold no
// others, however long their history is.
func (l *listing) claimed(subject schema.EntityKey) ([]*schema.Experience, error) {
	var entries []ledger.Entry
	for entry, err := range l.Scan(l.query.Agent, ledger.Claimed(subject, l.query.Predicate), ledger.Scan{}) {
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	slices.SortFunc(entries, func(a, b ledger.Entry) int {
		return -cmp.Or(a.Time.Compare(b.Time), slices.Compare(a.ID[:], b.ID[:]))
	})
	return l.answers(func(yield func(ledger.Entry, error) bool) {
		for _, entry := range entries {
			if !yield(entry, nil) {
				return
			}
		}
	})
}

// newest reads the newest statements of an index that answer the question.
func (l *listing) newest(in ledger.Index) ([]*schema.Experience, error) {
	return l.answers(l.Scan(l.query.Agent, in, ledger.Scan{}))
}

// answers reads the first of the given records that answer the question.
func (l *listing) answers(entries iter.Seq2[ledger.Entry, error]) ([]*schema.Experience, error) {
	var out []*schema.Experience
	for entry, err := range entries {
		if err != nil {
			return nil, err
		}
		e, err := l.admitted(entry.ID)
		if err != nil {
			return nil, err
		}
		if e != nil {
			out = append(out, e)
		}
		if len(out) == l.query.Limit {
			break
		}
	}
	return out, nil
}

// admitted reads a record as it was at the moment of KnownAt; nil if it does not
// answer the question.
func (l *listing) admitted(id schema.ID) (*schema.Experience, error) {
	e, err := l.read(id)
	if err != nil || e == nil || e.Statement == nil {
		return nil, err
	}
	q := &l.query
	live := e.Status.LiveAt(l.at(), e.ValidFrom, e.ValidTo)
	if !q.TrueAt.IsZero() {
		if !HoldsAt(e, q.TrueAt) {
			return nil, nil
		}
		live = live || Was(e) // its validity has decided
	}
	holds := !q.TrueAt.IsZero() || HoldsAt(e, l.at())
	l.ahead = l.ahead || live && !holds && e.ValidFrom.After(l.at())
	if !q.All && (!live || !holds || e.Expired(l.at())) {
		return nil, nil
	}
	return e, nil
}

// at is the moment from which the question looks.
func (l *listing) at() time.Time {
	if l.query.KnownAt.IsZero() {
		return l.now
	}
	return l.query.KnownAt
}

func (l *listing) read(id schema.ID) (*schema.Experience, error) {
	if l.query.KnownAt.IsZero() {
		return l.Experience(id)
	}
	v, err := l.AsOf(schema.TypeExperience, string(id[:]), l.query.KnownAt)
	if errors.Is(err, ledger.ErrNotFound) || err == nil && v.Deleted {
		return nil, nil
	}
	e, _ := v.Object.(*schema.Experience)
	return e, err
}

// fact works out what time has done to a statement.
func (l *listing) fact(e *schema.Experience) (Fact, error) {
	f := Fact{Record: *e, Status: e.Status, Confidence: e.EffectiveConfidence(l.at(), l.decay.PerDay)}
	f.Factors = factorsOf(e, f.Confidence)
	if e.Status.Live() && l.decay.Aging(e, l.at()) {
		f.Status = schema.StatusAging
	}
	for entry, err := range l.Scan(e.Agent, ledger.Disputing(e.ID, true), ledger.Scan{}) {
		if err != nil {
			return f, err
		}
		f.Conflicts = append(f.Conflicts, entry.ID)
	}
	return f, nil
}

// factorsOf explains what is left of the confidence in a statement: what was first
// stated, what repetition or evidence added, the weight of the last source, and
// what time has left of it.
func factorsOf(e *schema.Experience, left float64) schema.Factors {
	f := e.Statement.Factors
	if f.Base == 0 {
		f = schema.Factors{Base: e.Confidence, Source: sourceWeight(e.Statement.Provenance)}
	}
	f.Recency = min(1, left/e.Confidence)
	return f
}
