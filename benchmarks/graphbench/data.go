package graphbench

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// The shape of the data: records of about 500 bytes, with agents and entities
// as unevenly used as they are in life.
const (
	agents         = 1000
	sessionLength  = 40
	mentionsEach   = 2
	recordsEntity  = 20 // records for each entity
	relationsEvery = 5  // records for each relation
	skew           = 1.1
)

var (
	epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	words = strings.Fields("the a customer order invoice deploy database timeout retry failed passed build test merge " +
		"request review payment shipment delay contract renewal meeting call email report budget plan risk issue agent " +
		"memory search index cache deadline supplier warehouse ticket escalation refund discount server cluster node")
)

// Data is a reproducible graph of n records.
type Data struct {
	n        int
	entities int
	agent    []uint16 // of each record
	before   []int32  // the record before each one in its session, or -1
	order    []int32  // of each record, within its agent
}

// NewData lays out a graph of n records; the same n gives the same graph.
func NewData(n int) *Data {
	d := &Data{n: n, entities: max(1, n/recordsEntity), agent: make([]uint16, n), before: make([]int32, n), order: make([]int32, n)}
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	zipf := rand.NewZipf(rng, skew, 1, agents-1)
	last := make([]int32, agents)
	count := make([]int32, agents)
	for a := range last {
		last[a] = -1
	}
	for i := range n {
		a := zipf.Uint64()
		d.agent[i] = uint16(a)
		d.order[i] = count[a]
		d.before[i] = last[a]
		if count[a]%sessionLength == 0 {
			d.before[i] = -1
		}
		last[a] = int32(i)
		count[a]++
	}
	return d
}

// RecordID returns the id of record i: ordered by i, as version 7 ids are.
func RecordID(i int) string { return recordUUID(i).String() }

func recordUUID(i int) uuid.UUID {
	var u uuid.UUID
	ms := uint64(epoch.UnixMilli()) + uint64(i)*1000
	for b := range 6 {
		u[b] = byte(ms >> (40 - 8*b))
	}
	mix := uint64(i) * 0x9e3779b97f4a7c15
	for b := range 8 {
		u[8+b] = byte(mix >> (8 * b))
	}
	u[6], u[8] = 0x70, 0x80|u[8]&0x3f
	return u
}

// AgentID returns the name of agent a.
func AgentID(a int) string { return fmt.Sprintf("agent-%04d", a) }

// entity returns the key of the k-th most used entity of an agent.
func (d *Data) entity(agent, k int) string {
	return schema.NodeKey(AgentID(agent), schema.EntityKey(fmt.Sprintf("topic:t%05d", k)))
}

// perAgent is the number of entities that an agent knows.
func (d *Data) perAgent() int { return max(1, d.entities/agents) }

func text(rng *rand.Rand, n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(words[rng.IntN(len(words))])
		b.WriteByte(' ')
	}
	return b.String()
}

// Elements returns the agents, the entities and the records from i to j, with
// their edges.
func (d *Data) Elements(from, to int) iter.Seq2[graph.Element, error] {
	return func(yield func(graph.Element, error) bool) {
		if from == 0 && !d.fixtures(yield) {
			return
		}
		for i := from; i < to; i++ {
			if !yield(d.record(i), nil) {
				return
			}
			if i%relationsEvery == 0 && !yield(d.relation(i), nil) {
				return
			}
		}
	}
}

func (d *Data) fixtures(yield func(graph.Element, error) bool) bool {
	for a := range agents {
		key := graph.Key{Table: schema.NodeAgent, ID: AgentID(a)}
		if !yield(graph.Element{Key: key, Values: graph.Values{"first_seen": epoch}}, nil) {
			return false
		}
		for k := range d.perAgent() {
			key := graph.Key{Table: schema.NodeEntity, ID: d.entity(a, k)}
			values := graph.Values{"agent_id": AgentID(a), "name": fmt.Sprintf("Topic %d", k), "type": "topic"}
			if !yield(graph.Element{Key: key, Values: values}, nil) {
				return false
			}
		}
	}
	return true
}

// record makes record i with the edges that it owns.
func (d *Data) record(i int) graph.Element {
	rng := rand.New(rand.NewPCG(2, uint64(i)))
	id, agent, at := RecordID(i), int(d.agent[i]), epoch.Add(time.Duration(i)*time.Second)
	importance := 1 + rng.IntN(10)
	e := graph.Element{
		Key: graph.Key{Table: schema.NodeExperience, ID: id},
		Values: graph.Values{
			"agent_id": AgentID(agent), "session": fmt.Sprintf("s%d", d.order[i]/sessionLength), "kind": "experience",
			"context": text(rng, 200), "action": text(rng, 100), "outcome": text(rng, 100),
			"timestamp": at, "recorded_at": at, "importance": importance, "quality": 3, "confidence": 0.5,
			"category": "fact", "persona": "personal", "status": "active", "pinned": false, "verified": false,
			"created_by": "system", "tags": []string{words[rng.IntN(len(words))], words[rng.IntN(len(words))]}, "version": 1,
		},
		Links: []graph.Link{{
			Edge: schema.EdgeRecorded, From: AgentID(agent), To: id,
			Values: graph.Values{"ts": at, "importance": importance},
		}},
	}
	if b := d.before[i]; b >= 0 {
		e.Links = append(e.Links, graph.Link{
			Edge: schema.EdgeFollowedBy, From: RecordID(int(b)), To: id,
			Values: graph.Values{"time_delta": i - int(b), "same_context": false},
		}, graph.Link{
			Edge: schema.EdgeSimilarTo, From: id, To: RecordID(int(b)),
			Values: graph.Values{"similarity_score": 0.5 + rng.Float64()/2},
		})
	}
	used := map[int]bool{}
	for range mentionsEach {
		k := d.topic(rng)
		if used[k] {
			continue
		}
		used[k] = true
		e.Links = append(e.Links, graph.Link{
			Edge: schema.EdgeMentioned, From: id, To: d.entity(agent, k),
			Values: graph.Values{"ts": at, "count": 1 + rng.IntN(3), "role": rng.IntN(3), "confidence": 1.0, "coreference": false},
		})
	}
	return e
}

// topic picks one of an agent's entities, the first ones most often.
func (d *Data) topic(rng *rand.Rand) int {
	return min(rng.IntN(d.perAgent()), rng.IntN(d.perAgent()))
}

// relation makes the relation that record i states.
func (d *Data) relation(i int) graph.Element {
	rng := rand.New(rand.NewPCG(3, uint64(i)))
	agent := int(d.agent[i])
	return graph.Element{
		Key: graph.Key{Table: schema.OwnerRelation, ID: fmt.Sprintf("relation-%d", i)},
		Links: []graph.Link{{
			Edge: schema.EdgeRelation, From: d.entity(agent, d.topic(rng)), To: d.entity(agent, d.topic(rng)),
			Values: graph.Values{
				"predicate": "related_to", "statement": recordUUID(i), "confidence": 0.7,
				"status": "active", "reinforcement_count": 1,
			},
		}},
	}
}
