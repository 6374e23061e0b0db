package schema

import "time"

// Bounds of what Validate accepts. Sizes are in bytes of UTF-8, counts in
// elements. They are generous for honest use and small enough that no single
// record can stall a view.
const (
	MaxText      = 1 << 20   // each of Context, Action, Outcome, Content and Summary, and a block's text
	MaxShortText = 16 << 10  // reasons, notes, facts of a summary and other secondary texts, each
	MaxName      = 64        // names of types, relations and predicates
	MaxID        = 256       // agent, session, speaker, user, message id and other outside names
	MaxEntityKey = 512       // an entity's "type:name", its canonical name, an alias
	MaxPath      = 4096      // a source path
	MaxTags      = 64        // tags, and scopes, of one record
	MaxTag       = 128       // one tag or scope
	MaxMentions  = 1000      // mentions, and relations, of one record
	MaxRefs      = 10_000    // related ids, superseded ids, evidence and message ids, each
	MaxSimilar   = 64        // neighbours kept with a record
	MaxTellings  = 16        // sessions that are remembered to have told a record
	MaxList      = 1000      // notes, key facts, queries, sessions of a payload, each
	MaxMetadata  = 256 << 10 // the JSON text of metadata, properties, constraints or a JSON value
	MaxUndo      = 16 << 20  // the JSON text of what undoes a merge
	MaxDepth     = 32        // nesting of metadata and JSON values
	MaxCount     = 1 << 53   // any counter: JSON readers elsewhere hold no larger whole number
)

// Times lie in the years MinYear to MaxYear: the whole years that fit 64 bits
// of nanoseconds, which is what the graph engine's binding can carry.
const (
	MinYear = 1678
	MaxYear = 2261
)

// Instant returns t as every object of this package keeps its times: in UTC,
// cut to the microsecond, without a monotonic reading.
func Instant(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }
