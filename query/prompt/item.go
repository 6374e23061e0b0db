package prompt

import (
	"errors"
	"time"

	"github.com/lukasadb/lukasa/schema"
)

// ErrInvalid is matched by errors that say an option is not acceptable; the
// text names it.
var ErrInvalid = errors.New("prompt: invalid")

// Role says what a record is in a context, and so where it belongs.
type Role string

// The roles. An item without one is Semantic, or Episodic if its kind is.
const (
	RoleCore     Role = "core"      // a block of core memory, always shown
	RolePinned   Role = "pinned"    // pinned in the scope
	RoleDomain   Role = "domain"    // from a database: authoritative
	RoleUserFact Role = "user_fact" // the user's profile
	RoleSummary  Role = "summary"   // of an entity, a topic or a session
	RoleSemantic Role = "semantic"  // learned facts, opinions
	RoleInsight  Role = "insight"   // concluded from behaviour
	RoleEvidence Role = "evidence"  // for or against something above
	RoleEpisodic Role = "episodic"  // what happened or was said
	RoleConflict Role = "conflict"  // to validate, or to ask the user about (004-14)
)

// Item is one record to show. Only ID and Text are required.
type Item struct {
	ID   string // of the record; other characters than letters, digits and ._:- show as _
	Role Role
	Kind schema.Kind
	Text string

	Time    time.Time // when it happened; zero: not shown
	TimeEnd time.Time // for what lasted
	// TrueFrom and TrueTo are since and until when it is true; zero: not shown.
	TrueFrom, TrueTo time.Time
	Speaker          string
	Agent            string // whose memory it is, where several were asked; empty: not shown
	// Confidence as of now, decay applied, above 0 to 1; 0: not shown.
	Confidence float64
	// Confirmed is the confidence when the record was last confirmed: shown where less
	// than half of it is left.
	Confirmed float64
	// Source is the citation, path#Lline; empty: the id alone.
	Source   string
	Entities []string // names of what it mentions; four that its text does not have are shown
	// Inferred marks what was concluded rather than told: it is kept apart from
	// what was retrieved (003-14). Insights always are.
	Inferred bool
	// Note is a word on how to take it, such as supports, contradicts, aging,
	// validate or ask.
	Note string
}

func (i *Item) role() Role {
	switch {
	case i.Role != "":
		return i.Role
	case i.Kind == schema.KindSummary:
		return RoleSummary
	case i.Kind == schema.KindInsight:
		return RoleInsight
	case i.Kind == schema.KindUserFact:
		return RoleUserFact
	case i.Kind.Episodic():
		return RoleEpisodic
	}
	return RoleSemantic
}

// Options say how to write a context. The zero value is valid.
type Options struct {
	// Tokens is the budget. Default 4000 (004-18).
	Tokens int
	// Profile chooses sections and shares. Default ProfilePlain.
	Profile Profile
	// Counter counts tokens. Default Estimate.
	Counter Counter
	// Now is the asking time; times are shown in its location, and it is named
	// in the first line. Zero: not named, and times are in UTC.
	Now time.Time
	// Language of the headings: "en", the default, or "vi".
	Language string
	// FullIDs shows ids whole.
	FullIDs bool
	// Weigh tells how much a sentence bears on what is asked, 0 or more. With it, long
	// records that have not all room are shown by the part that weighs most. Nil: by
	// their beginning.
	Weigh func(sentence string) float64
}

// DefaultTokens is the budget where none is given.
const DefaultTokens = 4000

// Context is a text for a model, and an account of it. It is the caller's.
type Context struct {
	Text     string    `json:"text"` // ends with a line break, unless empty
	Tokens   int       `json:"tokens"`
	Sections []Section `json:"sections,omitempty"` // those that have entries, in order
	Included []Entry   `json:"included,omitempty"` // in the order of the text
	Omitted  []Omitted `json:"omitted,omitempty"`  // in the order of the items
}

// Section is a section of a context.
type Section struct {
	Heading string `json:"heading"`
	Entries int    `json:"entries"`
	// Tokens of the section by itself, heading included.
	Tokens int `json:"tokens"`
}

// Entry is a record that a context shows.
type Entry struct {
	ID      string `json:"id"`
	Ref     string `json:"ref"` // the id as the text shows it
	Section string `json:"section"`
	Cut     bool   `json:"cut,omitempty"` // shortened
}

// Reason says why an item was left out.
type Reason string

// The reasons.
const (
	ReasonBudget    Reason = "budget"    // no room
	ReasonDuplicate Reason = "duplicate" // the same id is shown already
	ReasonEmpty     Reason = "empty"     // no id, or no text that can be shown
)

// Omitted is an item that a context does not show.
type Omitted struct {
	ID     string `json:"id"`
	Reason Reason `json:"reason"`
}
