package query

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Filter selects records by their fields. Its zero value, with agents, selects
// every live record. All given conditions must hold.
type Filter struct {
	// Agents whose records may be returned. Required here; package lukasa fills in
	// the memory's own agent.
	Agents []string `json:"agents,omitempty"`

	// Since and Until bound the event time: Since is inclusive, Until exclusive. What
	// lasted is found by any part of its time. They do not ask when a statement was
	// true: that is for a [Moment].
	Since time.Time `json:"since,omitzero"`
	Until time.Time `json:"until,omitzero"`

	MinImportance int            `json:"min_importance,omitempty"` // 1 to 10
	MinQuality    schema.Quality `json:"min_quality,omitempty"`    // 1 to 5
	MinConfidence float64        `json:"min_confidence,omitempty"` // of the stored confidence, 0 to 1

	Kinds      []schema.Kind     `json:"kinds,omitempty"` // any of them
	Categories []schema.Category `json:"categories,omitempty"`
	Personas   []schema.Persona  `json:"personas,omitempty"`
	Sessions   []string          `json:"sessions,omitempty"`
	Speakers   []string          `json:"speakers,omitempty"` // or the role of a message that names none
	Tags       []string          `json:"tags,omitempty"`     // all of them
	AnyTags    []string          `json:"any_tags,omitempty"` // one of them at least
	Scopes     []string          `json:"scopes,omitempty"`   // records without scopes match any

	Entity      schema.EntityKey `json:"entity,omitempty"`       // mentioned
	EntityValue string           `json:"entity_value,omitempty"` // part of a mentioned entity's key or text, without regard to case (000-24)
	Contains    string           `json:"contains,omitempty"`     // part of the text, without regard to case (002-09)
	Hash        string           `json:"content_hash,omitempty"`
	Path        string           `json:"path,omitempty"` // of the source file
	// User is whom a message, an episode, an insight, a user fact or a summary is about or
	// by. Other records have none: who said them is their speaker.
	User   string    `json:"user,omitempty"`
	Parent schema.ID `json:"parent_id,omitzero"` // the record that it is a part of (000-11)

	// Statuses to return. None: active and aging, and what holds until something that was told ahead of its time takes its place.
	Statuses []schema.Status `json:"statuses,omitempty"`
	// Expired asks for expired records that are not permanent, as of the
	// store's clock, soonest first (000-25). Otherwise they are left out.
	Expired bool `json:"expired,omitempty"`
	// Verified or Unverified records only.
	Verified   bool `json:"verified,omitempty"`
	Unverified bool `json:"unverified,omitempty"`
	// Review asks for what waits for a person: unverified and of a quality
	// below fair, oldest first (000-22).
	Review bool `json:"review,omitempty"`
	// AccessedSince asks for records used since then, most recently first
	// (000-23).
	AccessedSince time.Time `json:"accessed_since,omitzero"`
	// ResolvedFrom and ResolvedTo bound the date that a record's words resolve
	// to; the best quality comes first (000-21).
	ResolvedFrom time.Time `json:"resolved_from,omitzero"`
	ResolvedTo   time.Time `json:"resolved_to,omitzero"`

	// OldestFirst turns the order round.
	OldestFirst bool `json:"oldest_first,omitempty"`
	// Limit of a page. Default 20, at most 1,000.
	Limit int `json:"limit,omitempty"`
	// After is the cursor of the page before.
	After Cursor `json:"after,omitempty"`

	outlived bool // records that have expired are selected as well as others

	fading fading                        // as the agents are configured; read only where it decides
	sifted bool                          // sieve is made
	sieve  *sieve                        // the records that may have Contains; nil: any may
	few    []ledger.Entry                // the same with their event times, where that is quicker than an index; nil: not
	groups map[string][]schema.EntityKey // for each agent, what is one with Entity
}

// Page sizes.
const (
	DefaultLimit = 20
	MaxLimit     = 1000
)

// Validate reports the first field that is wrong, as [ErrInvalid].
func (f *Filter) Validate() error {
	bad := func(field string, value any, want string) error {
		return fmt.Errorf("%w filter: %s: %v, want %s", ErrInvalid, field, value, want)
	}
	switch {
	case len(f.Agents) == 0:
		return fmt.Errorf("%w filter: agents: empty", ErrInvalid)
	case f.MinImportance < 0 || f.MinImportance > 10:
		return bad("min_importance", f.MinImportance, "1 to 10")
	case f.MinQuality < 0 || f.MinQuality > schema.QualityExcellent:
		return bad("min_quality", int(f.MinQuality), "1 to 5")
	case !(f.MinConfidence >= 0 && f.MinConfidence <= 1):
		return bad("min_confidence", f.MinConfidence, "0 to 1")
	case f.Limit < 0 || f.Limit > MaxLimit:
		return bad("limit", f.Limit, fmt.Sprintf("1 to %d", MaxLimit))
	case !f.Until.IsZero() && f.Until.Before(f.Since):
		return bad("until", f.Until.Format(time.RFC3339), "not before since")
	case !f.ResolvedTo.IsZero() && f.ResolvedTo.Before(f.ResolvedFrom):
		return bad("resolved_to", f.ResolvedTo.Format(time.RFC3339), "not before resolved_from")
	case f.Verified && f.Unverified:
		return bad("verified", true, "not unverified as well")
	}
	err := enumerated{f.Kinds, f.Categories, f.Personas, f.Statuses}.check("filter")
	if err == nil && f.Entity != "" {
		err = keys("filter", "entity", f.Entity)
	}
	return err
}

