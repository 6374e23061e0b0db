package schema

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Defaults of a record.
const (
	DefaultImportance          = 5
	DefaultQuality             = QualityFair
	DefaultConfidence          = 0.5
	DefaultStatementConfidence = 0.7 // of facts and opinions
	DefaultSummaryConfidence   = 0.8
	DefaultPersona             = PersonaPersonal
	DefaultCreatedBy           = "system"
	DefaultBlockLimit          = 2000
)

// SetDefaults completes a new record. What the caller said stays, except that
// every time is brought to UTC and cut to the microsecond (see [Instant]). The
// clock now and the source of ids are the caller's; newID is called at most
// once.
//
// Where nothing was said:
//
//   - ID is a new id; Version 1; Status active
//   - Kind is experience; of Content alone message where somebody said it, else observation
//   - Time is now, or TimeEnd if that is earlier
//   - Speaker of a message is its user by name where its role is user, or else its role
//   - Session of a message is its [Experience.DefaultSession]
//   - Recorded is now, or Updated if that is earlier, and Updated is Recorded
//   - Importance is 5, Quality fair, Persona personal
//   - Confidence is .5, of facts and opinions .7, of summaries .8
//   - Category is the one named like the Kind, else fact
//   - Source.CreatedBy is "system", Source.MessageCount the number of MessageIDs
//   - a mention's Role is mention, a statement's Reinforced 1
//   - ExpiresAt follows from the TTL policy, counted from Recorded
//
// Hash is always set to ContentHash. Nested values are copied before they are
// changed, so records that share them stay as they were.
func (e *Experience) SetDefaults(now time.Time, newID func() ID) {
	if e.ID == uuid.Nil {
		e.ID = newID()
	}
	setDefault(&e.Version, 1)
	setDefault(&e.Kind, e.defaultKind())
	setDefault(&e.Speaker, e.defaultSpeaker())
	setDefault(&e.Status, StatusActive)
	setDefault(&e.Importance, DefaultImportance)
	setDefault(&e.Quality, DefaultQuality)
	setDefault(&e.Confidence, e.Kind.defaultConfidence())
	setDefault(&e.Category, e.Kind.defaultCategory())
	setDefault(&e.Persona, DefaultPersona)
	setDefault(&e.Source.CreatedBy, DefaultCreatedBy)
	setDefault(&e.Source.MessageCount, len(e.Source.MessageIDs))
	e.setDefaultTimes(now)
	setDefault(&e.Session, e.DefaultSession())
	e.setDefaultMentions()
	if e.Statement != nil {
		s := *e.Statement
		setDefault(&s.Reinforced, 1)
		s.ValidatedAt = Instant(s.ValidatedAt)
		e.Statement = &s
	}
	if e.Digest != nil {
		d := *e.Digest
		instants(&d.From, &d.To)
		e.Digest = &d
	}
	e.Hash = e.ContentHash()
}

func (e *Experience) setDefaultTimes(now time.Time) {
	if e.Time.IsZero() {
		e.Time = earlier(now, e.TimeEnd)
	}
	if e.Recorded.IsZero() {
		e.Recorded = earlier(now, e.Updated)
	}
	if e.Updated.IsZero() {
		e.Updated = e.Recorded
	}
	if e.ExpiresAt.IsZero() {
		e.ExpiresAt = e.TTL.ExpiresAt(e.Recorded)
	}
	instants(&e.Time, &e.TimeEnd, &e.Recorded, &e.Updated, &e.ValidFrom, &e.ValidTo, &e.ExpiresAt,
		&e.Resolved.Date, &e.Verification.At, &e.Usage.LastAccessed)
	if len(e.Tellings) > 0 {
		e.Tellings = slices.Clone(e.Tellings)
	}
	for i := range e.Tellings {
		instants(&e.Tellings[i].Time)
	}
	if slices.ContainsFunc(e.Evidence, func(ev Evidence) bool { return !ev.Time.IsZero() }) {
		e.Evidence = slices.Clone(e.Evidence)
		for i := range e.Evidence {
			instants(&e.Evidence[i].Time)
		}
	}
}

// DefaultSession is the session of a message that names none: its day in UTC and whose talk it is, such as "day 2026-02-26" or
// "day 2026-02-26 Minh". What was said before and after it is known by that. It is empty for other kinds, which stand by
// themselves, and where the user's name leaves no room.
func (e *Experience) DefaultSession() string {
	if e.Kind != KindMessage {
		return ""
	}
	day := strings.TrimSpace("day " + e.Time.UTC().Format(time.DateOnly) + " " + e.User())
	if len(day) > MaxID {
		return ""
	}
	return day
}

