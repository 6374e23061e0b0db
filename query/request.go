package query

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
	"github.com/lukasadb/lukasa/query/lang"
	"github.com/lukasadb/lukasa/query/rank"
	"github.com/lukasadb/lukasa/schema"
)

// Request is one question to a memory. Its zero value, with a text, asks its
// agent's live records in the default profile.
type Request struct {
	// Text of the question, in any language; up to 20,000 bytes are read. Without one,
	// records that meet the conditions are given in no order that means anything: for
	// those there is [Filter].
	Text string `json:"text"`
	// K is the greatest number of hits, a ceiling and not a quota. Default 10, or
	// with Tokens what they have room for; at most 200.
	K int `json:"k,omitempty"`
	// Tokens is the budget of the context that the answer is for: a context is of that
	// size where none is named, and without a K as many hits are given as it has room for,
	// as long as they are likely enough (see rank.Selection). Default 0: a context has
	// 4,000.
	Tokens int `json:"tokens,omitempty"`
	// Agents whose memories are asked. Package lukasa fills in the memory's own agent;
	// naming others is how a reader shows that it was granted them.
	Agents []string `json:"agents,omitempty"`
	// User is who asks: "I" in the question. Default "user", or another name that
	// the user of an agent usually has (see rank.Usual), where somebody of it has
	// spoken.
	User string `json:"user,omitempty"`

	// Hard conditions: a record that fails one is no hit, however well it fits.

	Kinds      []schema.Kind      `json:"kinds,omitempty"`
	Categories []schema.Category  `json:"categories,omitempty"`
	Personas   []schema.Persona   `json:"personas,omitempty"`
	Sessions   []string           `json:"sessions,omitempty"`
	Speakers   []string           `json:"speakers,omitempty"` // or the role of a message that names none
	Tags       []string           `json:"tags,omitempty"`     // all of them
	Scopes     []string           `json:"scopes,omitempty"`   // one of them, or none on the record
	Entities   []schema.EntityKey `json:"entities,omitempty"` // mentioned, one of them at least
	Statuses   []schema.Status    `json:"statuses,omitempty"` // default active and aging, and superseded where the text asks for what was before

	// Except are records that are no answer, such as those that are shown anyway.
	Except []schema.ID `json:"except,omitempty"`
	// AskedIn is the record that asks: neither it nor what rests on it alone is an
	// answer.
	AskedIn schema.ID `json:"asked_in,omitzero"`

	MinQuality    schema.Quality `json:"min_quality,omitempty"`
	MinImportance int            `json:"min_importance,omitempty"`
	MinConfidence float64        `json:"min_confidence,omitempty"` // after decay, 0 to 1

	// Since and Until bound the event time: Since is inclusive, Until exclusive. What
	// lasted is found by any part of its time.
	Since time.Time `json:"since,omitzero"`
	Until time.Time `json:"until,omitzero"`
	// When is a time in words ("since last week", "around Nov 27", "30d"),
	// resolved when asked. It joins Since and Until.
	When string `json:"when,omitempty"`
	// Now is when it is asked, from which words of time are read. Default: by the
	// store's clock. Days are those of UTC: if the records have times of a clock on the
	// wall that are written as UTC, Now is to be such a time too.
	Now time.Time `json:"now,omitzero"`
	// KnownAt asks what the store held at a moment: records learned later are
	// left out, those changed later appear as they were. Records forgotten
	// since do not come back.
	KnownAt time.Time `json:"known_at,omitzero"`
	// TrueAt asks for what was true at a moment, by the records' validity; what
	// was superseded or ended since counts as it did then. Where it is not set, a question in the past
	// tense about a time that is over finds the facts, too, that were true then.
	TrueAt time.Time `json:"true_at,omitzero"`

	// Profile of ranking, one of rank.Profiles. Default "default".
	Profile string `json:"profile,omitempty"`
	// Floor replaces the profile's: the least confidence, 0 to 1, below which
	// nothing is returned. 0 always answers.
	Floor *float64 `json:"floor,omitempty"`
	// Deadline of each arm. An arm that is late is left out and reported; where all
	// are, that is the error. Default 2 s.
	Deadline time.Duration `json:"deadline,omitempty"`
	// DatabaseDeadline bounds what the domain database may take for an answer,
	// where there is one. Default: the setting grounding.deadline_ms of the first of
	// Agents, 200 ms unless it was changed; below 0 it is not asked.
	DatabaseDeadline time.Duration `json:"database_deadline,omitempty"`
	// Explain gives each hit its score as a tree.
	Explain bool `json:"explain,omitempty"`

	where     *lang.Conditions // of a question that was parsed
	fading    fading           // as the asked agents are configured
	situation bool             // Text describes a situation, all of which counts
	byBudget  bool             // K is what Tokens have room for
	dates     []dates.Range    // that Text names
	before    bool             // Text asks for what was so before
	past      []dates.Range    // those of them that are over, where Text asks for what was so then
}

// Bounds and defaults of a request.
const (
	DefaultK        = 10
	MaxK            = 200
	MaxQuestion     = 20_000
	DefaultDeadline = 2 * time.Second
)