// Empty tells whether a filter has no condition, and so selects every record of its
// agents that is in the states asked for. Order and size of a page are none.
func (f Filter) Empty() bool {
	f.Agents, f.Statuses, f.OldestFirst, f.Limit, f.After = nil, nil, false, 0, ""
	return blank(f)
}

func (f *Filter) limit() int {
	if f.Limit == 0 {
		return DefaultLimit
	}
	return f.Limit
}

// match tells whether a record meets every condition. Scans narrow the field
// first; this is what decides.
func (f *Filter) match(e *schema.Experience, now time.Time) bool {
	return f.matchState(e, now) && f.matchRank(e) && f.matchLabels(e) && f.matchText(e)
}

func (f *Filter) matchState(e *schema.Experience, now time.Time) bool {
	if !slices.Contains(f.Agents, e.Agent) || !f.outlived && e.Expired(now) != f.Expired {
		return false
	}
	if !f.matchStatus(e, now) {
		return false
	}
	verified := e.Verification.Verified
	if f.Verified && !verified || (f.Unverified || f.Review) && verified {
		return false
	}
	if !during(e, f.Since, f.Until) || f.byResolved() && !within(e.Resolved.Date, f.ResolvedFrom, f.ResolvedTo) {
		return false
	}
	return f.AccessedSince.IsZero() || !e.Usage.LastAccessed.Before(f.AccessedSince)
}

// matchStatus compares the status, of which aging is not stored but follows from
// the time (004-17).
func (f *Filter) matchStatus(e *schema.Experience, now time.Time) bool {
	if len(f.Statuses) == 0 {
		return e.Status.LiveAt(now, e.ValidFrom, e.ValidTo)
	}
	return slices.Contains(f.Statuses, e.Status) ||
		slices.Contains(f.Statuses, schema.StatusAging) && e.Status.Live() && f.fading.aging(e, now)
}

func (f *Filter) matchRank(e *schema.Experience) bool {
	return e.Importance >= f.MinImportance && e.Quality >= f.MinQuality && e.Confidence >= f.MinConfidence &&
		(!f.Review || e.Quality < schema.QualityFair)
}

func (f *Filter) matchLabels(e *schema.Experience) bool {
	if !anyOf(f.Kinds, e.Kind) || !anyOf(f.Categories, e.Category) || !anyOf(f.Personas, e.Persona) ||
		!anyOf(f.Sessions, e.Session) || !anyOf(f.Speakers, e.Voice()) {
		return false
	}
	for _, t := range f.Tags {
		if !slices.Contains(e.Tags, t) {
			return false
		}
	}
	return (f.Parent == schema.ID{} || e.Parent == f.Parent) && (len(f.AnyTags) == 0 || overlap(f.AnyTags, e.Tags)) &&
		(len(f.Scopes) == 0 || len(e.Scopes) == 0 || overlap(f.Scopes, e.Scopes))
}

func (f *Filter) matchText(e *schema.Experience) bool {
	if f.Hash != "" && e.Hash != f.Hash || f.Path != "" && e.Source.Path != f.Path || f.User != "" && e.User() != f.User {
		return false
	}
	if f.Contains != "" && !containsFold(e.Text(), f.Contains) && !containsFold(e.Summary, f.Contains) {
		return false
	}
	if f.Entity != "" && !slices.ContainsFunc(e.Mentions, func(m schema.Mention) bool { return slices.Contains(f.groups[e.Agent], m.Entity) }) {
		return false
	}
	return f.EntityValue == "" || slices.ContainsFunc(e.Mentions, func(m schema.Mention) bool {
		return containsFold(string(m.Entity), f.EntityValue) || containsFold(m.Text, f.EntityValue)
	})
}

func (f *Filter) byResolved() bool { return !f.ResolvedFrom.IsZero() || !f.ResolvedTo.IsZero() }

func within(t, from, to time.Time) bool {
	return (from.IsZero() || !t.IsZero() && !t.Before(from)) && (to.IsZero() || !t.IsZero() && t.Before(to))
}

// during tells whether what a record tells of was within the bounds, or a part of it: it
// had begun by then, and did not end before.
func during(e *schema.Experience, from, to time.Time) bool {
	return within(e.Time, from, to) || e.TimeEnd.After(from) && within(e.Time, time.Time{}, to)
}

// anyOf tells whether v is among the wanted ones; none wanted means any.
func anyOf[T comparable](want []T, v T) bool { return len(want) == 0 || slices.Contains(want, v) }

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

func containsFold(s, part string) bool {
	return strings.Contains(strings.ToLower(s), strings.ToLower(part))
}
