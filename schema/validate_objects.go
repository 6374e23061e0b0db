package schema

import (
	"strconv"
	"time"
)

// checkStamps checks what every object but a record carries in the same way.
func checkStamps(c *checker, recorded, updated time.Time, version int) {
	c.needTime("recorded_at", recorded)
	c.needTime("updated_at", updated)
	c.ordered("updated_at", updated, "recorded_at", recorded)
	c.upTo("version", version, MaxCount)
}

// Validate implements [Object].
func (e *Entity) Validate() error {
	var c checker
	c.need("agent_id", e.Agent, MaxID)
	c.entity("entity_id", e.Key)
	c.name("type", string(e.Type))
	if e.Key.Valid() && e.Type.Valid() && e.Key.Type() != e.Type {
		c.bad("type", quote(string(e.Type)), "is not the type in entity_id")
	}
	c.need("canonical_name", e.Name, MaxEntityKey)
	c.in("external_ref", func() {
		c.text("table", e.Ref.Table, MaxID)
		c.text("id", e.Ref.ID, MaxID)
	})
	c.metadata("properties", e.Properties)
	if e.MergedInto != "" {
		c.entity("merged_into", e.MergedInto)
		if e.MergedInto == e.Key {
			c.bad("merged_into", quote(string(e.Key)), "is the entity itself")
		}
	}
	c.metadata("metadata", e.Metadata)
	checkStamps(&c, e.Recorded, e.Updated, e.Version)
	return c.err(TypeEntity)
}

// Validate implements [Object].
func (a *Alias) Validate() error {
	var c checker
	c.need("agent_id", a.Agent, MaxID)
	c.need("alias_text", a.Text, MaxEntityKey)
	c.text("user_id", a.User, MaxID)
	c.entity("entity_id", a.Entity)
	c.unit("confidence", a.Confidence, true)
	c.counter("use_count", a.UseCount)
	c.text("source", a.Source, MaxID)
	c.text("disambiguation_context", a.Context, MaxShortText)
	checkStamps(&c, a.Recorded, a.Updated, a.Version)
	return c.err(TypeAlias)
}

// Validate implements [Object].
func (r *Relation) Validate() error {
	var c checker
	c.need("agent_id", r.Agent, MaxID)
	c.entity("from", r.From)
	c.name("type", string(r.Type))
	c.entity("to", r.To)
	if r.From != "" && r.From == r.To {
		c.bad("to", quote(string(r.To)), "is from itself")
	}
	c.unit("confidence", r.Confidence, true)
	enum(&c, "status", r.Status, r.Status.Valid(),
		StatusActive, StatusAging, StatusSuperseded, StatusInvalidated, StatusArchived)
	c.time("valid_from", r.ValidFrom)
	c.time("valid_to", r.ValidTo)
	c.ordered("valid_to", r.ValidTo, "valid_from", r.ValidFrom)
	c.counter("reinforcement_count", r.Reinforced)
	checkStamps(&c, r.Recorded, r.Updated, r.Version)
	return c.err(TypeRelation)
}

// Validate implements [Object].
func (r *Rule) Validate() error {
	var c checker
	c.need("agent_id", r.Agent, MaxID)
	c.name("from_entity_type", string(r.From))
	c.name("relation_type", string(r.Relation))
	c.name("to_entity_type", string(r.To))
	enum(&c, "cardinality", r.Cardinality, r.Cardinality.Valid(), OneToOne, OneToMany, ManyToOne, ManyToMany)
	c.in("join_path", func() { r.Join.check(&c) })
	c.metadata("constraints", r.Constraints)
	checkStamps(&c, r.Recorded, r.Updated, r.Version)
	return c.err(TypeRule)
}

func (j *JoinPath) check(c *checker) {
	c.text("from_table", j.FromTable, MaxID)
	c.text("to_table", j.ToTable, MaxID)
	c.text("join_on", j.JoinOn, MaxShortText)
	c.count("optional_filters", len(j.Filters), MaxList)
	filters := make(Metadata, len(j.Filters))
	for k, v := range j.Filters {
		filters[k] = v
	}
	c.metadata("optional_filters", filters)
}

// Validate implements [Object].
func (c *Conflict) Validate() error {
	var k checker
	k.needID("conflict_id", c.ID)
	k.need("agent_id", c.Agent, MaxID)
	k.oneOf("conflict_type", c.Type, false, "memory_vs_memory", "memory_vs_db")
	least := 1
	if c.Type == "memory_vs_memory" {
		least = 2
	}
	if len(c.Records) < least {
		k.bad("records", strconv.Itoa(len(c.Records)), "want at least "+strconv.Itoa(least)+" elements")
	}
	k.ids("records", c.Records, c.ID, MaxRefs)
	k.raw("conflict_data", c.Data, MaxMetadata)
	k.oneOf("resolution_strategy", c.Strategy, true, "supersede", "validate", "ask")
	k.text("outcome", c.Outcome, MaxShortText)
	k.time("resolved_at", c.ResolvedAt)
	checkStamps(&k, c.Recorded, c.Updated, c.Version)
	return k.err(TypeConflict)
}

// Validate implements [Object].
func (m *Merge) Validate() error {
	var c checker
	c.needID("id", m.ID)
	c.need("agent_id", m.Agent, MaxID)
	c.entity("from", m.From)
	c.entity("into", m.Into)
	if m.From != "" && m.From == m.Into {
		c.bad("into", quote(string(m.Into)), "is from itself")
	}
	c.text("reason", m.Reason, MaxShortText)
	c.raw("undo", m.Undo, MaxUndo)
	checkStamps(&c, m.Recorded, m.Updated, m.Version)
	return c.err(TypeMerge)
}

// Validate implements [Object]. A block's text fits the block's own limit.
func (b *Block) Validate() error {
	var c checker
	c.need("agent_id", b.Agent, MaxID)
	c.need("name", b.Name, MaxID)
	c.upTo("limit", b.Limit, MaxText)
	c.text("text", b.Text, min(max(b.Limit, 1), MaxText))
	checkStamps(&c, b.Recorded, b.Updated, b.Version)
	return c.err(TypeBlock)
}

// Validate implements [Object]. A setting of the configuration holds values as
// the table of [ConfigKeys] has them; settings of other names are the caller's.
func (s *Setting) Validate() error {
	var c checker
	c.text("agent_id", s.Agent, MaxID)
	c.need("config_key", s.Name, MaxID)
	if len(s.Value) == 0 {
		c.bad("config_value", "", "empty")
	}
	before := len(c.fields)
	if c.raw("config_value", s.Value, MaxMetadata); len(c.fields) == before && len(s.Value) > 0 {
		s.apply(&c, new(Config))
	}
	checkStamps(&c, s.Recorded, s.Updated, s.Version)
	return c.err(TypeSetting)
}

// NewObject returns an empty object of type t, or nil if there is no such type.
func NewObject(t ObjectType) Object {
	switch t {
	case TypeExperience:
		return new(Experience)
	case TypeEntity:
		return new(Entity)
	case TypeAlias:
		return new(Alias)
	case TypeRelation:
		return new(Relation)
	case TypeRule:
		return new(Rule)
	case TypeConflict:
		return new(Conflict)
	case TypeMerge:
		return new(Merge)
	case TypeBlock:
		return new(Block)
	case TypeSetting:
		return new(Setting)
	}
	return nil
}

// ObjectTypes lists every type of ledger object.
func ObjectTypes() []ObjectType {
	return []ObjectType{
		TypeExperience, TypeEntity, TypeAlias, TypeRelation, TypeRule, TypeConflict, TypeMerge, TypeBlock, TypeSetting,
	}
}
