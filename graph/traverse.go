package graph

import (
	"context"
	"time"
)

// Step is a record reached along FOLLOWED_BY.
type Step struct {
	ID          string
	Depth       int           // edges from the start; negative before it
	TimeDelta   time.Duration // since the record before it, in whole seconds
	SameContext bool
}

// Mention is a MENTIONED edge.
type Mention struct {
	Experience  string
	Entity      string
	Time        time.Time
	Count       int
	Role        int // see schema.GraphRole
	Confidence  float64
	Coreference bool
}

// Relation is a RELATION edge.
type Relation struct {
	From, To      string // entity keys
	Predicate     string
	Statement     string // the record that says so; empty: none
	Confidence    float64
	Status        string
	ValidFrom     time.Time
	ValidTo       time.Time
	Reinforcement int
}

// Reached is an entity near another.
type Reached struct {
	Entity string
	Hops   int
}

// Neighbourhood is what lies around an entity: the entities reached, nearest
// first, and the relations among them and the start.
type Neighbourhood struct {
	Entities  []Reached
	Relations []Relation
}

// Route is a path between two entities; Relations[i] joins Entities[i] and
// Entities[i+1], in either direction.
type Route struct {
	Entities  []string
	Relations []Relation
}

// CoMention is an entity named by the same records as another.
type CoMention struct {
	Entity string
	Shared int // records that name both
}

// Evidence is a record that bears on another.
type Evidence struct {
	ID     string
	Stance string // supports, contradicts or summarises
	Weight float64
}

// Similar is a record near another in meaning.
type Similar struct {
	ID    string
	Score float64 // 0 to 1
}

// OntologyStep is one rule on an ontology path.
type OntologyStep struct {
	From, To    string // type names
	Relation    string
	Cardinality string
	JoinPath    string // JSON
	Constraints string // JSON
}

// OntologyPath leads from one entity type to another.
type OntologyPath []OntologyStep

// Followed returns what followed a record, up to steps records on, at most
// MaxHops.
func (g *Graph) Followed(ctx context.Context, agents []string, id string, steps int) ([]Step, error) {
	return nil, errPending
}

// ChainAround returns the records before and after one, in order, the record
// itself included with depth 0.
func (g *Graph) ChainAround(ctx context.Context, agents []string, id string, before, after int) ([]Step, error) {
	return nil, errPending
}

// MentionsOf returns the newest records that mention an entity.
func (g *Graph) MentionsOf(ctx context.Context, agents []string, entity string, limit int) ([]Mention, error) {
	return nil, errPending
}

// EntitiesOf returns the entities that a record mentions, by key.
func (g *Graph) EntitiesOf(ctx context.Context, agents []string, experience string) ([]Mention, error) {
	return nil, errPending
}

// Neighbourhood returns what lies within hops relations of an entity.
func (g *Graph) Neighbourhood(ctx context.Context, agents []string, entity string, hops, limit int) (Neighbourhood, error) {
	return Neighbourhood{}, errPending
}

// ShortestPath returns a shortest path between two entities, of at most maxHops
// relations in either direction, and false if there is none.
func (g *Graph) ShortestPath(ctx context.Context, agents []string, from, to string, maxHops int) (Route, bool, error) {
	return Route{}, false, errPending
}

// CoMentioned returns the entities most often named together with one.
func (g *Graph) CoMentioned(ctx context.Context, agents []string, entity string, limit int) ([]CoMention, error) {
	return nil, errPending
}

// Evidence returns the records that a belief rests on, for and against.
func (g *Graph) Evidence(ctx context.Context, agents []string, id string) ([]Evidence, error) {
	return nil, errPending
}

// Beliefs returns the records that rest on one: the other direction of Evidence.
func (g *Graph) Beliefs(ctx context.Context, agents []string, id string) ([]Evidence, error) {
	return nil, errPending
}

// Similar returns the records near one in meaning, in either direction of
// SIMILAR_TO, best first.
func (g *Graph) Similar(ctx context.Context, agents []string, id string) ([]Similar, error) {
	return nil, errPending
}

// OntologyPaths returns the simple paths from one entity type to another, of at
// most maxLen rules, shortest first; only the shortest ones if shortest is set.
func (g *Graph) OntologyPaths(ctx context.Context, agents []string, fromType, toType string, maxLen int, shortest bool) ([]OntologyPath, error) {
	return nil, errPending
}

// InstancesAlong returns chains of entities that instantiate an ontology path,
// starting at an entity.
func (g *Graph) InstancesAlong(ctx context.Context, agents []string, start string, path OntologyPath, limit int) ([]Route, error) {
	return nil, errPending
}