// Validate reports the first field that is wrong, as [ErrInvalid].
func (r *Request) Validate() error {
	bad := func(field string, value any, want string) error {
		return fmt.Errorf("%w request: %s: %v, want %s", ErrInvalid, field, value, want)
	}
	switch {
	case len(r.Agents) == 0:
		return fmt.Errorf("%w request: agents: empty", ErrInvalid)
	case r.K < 0 || r.K > MaxK:
		return bad("k", r.K, fmt.Sprintf("1 to %d", MaxK))
	case r.Tokens < 0:
		return bad("tokens", r.Tokens, "1 or more")
	case r.MinImportance < 0 || r.MinImportance > 10:
		return bad("min_importance", r.MinImportance, "1 to 10")
	case r.MinQuality < 0 || r.MinQuality > schema.QualityExcellent:
		return bad("min_quality", int(r.MinQuality), "1 to 5")
	case !(r.MinConfidence >= 0 && r.MinConfidence <= 1):
		return bad("min_confidence", r.MinConfidence, "0 to 1")
	case r.Floor != nil && !(*r.Floor >= 0 && *r.Floor <= 1):
		return bad("floor", *r.Floor, "0 to 1")
	case !r.Until.IsZero() && r.Until.Before(r.Since):
		return bad("until", r.Until.Format(time.RFC3339), "not before since")
	case r.Deadline < 0:
		return bad("deadline", r.Deadline, "more than 0")
	}
	return cmp.Or(
		enumerated{r.Kinds, r.Categories, r.Personas, r.Statuses}.check("request"),
		keys("request", "entities", r.Entities...),
	)
}

// complete returns the request with its defaults and its words for times turned
// into bounds.
func (r Request) complete(now time.Time) (Request, error) {
	if r.K == 0 {
		r.K, r.byBudget = DefaultK, r.Tokens > 0
		if r.byBudget {
			r.K = min(1+r.Tokens/leastHead, MaxK)
		}
	}
	r.Agents = distinct(r.Agents)
	if r.where != nil {
		r.Agents = slices.DeleteFunc(r.Agents, func(agent string) bool { return slices.Contains(r.where.Exclude.Agents, agent) })
	}
	if r.Deadline == 0 {
		r.Deadline = DefaultDeadline
	}
	if len(r.Text) > MaxQuestion {
		r.Text = strings.ToValidUTF8(r.Text[:MaxQuestion], "")
	}
	r.dates = dates.Find(r.Text, now, text.Und)
	if len(r.Statuses) == 0 && !r.asksStatus() && r.TrueAt.IsZero() && r.KnownAt.IsZero() {
		r.askThen(now)
	}
	if r.When == "" {
		return r, nil
	}
	span, err := dates.Parse(r.When, now)
	if err != nil {
		return r, fmt.Errorf("%w request: when: %q: %w, such as 30d, last week or around Nov 27", ErrInvalid, r.When, err)
	}
	if span.From.After(r.Since) {
		r.Since = span.From
	}
	if !span.To.IsZero() && (r.Until.IsZero() || span.To.Before(r.Until)) {
		r.Until = span.To
	}
	return r, nil
}

// askThen finds whether the text asks for what was so once: before something, or at a time that is over.
func (r *Request) askThen(now time.Time) {
	if r.before = rank.AsksBefore(r.Text); r.before {
		r.Statuses = []schema.Status{schema.StatusActive, schema.StatusAging, schema.StatusSuperseded}
		return
	}
	if !rank.InPast(r.Text) { // put it on Friday: not the one that is over
		return
	}
	for _, at := range r.dates {
		if !at.From.IsZero() && !at.To.IsZero() && !at.To.After(now) {
			r.past = append(r.past, at)
		}
	}
}

// distinct drops what is named twice.
func distinct(names []string) []string {
	out := make([]string, 0, len(names))
	for _, name := range names {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// Empty tells whether a request asks nothing, or for whatever there is: it has neither words that name
// something nor conditions.
func (r *Request) Empty() bool {
	rest := r.conditions()
	if rest.where != nil && rest.where.Empty() {
		rest.where = nil
	}
	return blank(rest) && (!tells(r.Text) || asksForAll(r.Text))
}

// asksForAll tells whether a text asks for whatever there is: "what have I told you?"
func asksForAll(s string) bool {
	q := rank.Read(s, nil, rank.Parties{})
	now := time.Unix(0, 0).UTC() // dates are only left out
	q.At(now, dates.Find(s, now, text.Und))
	q.ReadScope(text.Detect(s, text.English), rank.Parties{})
	return q.Scope == rank.Whole
}

// tells tells whether a text has a word that is no function word.
func tells(s string) bool {
	lang := text.Detect(s, text.English)
	var scan text.Scanner
	for scan.Reset(s); scan.Next(); {
		if !text.StopIn(string(scan.Key())).Has(lang) {
			return true
		}
	}
	return false
}

// unconditional tells whether a request has no conditions beyond those that hold of
// every record that is live.
func (r *Request) unconditional() bool { return blank(r.conditions()) }

// conditions is a request without what is known to be no condition: whatever else it says
// is one.
func (r *Request) conditions() Request {
	rest := *r
	rest.Text, rest.K, rest.Agents, rest.User, rest.Profile, rest.Floor, rest.Explain = "", 0, nil, "", "", nil, false
	rest.Deadline, rest.DatabaseDeadline, rest.Now, rest.fading, rest.situation = 0, 0, time.Time{}, nil, false
	rest.dates, rest.past, rest.before = nil, nil, false
	rest.Except, rest.AskedIn = nil, schema.ID{} // which are told by the ID
	return rest
}

// blank tells whether no field says anything: a list without values is as good as none.
func blank[T Request | Filter](v T) bool {
	fields := reflect.ValueOf(v)
	for i := range fields.NumField() {
		field := fields.Field(i)
		if field.Kind() == reflect.Slice && field.Len() == 0 {
			continue
		}
		if !field.IsZero() {
			return false
		}
	}
	return true
}

// allowed tells whether an agent was named.
func (r *Request) allowed(agent string) bool { return slices.Contains(r.Agents, agent) }
