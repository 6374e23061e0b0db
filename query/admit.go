package query

import (
	"math"
	"slices"
	"sync"
	"time"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text/dates"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// gate decides which records of one agent may be hits, from their short facts
// alone. It remembers what it worked out for sessions, speakers and sets of
// labels. It is safe for concurrent use.
type gate struct {
	req      *Request
	now      time.Time
	table    *column.Table
	decay    schema.DecayConfig // of the agent
	wanted   map[schema.ID]bool // records that a demanded entity or file has; nil: any
	unwanted map[schema.ID]bool // records that an excluded entity or file has, or that the question itself made
	by       string             // who said what the question asks for; empty: anybody
	all      bool               // every row meets the conditions
	past     []dates.Range      // what was superseded since counts where it held then
	sessions verdicts
	speakers verdicts
	tags     verdicts
	scopes   verdicts
}

func newGate(req *Request, now time.Time, table *column.Table, decay schema.DecayConfig) *gate {
	return &gate{req: req, now: now, table: table, decay: decay, past: req.past}
}

// admits tells whether the record of an id may be a hit.
func (g *gate) admits(id schema.ID) bool {
	if g.wanted != nil && !g.wanted[id] || g.unwanted[id] || id == g.req.AskedIn || slices.Contains(g.req.Except, id) {
		return false
	}
	if g.all && g.by == "" {
		return true
	}
	row, ok := g.table.Row(id)
	return ok && g.admitsRow(id, &row)
}

// admitsRow tells whether a row meets the conditions. When the request is about
// what was known at a moment, the row may have been another then: it is only
// asked whether it was there, and asKnown decides.
func (g *gate) admitsRow(id schema.ID, r *column.Row) bool {
	if !g.req.KnownAt.IsZero() {
		return r.Recorded <= g.req.KnownAt.UnixMicro()
	}
	return g.saidBy(r) && g.admitsState(r) && g.admitsTime(id, r) && g.admitsRank(r) && g.admitsLabels(r) && g.admitsWhere(r)
}

func (g *gate) admitsState(r *column.Row) bool {
	status := r.StatusOf()
	if !g.req.TrueAt.IsZero() && knowledge.WasState(status, r.ValidTo != column.Unset, schema.Quality(r.Quality)) {
		status = schema.StatusActive // its validity decides
	}
	if status == schema.StatusSuperseded && validIn(g.past, r) {
		return g.admitsKind(r)
	}
	if len(g.req.Statuses) == 0 && !status.LiveAt(g.now, column.Moment(r.ValidFrom), column.Moment(r.ValidTo)) && !g.req.asksStatus() || len(g.req.Statuses) > 0 && !inState(g, g.req.Statuses, status, r) {
		return false
	}
	return g.admitsKind(r)
}

// admitsKind tells whether a row has not expired and is of a kind that is asked for.
func (g *gate) admitsKind(r *column.Row) bool {
	if r.Expires != column.Unset && r.Expires < g.now.UnixMicro() {
		return false
	}
	return len(g.req.Kinds) == 0 || slices.Contains(g.req.Kinds, r.KindOf())
}

// validIn tells whether a row is a fact of which is known since or until when it is true, and that it was in one of some times.
func validIn(past []dates.Range, r *column.Row) bool {
	if r.KindOf() != schema.KindFact || r.ValidFrom == column.Unset && r.ValidTo == column.Unset {
		return false
	}
	from, to := r.ValidFrom, r.ValidTo
	if from == column.Unset {
		from = r.Time
	}
	if to == column.Unset {
		to = math.MaxInt64
	}
	return from < to && slices.ContainsFunc(past, func(at dates.Range) bool {
		return from < at.To.UnixMicro() && at.From.UnixMicro() < to
	})
}

// inState tells whether a row of a status is in one of the states, of which aging is
// not stored but follows from the time (004-17).
func inState[S ~string](g *gate, states []S, status schema.Status, r *column.Row) bool {
	return slices.Contains(states, S(status)) ||
		status.Live() && slices.Contains(states, S(schema.StatusAging)) && g.decay.Aging(believed(r), g.now)
}

func (g *gate) admitsTime(id schema.ID, r *column.Row) bool {
	if !g.req.Since.IsZero() && r.Time < ledger.CeilMicro(g.req.Since).UnixMicro() && !g.lasted(id, r) ||
		!g.req.Until.IsZero() && r.Time >= ledger.CeilMicro(g.req.Until).UnixMicro() {
		return false
	}
	if g.req.TrueAt.IsZero() {
		return true
	}
	at := g.req.TrueAt.UnixMicro()
	return (r.ValidFrom == column.Unset || r.ValidFrom <= at) && (r.ValidTo == column.Unset || at < r.ValidTo)
}

// lasted tells whether what began before Since went on beyond it.
func (g *gate) lasted(id schema.ID, r *column.Row) bool {
	return r.Flags&column.Lasting != 0 && r.Time+g.table.Lasted(id) > g.req.Since.UnixMicro()
}

func (g *gate) admitsRank(r *column.Row) bool {
	return r.Importance >= uint8(g.req.MinImportance) && r.Quality >= uint8(g.req.MinQuality) &&
		(g.req.MinConfidence == 0 || effective(r, g.now, g.decay.PerDay) >= g.req.MinConfidence)
}

func (g *gate) admitsLabels(r *column.Row) bool {
	q := g.req
	return anyOf(q.Categories, r.CategoryOf()) && anyOf(q.Personas, r.PersonaOf()) &&
		(len(q.Sessions) == 0 || g.sessions.of(r.Session, func() bool { return slices.Contains(q.Sessions, g.table.Session(r.Session)) })) &&
		(len(q.Speakers) == 0 || g.speakers.of(r.Speaker, func() bool { return slices.Contains(q.Speakers, g.table.Speaker(r.Speaker)) })) &&
		(len(q.Tags) == 0 || g.tags.of(r.Tags, func() bool { return containsAll(g.table.Set(r.Tags), q.Tags) })) &&
		(len(q.Scopes) == 0 || g.scopes.of(r.Scopes, func() bool {
			have := g.table.Set(r.Scopes)
			return len(have) == 0 || overlap(q.Scopes, have)
		}))
}

// verdicts remembers by number what was worked out. The zero value is ready.
type verdicts struct {
	mu    sync.Mutex
	known map[uint32]bool
}

// of returns what was worked out for n before, or works it out.
func (v *verdicts) of(n uint32, work func() bool) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	known, ok := v.known[n]
	if !ok {
		known = work()
		if v.known == nil {
			v.known = map[uint32]bool{}
		}
		v.known[n] = known
	}
	return known
}

func containsAll(have, want []string) bool {
	return !slices.ContainsFunc(want, func(s string) bool { return !slices.Contains(have, s) })
}

// effective is what is left of a record's confidence, as
// [schema.Experience.EffectiveConfidence] has it: decay is computed on read (I7).
func effective(r *column.Row, now time.Time, decay float64) float64 {
	return believed(r).EffectiveConfidence(now, decay)
}

// believed is a record of which no more is known than how far it is believed, since
// when, and whether for good.
func believed(r *column.Row) *schema.Experience {
	e := &schema.Experience{Confidence: float64(r.Confidence), Time: column.Moment(r.Validated)}
	if r.Flags&column.Enduring != 0 {
		e.Statement = &ofIdentity
	}
	return e
}

// ofIdentity is a statement whose confidence lasts.
var ofIdentity = schema.Statement{PredicateType: schema.TypeIdentity}
