package graphtest

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// The suite's own small world: two agents, each with a chain of records, some
// entities, an ontology and the relations that instantiate it.
var (
	agentNames  = []string{"ana", "bo|b's"}
	predicates  = []string{"works_for", "ordered", "billed"}
	entityTypes = []string{"customer", "order", "invoice"}
	start       = time.Date(2026, 3, 4, 5, 6, 7, 8000, time.UTC)
)

// RecordID returns the id of record n of agent a.
func RecordID(a, n int) string { return recordUUID(a, n).String() }

func recordUUID(a, n int) uuid.UUID {
	u := uuid.UUID{6: 0x70, 8: 0x80}
	u[13], u[14], u[15] = byte(a), byte(n>>8), byte(n)
	return u
}

// EntityID returns the key of entity n of agent a.
func EntityID(a, n int) string {
	return schema.NodeKey(agentNames[a], schema.EntityKey(fmt.Sprintf("%s:%d", entityTypes[n%len(entityTypes)], n)))
}

// TypeID returns the key of entity type n of agent a.
func TypeID(a, n int) string { return agentNames[a] + "|" + entityTypes[n] }

func agentElement(a int) graph.Element {
	return graph.Element{
		Key:    graph.Key{Table: schema.NodeAgent, ID: agentNames[a]},
		Values: graph.Values{"first_seen": start, "total_experiences": a},
	}
}

func entityElement(a, n int) graph.Element {
	e := graph.Element{
		Key: graph.Key{Table: schema.NodeEntity, ID: EntityID(a, n)},
		Values: graph.Values{
			"agent_id": agentNames[a], "name": fmt.Sprintf("Entity %d", n), "type": entityTypes[n%len(entityTypes)],
			"aliases": []string{fmt.Sprint(n), "it's"},
		},
	}
	if n%3 == 2 {
		e.Values["merged_into"] = EntityID(a, n-1)
	}
	return e
}

func typeElement(a, n int) graph.Element {
	return graph.Element{
		Key:    graph.Key{Table: schema.NodeEntityType, ID: TypeID(a, n)},
		Values: graph.Values{"agent_id": agentNames[a], "name": entityTypes[n]},
	}
}

// recordElement is a record after record n-1, which mentions two entities.
func recordElement(a, n, entities int) graph.Element {
	id, at := RecordID(a, n), start.Add(time.Duration(n)*time.Minute)
	e := graph.Element{
		Key: graph.Key{Table: schema.NodeExperience, ID: id},
		Values: graph.Values{
			"agent_id": agentNames[a], "context": fmt.Sprintf("context %d", n), "action": "act", "outcome": "done",
			"timestamp": at, "importance": 1 + n%10, "confidence": 0.25, "pinned": n%2 == 0, "tags": []string{"t", fmt.Sprint(n)},
		},
		Links: []graph.Link{
			{Edge: schema.EdgeRecorded, From: agentNames[a], To: id, Values: graph.Values{"ts": at, "importance": 1 + n%10}},
			mention(a, n, n%entities, 1),
		},
	}
	if other := (n + 1) % entities; other != n%entities {
		e.Links = append(e.Links, mention(a, n, other, 2))
	}
	if n > 0 {
		e.Links = append(e.Links,
			graph.Link{
				Edge: schema.EdgeFollowedBy, From: RecordID(a, n-1), To: id,
				Values: graph.Values{"time_delta": 60, "same_context": n%2 == 0},
			},
			graph.Link{
				Edge: schema.EdgeSimilarTo, From: id, To: RecordID(a, n-1),
				Values: graph.Values{"similarity_score": 1 / float64(n+1)},
			},
			graph.Link{
				Edge: schema.EdgeDerivedFrom, From: id, To: RecordID(a, n/2),
				Values: graph.Values{"stance": []string{"supports", "contradicts"}[n%2], "weight": 0.5},
			})
	}
	return e
}

func mention(a, n, entity, count int) graph.Link {
	l := graph.Link{
		Edge: schema.EdgeMentioned, From: RecordID(a, n), To: EntityID(a, entity),
		Values: graph.Values{
			"ts": start.Add(time.Duration(n) * time.Minute), "count": count, "role": schema.GraphRole(schema.RoleSubject),
			"confidence": 0.75, "coreference": false,
		},
	}
	if n%3 > 0 { // else it is not known where
		l.Values["position"] = 7 * (n - 1)
	}
	return l
}

// relationElement relates entity n to entity n+1 by the predicate that the
// ontology has for their types.
func relationElement(a, n int) graph.Element {
	return graph.Element{
		Key: graph.Key{Table: schema.OwnerRelation, ID: fmt.Sprintf("%s relation %d", agentNames[a], n)},
		Links: []graph.Link{{
			Edge: schema.EdgeRelation, From: EntityID(a, n), To: EntityID(a, n+1),
			Values: graph.Values{
				"predicate": predicates[n%len(predicates)], "statement": recordUUID(a, n), "confidence": 0.5,
				"status": "active", "valid_from": start, "reinforcement_count": 1,
			},
		}},
	}
}

// ruleElement lets entity type n have the relation that leads to type n+1.
func ruleElement(a, n int) graph.Element {
	return graph.Element{
		Key: graph.Key{Table: schema.OwnerRule, ID: fmt.Sprintf("%s rule %d", agentNames[a], n)},
		Links: []graph.Link{{
			Edge: schema.EdgeOntology, From: TypeID(a, n), To: TypeID(a, (n+1)%len(entityTypes)),
			Values: graph.Values{"relation_type": predicates[n], "cardinality": "one_to_many", "join_path": `{"join_on":"id"}`},
		}},
	}
}

// World returns the suite's graph: for each of two agents, records and entities
// of the given numbers.
func World(records, entities int) []graph.Element {
	var out []graph.Element
	for a := range agentNames {
		out = append(out, agentElement(a))
		for n := range entityTypes {
			out = append(out, typeElement(a, n))
			out = append(out, ruleElement(a, n))
		}
		for n := range entities {
			out = append(out, entityElement(a, n))
		}
		for n := range records {
			out = append(out, recordElement(a, n, entities))
		}
		for n := range entities - 1 {
			out = append(out, relationElement(a, n))
		}
	}
	return out
}
