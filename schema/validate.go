package schema

import (
	"encoding/hex"

	"github.com/google/uuid"
)

// Validate reports everything that keeps e from being stored, as an
// [*InvalidError], or nil. It judges complete records: call
// [Experience.SetDefaults] first. It changes nothing (S2).
func (e *Experience) Validate() error {
	var c checker
	e.checkIdentity(&c)
	e.checkText(&c)
	e.checkTimes(&c)
	e.checkGrades(&c)
	e.checkReferences(&c)
	e.checkMentions(&c)
	e.checkTellings(&c)
	e.checkLife(&c)
	e.checkPayload(&c)
	e.Usage.check(&c)
	return c.err(TypeExperience)
}

func (e *Experience) checkIdentity(c *checker) {
	c.needID("id", e.ID)
	c.need("agent_id", e.Agent, MaxID)
	c.text("session", e.Session, MaxID)
	enum(c, "kind", e.Kind, e.Kind.Valid(), Kinds()...)
	c.text("speaker", e.Speaker, MaxID)
	c.upTo("version", e.Version, MaxCount)
	enum(c, "status", e.Status, e.Status.Valid(), Statuses()...)
}

// checkText checks the fields that carry the memory itself (002-12).
func (e *Experience) checkText(c *checker) {
	lived, told := c.text, c.need
	switch {
	case e.Kind != KindExperience:
	case e.Content != "" && e.Context == "" && e.Action == "" && e.Outcome == "":
		c.bad("kind", string(e.Kind), "which has context, action and outcome; want fact, observation or another kind for content alone")
	default:
		lived, told = c.need, c.text
	}
	lived("context", e.Context, MaxText)
	lived("action", e.Action, MaxText)
	lived("outcome", e.Outcome, MaxText)
	told("content", e.Content, MaxText)
	c.text("summary", e.Summary, MaxText)
	if e.Hash != "" {
		if raw, err := hex.DecodeString(e.Hash); err != nil || len(raw) != 16 {
			c.bad("content_hash", quote(e.Hash), "want 32 hexadecimal digits")
		} else if e.Hash != e.ContentHash() {
			c.bad("content_hash", e.Hash, "is not the hash of this text")
		}
	}
}

func (e *Experience) checkTimes(c *checker) {
	c.needTime("timestamp", e.Time)
	c.time("time_end", e.TimeEnd)
	c.ordered("time_end", e.TimeEnd, "timestamp", e.Time)
	c.needTime("recorded_at", e.Recorded)
	c.needTime("updated_at", e.Updated)
	c.ordered("updated_at", e.Updated, "recorded_at", e.Recorded)
	c.time("valid_from", e.ValidFrom)
	c.time("valid_to", e.ValidTo)
	c.ordered("valid_to", e.ValidTo, "valid_from", e.ValidFrom)
}

func (e *Experience) checkGrades(c *checker) {
	c.upTo("importance", e.Importance, 10)
	c.upTo("quality", int(e.Quality), int(QualityExcellent))
	c.text("quality_reasoning", e.QualityReason, MaxShortText)
	c.unit("confidence", e.Confidence, false)
	enum(c, "category", e.Category, e.Category.Valid(), Categories()...)
	enum(c, "persona", e.Persona, e.Persona.Valid(), Personas()...)
	c.texts("tags", e.Tags, MaxTags, MaxTag)
	c.texts("scopes", e.Scopes, MaxTags, MaxTag)
	c.metadata("metadata", e.Metadata)
}

func (e *Experience) checkReferences(c *checker) {
	c.in("source", func() { e.Source.check(c) })
	if e.Parent != uuid.Nil && e.Parent == e.ID {
		c.bad("parent_id", e.Parent.String(), "is the record itself")
	}
	c.ids("related_ids", e.Related, e.ID, MaxRefs)
	c.count("evidence", len(e.Evidence), MaxRefs)
	seen := newIDSet(len(e.Evidence))
	for i, v := range e.Evidence {
		c.at("evidence", i, func() {
			c.ref("id", v.ID, e.ID, seen)
			enum(c, "stance", v.Stance, v.Stance.Valid(), StanceSupports, StanceContradicts, StanceSummarises)
			c.unit("weight", v.Weight, true)
			c.time("timestamp", v.Time)
		})
	}
	c.ids("supersedes", e.Supersedes, e.ID, MaxRefs)
	if e.SupersededBy != uuid.Nil && e.SupersededBy == e.ID {
		c.bad("superseded_by", e.SupersededBy.String(), "is the record itself")
	}
	c.count("similar", len(e.Similar), MaxSimilar)
	seen = newIDSet(len(e.Similar))
	for i, s := range e.Similar {
		c.at("similar", i, func() {
			c.ref("id", s.ID, e.ID, seen)
			c.unit("similarity_score", s.Score, true)
		})
	}
}

func (s *Source) check(c *checker) {
	c.text("created_by", s.CreatedBy, MaxID)
	c.texts("message_ids", s.MessageIDs, MaxRefs, MaxID)
	c.counter("message_count", s.MessageCount)
	c.sourcePath("path", s.Path)
	c.counter("line", s.Line)
	c.counter("line_end", s.LineEnd)
	if s.LineEnd > 0 && s.LineEnd < s.Line {
		c.bad("line_end", "", "before line")
	}
}

func (e *Experience) checkMentions(c *checker) {
	c.count("entities", len(e.Mentions), MaxMentions)
	for i := range e.Mentions {
		c.at("entities", i, func() { e.Mentions[i].check(c) })
	}
	c.count("relations", len(e.Relations), MaxMentions)
	for i, l := range e.Relations {
		c.at("relations", i, func() {
			c.entity("from", l.From)
			c.name("type", string(l.Type))
			c.entity("to", l.To)
			if l.From != "" && l.From == l.To {
				c.bad("to", quote(string(l.To)), "is from itself")
			}
			c.unit("confidence", l.Confidence, true)
		})
	}
}

func (m *Mention) check(c *checker) {
	c.entity("entity", m.Entity)
	c.text("text", m.Text, MaxEntityKey)
	c.counter("char_start", m.Start)
	c.counter("char_end", m.End)
	if m.End < m.Start {
		c.bad("char_end", "", "before char_start")
	}
	enum(c, "role", m.Role, m.Role.Valid(), RoleMention, RoleSubject, RoleObject)
	c.unit("confidence", m.Confidence, true)
}

func (e *Experience) checkLife(c *checker) {
	c.in("resolved", func() {
		c.time("resolved_date", e.Resolved.Date)
		c.text("resolved_person", e.Resolved.Person, MaxEntityKey)
		c.text("resolved_location", e.Resolved.Location, MaxEntityKey)
	})
	c.in("verification", func() {
		c.text("verified_by", e.Verification.By, MaxID)
		c.time("verified_at", e.Verification.At)
		c.counter("verification_count", e.Verification.Count)
	})
	c.time("expires_at", e.ExpiresAt)
	enum(c, "ttl_policy", e.TTL, e.TTL.Valid(), TTLSession, TTLDay, TTLWeek, TTLNever)
}

func (u *Usage) check(c *checker) {
	c.in("usage", func() {
		c.time("last_accessed", u.LastAccessed)
		c.counter("access_count", u.AccessCount)
		c.counter("reinforced", u.Reinforced)
	})
}