// defaultSpeaker is who says a message that names no speaker: its user by name, or else its [Experience.Voice].
func (e *Experience) defaultSpeaker() string {
	switch {
	case e.Kind != KindMessage:
		return ""
	case e.Message != nil && e.Message.Role == "user" && e.Message.User != "":
		return e.Message.User
	}
	return e.Voice()
}

func (e *Experience) setDefaultMentions() {
	for i := range e.Mentions {
		if e.Mentions[i].Role == "" {
			e.Mentions = slices.Clone(e.Mentions)
			break
		}
	}
	for i := range e.Mentions {
		if e.Mentions[i].Role == "" {
			e.Mentions[i].Role = RoleMention
		}
	}
}

// defaultKind is the kind of a record by which of its texts it has.
func (e *Experience) defaultKind() Kind {
	switch {
	case e.Content == "" || e.Context != "" || e.Action != "" || e.Outcome != "":
		return KindExperience
	case e.Voice() != "":
		return KindMessage
	}
	return KindObservation
}

func (k Kind) defaultConfidence() float64 {
	switch k {
	case KindFact, KindOpinion:
		return DefaultStatementConfidence
	case KindSummary:
		return DefaultSummaryConfidence
	}
	return DefaultConfidence
}

func (k Kind) defaultCategory() Category {
	if c := Category(k); c.Valid() {
		return c
	}
	return CategoryFact
}

// SetDefaults completes a new entity: Type from the key, Name from the key's
// name, Recorded and Updated now, Version 1, times as [Instant].
func (e *Entity) SetDefaults(now time.Time, _ func() ID) {
	setDefault(&e.Type, e.Key.Type())
	setDefault(&e.Name, e.Key.Name())
	setStamps(now, &e.Recorded, &e.Updated, &e.Version)
}

// SetDefaults completes a new alias: UseCount 1, Recorded and Updated now,
// Version 1, times as [Instant].
func (a *Alias) SetDefaults(now time.Time, _ func() ID) {
	setDefault(&a.UseCount, 1)
	setStamps(now, &a.Recorded, &a.Updated, &a.Version)
}

// SetDefaults completes a new relation: Status active, Reinforced 1, Recorded
// and Updated now, Version 1, times as [Instant].
func (r *Relation) SetDefaults(now time.Time, _ func() ID) {
	setDefault(&r.Status, StatusActive)
	setDefault(&r.Reinforced, 1)
	instants(&r.ValidFrom, &r.ValidTo)
	setStamps(now, &r.Recorded, &r.Updated, &r.Version)
}

// SetDefaults completes a new rule: Cardinality many_to_many, Recorded and
// Updated now, Version 1, times as [Instant].
func (r *Rule) SetDefaults(now time.Time, _ func() ID) {
	setDefault(&r.Cardinality, ManyToMany)
	setStamps(now, &r.Recorded, &r.Updated, &r.Version)
}

// SetDefaults completes a new conflict: a new ID, Recorded and Updated now,
// Version 1, times as [Instant].
func (c *Conflict) SetDefaults(now time.Time, newID func() ID) {
	if c.ID == uuid.Nil {
		c.ID = newID()
	}
	instants(&c.ResolvedAt)
	setStamps(now, &c.Recorded, &c.Updated, &c.Version)
}

// SetDefaults completes a new merge: a new ID, Recorded and Updated now,
// Version 1, times as [Instant].
func (m *Merge) SetDefaults(now time.Time, newID func() ID) {
	if m.ID == uuid.Nil {
		m.ID = newID()
	}
	setStamps(now, &m.Recorded, &m.Updated, &m.Version)
}

// SetDefaults completes a new block: Limit 2,000, Recorded and Updated now,
// Version 1, times as [Instant].
func (b *Block) SetDefaults(now time.Time, _ func() ID) {
	setDefault(&b.Limit, DefaultBlockLimit)
	setStamps(now, &b.Recorded, &b.Updated, &b.Version)
}

// SetDefaults completes a new setting: Recorded and Updated now, Version 1,
// times as [Instant].
func (s *Setting) SetDefaults(now time.Time, _ func() ID) {
	setStamps(now, &s.Recorded, &s.Updated, &s.Version)
}

func setStamps(now time.Time, recorded, updated *time.Time, version *int) {
	if recorded.IsZero() {
		*recorded = earlier(now, *updated)
	}
	if updated.IsZero() {
		*updated = *recorded
	}
	instants(recorded, updated)
	setDefault(version, 1)
}

// earlier returns the earlier of now and t, a time that may be zero.
func earlier(now, t time.Time) time.Time {
	if !t.IsZero() && t.Before(now) {
		return t
	}
	return now
}

func setDefault[T comparable](p *T, value T) {
	var zero T
	if *p == zero {
		*p = value
	}
}

func instants(times ...*time.Time) {
	for _, t := range times {
		*t = Instant(*t)
	}
}
