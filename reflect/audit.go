package reflect

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
)

// FindingKind says what an audit found.
type FindingKind string

// What an audit looks for, in the order in which it tells it.
const (
	FindingSecret        FindingKind = "secret"         // a record of any state holds a key, a password or the like
	FindingStale         FindingKind = "stale"          // a belief that nobody confirmed for long
	FindingDuplicate     FindingKind = "duplicate"      // live records of one kind with the same content
	FindingNearDuplicate FindingKind = "near_duplicate" // live records of one kind with nearly the same words
	FindingContradiction FindingKind = "contradiction"  // an open conflict
	FindingOrphan        FindingKind = "orphan_entity"  // an entity of which no live record and no relation tells
)

var findingKinds = []FindingKind{
	FindingSecret, FindingStale, FindingDuplicate, FindingNearDuplicate, FindingContradiction, FindingOrphan,
}

// Auditing says what to look for.
type Auditing struct {
	// Agent whose memory it is. Required here; package lukasa fills in the memory's.
	Agent string
	// Kinds to look for. None: all.
	Kinds []FindingKind
	// Progress, where given, is told now and then how many records were read.
	Progress func(records int)
}

// Validate reports the first field that is wrong, as [query.ErrInvalid].
func (a *Auditing) Validate() error {
	if a.Agent == "" {
		return fmt.Errorf("%w audit: agent: empty", query.ErrInvalid)
	}
	for _, k := range a.Kinds {
		if !slices.Contains(findingKinds, k) {
			return fmt.Errorf("%w audit: kinds: %q, want one of %v", query.ErrInvalid, k, findingKinds)
		}
	}
	return nil
}

func (a *Auditing) wants(kinds ...FindingKind) bool {
	return len(a.Kinds) == 0 || slices.ContainsFunc(kinds, func(k FindingKind) bool { return slices.Contains(a.Kinds, k) })
}

// Finding is something that is not as it should be.
type Finding struct {
	Kind FindingKind `json:"kind"`
	// IDs of the records concerned, oldest first; of more than [MaxFindingIDs]
	// the first. Count is how many they are.
	IDs      []schema.ID      `json:"ids,omitempty"`
	Count    int              `json:"count,omitempty"`
	Conflict schema.ID        `json:"conflict,omitzero"`
	Entity   schema.EntityKey `json:"entity,omitempty"`
	Detail   string           `json:"detail"` // without a word of a secret
	Fix      string           `json:"fix"`    // a command that mends it, to be looked at before it is run
}

// MaxFindingIDs bounds the records that a finding names.
const MaxFindingIDs = 100

// Audit looks through the memory of an agent for what is not as it should be
// (900-09). Findings come in the order of their kinds, within one oldest first;
// the same memory gives the same findings. It changes nothing, and what others
// write meanwhile may or may not be seen.
//
// Each record is read once, by as many workers as there are processors. Nothing
// waits for the caller while it looks at a finding, and no text is kept: an audit
// for duplicates holds 64 bytes a live record, and while it looks for near ones 16
// more for each processor; one for stale beliefs 80 for each that it tells.
func (s *Steward) Audit(ctx context.Context, how Auditing) iter.Seq2[Finding, error] {
	return func(yield func(Finding, error) bool) {
		a := &audit{s: s, ctx: ctx, how: how, yield: yield}
		if err := a.run(); err != nil && !a.stopped {
			yield(Finding{}, err)
		}
	}
}

// audit is one audit under way.
type audit struct {
	s       *Steward
	ctx     context.Context
	how     Auditing
	yield   func(Finding, error) bool
	stopped bool // the caller wants no more

	now    time.Time
	decay  schema.DecayConfig
	prints []print // of live records that can be duplicates, oldest first
	aged   []aged  // oldest first
	read   int
}

// errStopped ends an audit of which the caller wants no more.
var errStopped = errors.New("reflect: audit stopped")

func (a *audit) tell(f Finding) error {
	if !a.yield(f, nil) {
		a.stopped = true
		return errStopped
	}
	return nil
}

func (a *audit) run() error {
	if err := a.how.Validate(); err != nil {
		return err
	}
	a.now = a.s.store.Now()
	c, err := a.s.store.Config(a.ctx, a.how.Agent)
	if err != nil {
		return err
	}
	a.decay = c.Decay
	for _, step := range []struct {
		wanted bool
		do     func() error
	}{
		{a.how.wants(FindingSecret, FindingStale, FindingDuplicate, FindingNearDuplicate), a.pass},
		{a.how.wants(FindingStale), a.stale},
		{a.how.wants(FindingDuplicate), a.duplicates},
		{a.how.wants(FindingNearDuplicate), a.nearDuplicates},
		{a.how.wants(FindingContradiction), a.contradictions},
		{a.how.wants(FindingOrphan), a.orphans},
	} {
		if !step.wanted {
			continue
		}
		if err := step.do(); err != nil {
			return err
		}
	}
	return nil
}

// belief tells whether a record says how things are, and not what happened once.
func belief(e *schema.Experience) bool {
	switch e.Kind {
	case schema.KindFact, schema.KindOpinion, schema.KindInsight, schema.KindUserFact:
		return !e.Permanent
	}
	return e.Statement != nil && !e.Permanent
}

// forgetting is the command that forgets records.
func forgetting(ids []schema.ID, flags string) string {
	var b strings.Builder
	b.WriteString("lukasa forget")
	for _, id := range ids {
		b.WriteString(" " + id.String())
	}
	return b.String() + flags
}
