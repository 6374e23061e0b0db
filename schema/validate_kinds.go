package schema

import "slices"

// checkPayload checks what a record carries for its kind: a payload belongs to
// its kind alone, and insights and user facts are nothing without theirs.
func (e *Experience) checkPayload(c *checker) {
	e.owned(c, "statement", e.Statement != nil, KindFact, KindOpinion)
	e.owned(c, "message", e.Message != nil, KindMessage)
	e.owned(c, "episode", e.Episode != nil, KindEpisode)
	e.owned(c, "insight", e.Insight != nil, KindInsight)
	e.owned(c, "user_fact", e.UserFact != nil, KindUserFact)
	e.owned(c, "digest", e.Digest != nil, KindSummary)
	if e.Kind == KindInsight && e.Insight == nil {
		c.bad("insight", "", "empty")
	}
	if e.Kind == KindUserFact && e.UserFact == nil {
		c.bad("user_fact", "", "empty")
	}
	if s := e.Statement; s != nil {
		c.in("statement", func() { s.check(c) })
	}
	if m := e.Message; m != nil {
		c.in("message", func() { m.check(c) })
	}
	if p := e.Episode; p != nil {
		c.in("episode", func() { p.check(c) })
	}
	if n := e.Insight; n != nil {
		c.in("insight", func() { n.check(c) })
	}
	if f := e.UserFact; f != nil {
		c.in("user_fact", func() { f.check(c) })
	}
	if d := e.Digest; d != nil {
		c.in("digest", func() { d.check(c) })
	}
}

func (e *Experience) owned(c *checker, field string, set bool, kinds ...Kind) {
	if !set {
		return
	}
	for _, k := range kinds {
		if e.Kind == k {
			return
		}
	}
	c.bad(field, "", "not for kind "+quote(string(e.Kind)))
}

func (s *Statement) check(c *checker) {
	c.entity("subject", s.Subject)
	c.need("predicate", s.Predicate, MaxID)
	c.text("predicate_type", s.PredicateType, MaxID)
	switch {
	case s.Entity != "" && len(s.Value) > 0:
		c.bad("object_value", "", "set beside object_entity")
	case s.Entity != "":
		c.entity("object_entity", s.Entity)
	case len(s.Value) == 0:
		c.bad("object_value", "", "empty, as is object_entity")
	}
	c.raw("object_value", s.Value, MaxMetadata)
	c.in("confidence_factors", func() {
		c.finite("base", s.Factors.Base)
		c.finite("reinforcement", s.Factors.Reinforcement)
		c.finite("recency", s.Factors.Recency)
		c.finite("source", s.Factors.Source)
	})
	c.upTo("reinforcement_count", s.Reinforced, MaxCount)
	c.time("last_validated_at", s.ValidatedAt)
	c.oneOf("source_type", s.Provenance, true, "episodic", "consolidation", "correction")
}

func (m *Message) check(c *checker) {
	c.text("user", m.User, MaxID)
	c.oneOf("role", m.Role, true, "user", "assistant", "system", "tool")
	c.text("intent", m.Intent, MaxID)
	if l := m.Language; l != "" && (len(l) != 2 || l[0] < 'a' || l[0] > 'z' || l[1] < 'a' || l[1] > 'z') {
		c.bad("language", quote(l), "want two letters such as en")
	}
}

func (p *Episode) check(c *checker) {
	c.text("user", p.User, MaxID)
	c.oneOf("event_type", p.EventType, true, "question", "statement", "command", "correction", "confirmation")
	c.texts("queries_run", p.Queries, MaxList, MaxShortText)
	c.texts("facts_found", p.Facts, MaxList, MaxShortText)
}

// insightCategories are the five of requirement 001-03.
var insightCategories = [...]string{"learning_style", "knowledge_gap", "goal_evolution", "habit", "preference"}

// InsightCategories lists the categories of an insight. The slice is the
// caller's.
func InsightCategories() []string { return slices.Clone(insightCategories[:]) }

// userFactTypes are the six of requirement 001-02.
var userFactTypes = [...]string{"name", "role", "level", "goal", "preference", "weakness"}

// UserFactTypes lists the types of a fact about a user. The slice is the caller's.
func UserFactTypes() []string { return slices.Clone(userFactTypes[:]) }

func (n *Insight) check(c *checker) {
	c.text("user", n.User, MaxID)
	c.oneOf("insight_category", n.Category, false, insightCategories[:]...)
	c.text("sub_topic", n.SubTopic, MaxID)
	c.texts("evolution_notes", n.Notes, MaxList, MaxShortText)
}

func (f *UserFact) check(c *checker) {
	c.text("user", f.User, MaxID)
	c.oneOf("fact_type", f.Type, false, userFactTypes[:]...)
}

func (d *Digest) check(c *checker) {
	c.text("user", d.User, MaxID)
	c.oneOf("scope_type", d.Scope, false, "entity", "topic", "session_window")
	c.text("scope_identifier", d.Identifier, MaxEntityKey)
	c.texts("key_facts", d.KeyFacts, MaxList, MaxShortText)
	c.texts("session_ids", d.Sessions, MaxList, MaxID)
	c.time("from", d.From)
	c.time("to", d.To)
	c.ordered("to", d.To, "from", d.From)
}
