package store

import (
	"encoding/json"
	"time"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

func agentElement(a ledger.AgentInfo) graph.Element {
	return graph.Element{
		Key: graph.Key{Table: schema.NodeAgent, ID: a.Name},
		Values: graph.Values{
			"first_seen": moment(a.FirstSeen), "last_active": moment(a.LastActive), "total_experiences": a.Total,
		},
	}
}

func recordElement(e *schema.Experience, links []graph.Link) graph.Element {
	v := graph.Values{
		"agent_id": e.Agent, "session": orNull(e.Session), "kind": string(e.Kind), "speaker": orNull(e.Speaker),
		"context": orNull(e.Context), "action": orNull(e.Action), "outcome": orNull(e.Outcome),
		"content": orNull(e.Content), "summary": orNull(e.Summary),
		"timestamp": moment(e.Time), "recorded_at": moment(e.Recorded),
		"valid_from": moment(e.ValidFrom), "valid_to": moment(e.ValidTo), "expires_at": moment(e.ExpiresAt),
		"importance": e.Importance, "quality": int(e.Quality), "confidence": e.Confidence,
		"category": string(e.Category), "persona": string(e.Persona), "status": string(e.Status),
		"pinned": e.Pinned, "verified": e.Verification.Verified, "created_by": orNull(e.Source.CreatedBy),
		"tags": e.Tags, "scopes": e.Scopes, "metadata": jsonText(e.Metadata), "version": e.Version,
	}
	if s := e.Statement; s != nil {
		v["subject"], v["predicate"] = string(s.Subject), s.Predicate
		v["object"] = statementObject(s)
	}
	return graph.Element{Key: graph.Key{Table: schema.NodeExperience, ID: e.ID.String()}, Values: v, Links: links}
}

func statementObject(s *schema.Statement) any {
	if s.Entity != "" {
		return string(s.Entity)
	}
	return orNull(string(s.Value))
}

// recordLinks returns the edges that a record owns: the one that comes from its
// agent, the one that comes from the record before it, and those to what it
// refers to.
func recordLinks(kin *kin, e *schema.Experience, prev *preceding) ([]graph.Link, error) {
	id := e.ID.String()
	links := []graph.Link{{
		Edge: schema.EdgeRecorded, From: e.Agent, To: id,
		Values: graph.Values{"ts": moment(e.Time), "importance": e.Importance},
	}}
	if prev != nil {
		links = append(links, graph.Link{
			Edge: schema.EdgeFollowedBy, From: prev.id.String(), To: id,
			Values: graph.Values{"time_delta": prev.seconds, "same_context": prev.sameContext},
		})
	}
	for _, s := range e.Similar {
		links = append(links, graph.Link{
			Edge: schema.EdgeSimilarTo, From: id, To: s.ID.String(), Values: graph.Values{"similarity_score": s.Score},
		})
	}
	for _, old := range e.Supersedes {
		links = append(links, graph.Link{
			Edge: schema.EdgeSupersedes, From: id, To: old.String(), Values: graph.Values{"ts": moment(e.Time)},
		})
	}
	for _, ev := range e.Evidence {
		links = append(links, graph.Link{
			Edge: schema.EdgeDerivedFrom, From: id, To: ev.ID.String(),
			Values: graph.Values{"stance": string(ev.Stance), "weight": orOne(ev.Weight)},
		})
	}
	if e.Parent != (recordID{}) {
		links = append(links, graph.Link{Edge: schema.EdgePartOf, From: id, To: e.Parent.String()})
	}
	mentions, err := mentionLinks(kin, e)
	return append(links, mentions...), err
}

// preceding is the record before another in its session, as the edge between
// them tells it.
type preceding struct {
	id          recordID
	seconds     int64 // from it to the other
	sameContext bool
}

// precededBy returns what e's edge from prev tells; nil without prev.
func precededBy(e, prev *schema.Experience) *preceding {
	if prev == nil {
		return nil
	}
	return &preceding{prev.ID, secondsBetween(prev.Time, e.Time), e.Context == prev.Context}
}

// secondsBetween counts the whole seconds from one moment to another, as far as a
// Duration goes: 292 years.
func secondsBetween(from, to time.Time) int64 { return int64(to.Sub(from) / time.Second) }

// mentionLinks returns one edge for each entity that a record mentions, however
// often it does. An entity that was merged stands for the one it became.
func mentionLinks(kin *kin, e *schema.Experience) ([]graph.Link, error) {
	var links []graph.Link
	at := map[schema.EntityKey]int{}
	for _, m := range e.Mentions {
		key, err := kin.survivor(e.Agent, m.Entity)
		if err != nil {
			return nil, err
		}
		i, seen := at[key]
		if !seen {
			i = len(links)
			at[key] = i
			links = append(links, graph.Link{
				Edge: schema.EdgeMentioned, From: e.ID.String(), To: schema.NodeKey(e.Agent, key),
				Values: graph.Values{
					"ts": moment(e.Time), "count": 0, "role": schema.GraphRole(m.Role), "confidence": 0.0, "coreference": true,
				},
			})
		}
		v := links[i].Values
		v["count"] = v["count"].(int) + 1
		v["role"] = max(v["role"].(int), schema.GraphRole(m.Role))
		v["confidence"] = max(v["confidence"].(float64), orOne(m.Confidence))
		v["coreference"] = v["coreference"].(bool) && m.Coreference
		if before, known := v["position"].(int); m.End > m.Start && (!known || m.Start < before) {
			v["position"] = m.Start
		}
	}
	return links, nil
}

// objectElements returns how an object other than a record stands in the graph.
func objectElements(kin *kin, obj schema.Object) ([]graph.Element, error) {
	switch o := obj.(type) {
	case *schema.Entity:
		e, err := entityElement(kin, o)
		return []graph.Element{e}, err
	case *schema.Relation:
		return relationElements(kin, o)
	case *schema.Rule:
		return ruleElements(o), nil
	case *schema.Conflict:
		return conflictElements(o), nil
	}
	return nil, nil
}

func entityElement(kin *kin, e *schema.Entity) (graph.Element, error) {
	aliases, err := kin.aliases(e)
	if err != nil {
		return graph.Element{}, err
	}
	status := schema.StatusActive
	if e.MergedInto != "" {
		status = schema.StatusSuperseded
	}
	v := graph.Values{
		"agent_id": e.Agent, "name": e.Name, "type": string(e.Type), "aliases": aliases, "status": string(status),
		"metadata": jsonText(e.Metadata), "recorded_at": moment(e.Recorded),
	}
	if e.MergedInto != "" {
		v["merged_into"] = schema.NodeKey(e.Agent, e.MergedInto)
	}
	return graph.Element{Key: graph.Key{Table: schema.NodeEntity, ID: schema.NodeKey(e.Agent, e.Key)}, Values: v}, nil
}

func relationElements(kin *kin, rel *schema.Relation) ([]graph.Element, error) {
	from, err := kin.survivor(rel.Agent, rel.From)
	if err != nil {
		return nil, err
	}
	to, err := kin.survivor(rel.Agent, rel.To)
	if err != nil {
		return nil, err
	}
	v := graph.Values{
		"predicate": string(rel.Type), "confidence": orOne(rel.Confidence), "status": string(rel.Status),
		"valid_from": moment(rel.ValidFrom), "valid_to": moment(rel.ValidTo), "reinforcement_count": rel.Reinforced,
	}
	if rel.Statement != (recordID{}) {
		v["statement"] = rel.Statement
	}
	return []graph.Element{{
		Key: ownerKey(schema.TypeRelation, rel.ObjectKey()),
		Links: []graph.Link{{
			Edge: schema.EdgeRelation, From: schema.NodeKey(rel.Agent, from), To: schema.NodeKey(rel.Agent, to), Values: v,
		}},
	}}, nil
}

func ruleElements(rule *schema.Rule) []graph.Element {
	from, to := typeElement(rule.Agent, rule.From), typeElement(rule.Agent, rule.To)
	owner := graph.Element{
		Key: ownerKey(schema.TypeRule, rule.ObjectKey()),
		Links: []graph.Link{{
			Edge: schema.EdgeOntology, From: from.ID, To: to.ID,
			Values: graph.Values{
				"relation_type": string(rule.Relation), "cardinality": string(rule.Cardinality),
				"join_path": jsonText(rule.Join), "constraints": jsonText(rule.Constraints),
			},
		}},
	}
	if from.ID == to.ID {
		return []graph.Element{from, owner}
	}
	return []graph.Element{from, to, owner}
}

func typeElement(agent string, t schema.EntityType) graph.Element {
	return graph.Element{
		Key:    graph.Key{Table: schema.NodeEntityType, ID: schema.NodeKey(agent, schema.EntityKey(t))},
		Values: graph.Values{"agent_id": agent, "name": string(t)},
	}
}

// conflictElements joins each record of a conflict with the next.
func conflictElements(c *schema.Conflict) []graph.Element {
	owner := graph.Element{Key: ownerKey(schema.TypeConflict, c.ObjectKey())}
	for i := 1; i < len(c.Records); i++ {
		owner.Links = append(owner.Links, graph.Link{
			Edge: schema.EdgeConflictsWith, From: c.Records[i-1].String(), To: c.Records[i].String(),
			Values: graph.Values{"conflict_type": c.Type, "strategy": orNull(c.Strategy), "resolved": !c.ResolvedAt.IsZero()},
		})
	}
	return []graph.Element{owner}
}

// ownerKey names an object that is not a record in the graph.
func ownerKey(t schema.ObjectType, key string) graph.Key {
	switch t {
	case schema.TypeEntity:
		agent, entity := schema.SplitEntityKey(key)
		return graph.Key{Table: schema.NodeEntity, ID: schema.NodeKey(agent, entity)}
	case schema.TypeRelation:
		return graph.Key{Table: schema.OwnerRelation, ID: printable(key)}
	case schema.TypeRule:
		return graph.Key{Table: schema.OwnerRule, ID: printable(key)}
	default:
		return graph.Key{Table: schema.OwnerConflict, ID: printable(key)}
	}
}

func moment(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func orOne(confidence float64) float64 {
	if confidence == 0 {
		return 1
	}
	return confidence
}

// jsonText renders a value that came from JSON; an empty one is null.
func jsonText(v any) any {
	data, err := json.Marshal(v)
	if s := string(data); err == nil && s != "null" && s != "{}" {
		return s
	}
	return nil
}
