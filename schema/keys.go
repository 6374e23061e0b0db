package schema

import "strings"

// sep joins the parts of an object key. Validation refuses NUL in every string,
// so no two different sets of parts make the same key.
const sep = "\x00"

// ObjectType implements [Object].
func (e *Experience) ObjectType() ObjectType { return TypeExperience }

// ObjectKey implements [Object]: the sixteen bytes of the id.
func (e *Experience) ObjectKey() string { return string(e.ID[:]) }

// ObjectAgent implements [Object].
func (e *Experience) ObjectAgent() string { return e.Agent }

// ObjectType implements [Object].
func (e *Entity) ObjectType() ObjectType { return TypeEntity }

// ObjectKey implements [Object].
func (e *Entity) ObjectKey() string { return e.Agent + sep + string(e.Key) }

// ObjectAgent implements [Object].
func (e *Entity) ObjectAgent() string { return e.Agent }

// ObjectType implements [Object].
func (a *Alias) ObjectType() ObjectType { return TypeAlias }

// ObjectKey implements [Object].
func (a *Alias) ObjectKey() string {
	return strings.Join([]string{a.Agent, a.Text, a.User, string(a.Entity)}, sep)
}

// ObjectAgent implements [Object].
func (a *Alias) ObjectAgent() string { return a.Agent }

// ObjectType implements [Object].
func (r *Relation) ObjectType() ObjectType { return TypeRelation }

// ObjectKey implements [Object]. One pair of entities may be related in the same
// way by several statements, each with its own provenance.
func (r *Relation) ObjectKey() string {
	return strings.Join([]string{r.Agent, string(r.From), string(r.Type), string(r.To), string(r.Statement[:])}, sep)
}

// ObjectAgent implements [Object].
func (r *Relation) ObjectAgent() string { return r.Agent }

// ObjectType implements [Object].
func (r *Rule) ObjectType() ObjectType { return TypeRule }

// ObjectKey implements [Object].
func (r *Rule) ObjectKey() string {
	return strings.Join([]string{r.Agent, string(r.From), string(r.Relation), string(r.To)}, sep)
}

// ObjectAgent implements [Object].
func (r *Rule) ObjectAgent() string { return r.Agent }

// ObjectType implements [Object].
func (c *Conflict) ObjectType() ObjectType { return TypeConflict }

// ObjectKey implements [Object].
func (c *Conflict) ObjectKey() string { return c.Agent + sep + string(c.ID[:]) }

// ObjectAgent implements [Object].
func (c *Conflict) ObjectAgent() string { return c.Agent }

// ObjectType implements [Object].
func (m *Merge) ObjectType() ObjectType { return TypeMerge }

// ObjectKey implements [Object].
func (m *Merge) ObjectKey() string { return m.Agent + sep + string(m.ID[:]) }

// ObjectAgent implements [Object].
func (m *Merge) ObjectAgent() string { return m.Agent }

// ObjectType implements [Object].
func (b *Block) ObjectType() ObjectType { return TypeBlock }

// ObjectKey implements [Object].
func (b *Block) ObjectKey() string { return b.Agent + sep + b.Name }

// ObjectAgent implements [Object].
func (b *Block) ObjectAgent() string { return b.Agent }

// ObjectType implements [Object].
func (s *Setting) ObjectType() ObjectType { return TypeSetting }

// ObjectKey implements [Object].
func (s *Setting) ObjectKey() string { return s.Agent + sep + s.Name }

// ObjectAgent implements [Object].
func (s *Setting) ObjectAgent() string { return s.Agent }

var agentEscaper = strings.NewReplacer("%", "%25", "|", "%7C")

// NodeKey is the primary key of an entity in the graph, readable in Cypher:
// "agent|type:name". A "|" or "%" in the agent is percent-encoded, so that keys
// of different agents never meet.
func NodeKey(agent string, key EntityKey) string {
	return agentEscaper.Replace(agent) + "|" + string(key)
}

// AliasEntity returns the entity that an alias names, from the alias's key.
func AliasEntity(key string) EntityKey { return EntityKey(key[strings.LastIndex(key, sep)+1:]) }

// SplitEntityKey returns the agent and the entity of an entity's object key.
func SplitEntityKey(key string) (agent string, entity EntityKey) {
	agent, rest, _ := strings.Cut(key, sep)
	return agent, EntityKey(rest)
}

// RuleEnds returns the agent and the two types of a rule, from the rule's key.
func RuleEnds(key string) (agent string, from, to EntityType) {
	agent, rest, _ := strings.Cut(key, sep)
	first, _, _ := strings.Cut(rest, sep)
	return agent, EntityType(first), EntityType(rest[strings.LastIndex(rest, sep)+1:])
}

// KeyPrefix begins the keys of all objects of an agent but its records, whose
// keys are their ids.
func KeyPrefix(agent string) string { return agent + sep }
