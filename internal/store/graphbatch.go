package store

import (
	"context"
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// graphChanges gathers changes of the ledger and turns them into one batch of
// the graph: for each object touched, how it stands now.
type graphChanges struct {
	ctx    context.Context
	graph  *graph.Graph
	reader *ledger.Reader

	records map[recordID]string // touched records and their agents
	reborn  map[recordID]bool   // of these, those that were gone at some time
	objects map[objectRef]bool
	agents  map[string]bool // agents whose counters changed
}

type objectRef struct {
	typ schema.ObjectType
	key string
}

func newGraphBatch(ctx context.Context, g *graph.Graph, r *ledger.Reader) *graphChanges {
	c := &graphChanges{ctx: ctx, graph: g, reader: r}
	c.reset()
	return c
}

func (c *graphChanges) reset() {
	c.records, c.reborn = map[recordID]string{}, map[recordID]bool{}
	c.objects, c.agents = map[objectRef]bool{}, map[string]bool{}
}

// add notes a change and what else it affects.
func (c *graphChanges) add(ch ledger.Change) error {
	if ch.Agent != "" {
		c.agents[ch.Agent] = true
	}
	switch ch.Type {
	case schema.TypeExperience:
		id := recordID([]byte(ch.Key))
		c.records[id] = ch.Agent
		if ch.Op != ledger.OpPut {
			c.reborn[id] = true
		}
	case schema.TypeAlias: // the entity's node lists its aliases
		entity := &schema.Entity{Agent: ch.Agent, Key: schema.AliasEntity(ch.Key)}
		c.objects[objectRef{schema.TypeEntity, entity.ObjectKey()}] = true
	case schema.TypeEntity:
		c.objects[objectRef{ch.Type, ch.Key}] = true
		return c.addMentions(ch)
	case schema.TypeRelation, schema.TypeRule, schema.TypeConflict:
		c.objects[objectRef{ch.Type, ch.Key}] = true
	}
	return nil
}

// addMentions touches the records that mention an entity which is not new: it
// may have been merged into another, or parted from it, and their edges follow.
func (c *graphChanges) addMentions(ch ledger.Change) error {
	v, err := c.reader.Current(ch.Type, ch.Key)
	if err != nil || v.Number <= 1 || v.Deleted {
		return ignoreNotFound(err)
	}
	entity, ok := v.Object.(*schema.Entity)
	if !ok {
		return nil
	}
	for e, err := range c.reader.Scan(ch.Agent, ledger.Mentioning(entity.Key), ledger.Scan{}) {
		if err != nil {
			return err
		}
		c.records[e.ID] = ch.Agent
	}
	return nil
}

// apply sends what was gathered to the graph, which then stands at watermark.
func (c *graphChanges) apply(watermark uint64) error {
	if watermark <= c.graph.Watermark() {
		return nil
	}
	batch := graph.Batch{Watermark: watermark}
	if err := c.putObjects(&batch); err != nil {
		return err
	}
	if err := c.putRecords(&batch); err != nil {
		return err
	}
	if err := c.putAgents(&batch); err != nil {
		return err
	}
	c.reset()
	_, err := c.graph.Apply(c.ctx, batch)
	return err
}

func (c *graphChanges) putRecords(batch *graph.Batch) error {
	ids := make([]recordID, 0, len(c.records))
	for id := range c.records {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, compareIDs)
	records, err := c.reader.Experiences(ids)
	if err != nil {
		return err
	}
	at, err := places(c.reader, records)
	if err != nil {
		return err
	}
	affected := map[recordID]bool{}
	for i, e := range records {
		if err := c.noteFollowers(ids[i], e, at[ids[i]].next, affected); err != nil {
			return err
		}
		if e == nil {
			batch.Remove = append(batch.Remove, graph.Key{Table: schema.NodeExperience, ID: ids[i].String()})
		}
	}
	followers, err := c.untouched(affected)
	if err != nil {
		return err
	}
	more, err := places(c.reader, followers)
	if err != nil {
		return err
	}
	maps.Copy(at, more)
	return c.putEach(batch, append(records, followers...), at)
}

// noteFollowers finds the records whose FOLLOWED_BY edge a change affects: the
// one that follows the record now, and those that did when the graph last
// looked. A record's incoming edge is its own, so only followers need care.
func (c *graphChanges) noteFollowers(id recordID, e *schema.Experience, next recordID, affected map[recordID]bool) error {
	affected[next] = true
	if e != nil && e.Version <= 1 && !c.reborn[id] {
		return nil // new: nothing followed it before
	}
	followers, err := c.graph.Followed(c.ctx, []string{c.records[id]}, id.String(), 1)
	if err != nil {
		return err
	}
	for _, f := range followers {
		next, err := parseID(f.ID)
		if err != nil {
			return err
		}
		affected[next] = true
	}
	return nil
}

// untouched reads the affected records that did not change themselves.
func (c *graphChanges) untouched(affected map[recordID]bool) ([]*schema.Experience, error) {
	ids := make([]recordID, 0, len(affected))
	for id := range affected {
		if _, touched := c.records[id]; id != (recordID{}) && !touched {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, compareIDs)
	return c.reader.Experiences(ids)
}

// putEach puts records with the edges they own. The record before each, which
// its FOLLOWED_BY edge compares it with, is mostly among them.
func (c *graphChanges) putEach(batch *graph.Batch, records []*schema.Experience, at map[recordID]place) error {
	known := make(map[recordID]*schema.Experience, len(records))
	for _, e := range records {
		if e != nil {
			known[e.ID] = e
		}
	}
	for _, e := range records {
		if e == nil {
			continue
		}
		prev, err := c.record(known, at[e.ID].prev)
		if err != nil {
			return err
		}
		links, err := recordLinks(c.reader, e, prev)
		if err != nil {
			return err
		}
		batch.Put = append(batch.Put, recordElement(e, links))
	}
	return nil
}

func (c *graphChanges) record(known map[recordID]*schema.Experience, id recordID) (*schema.Experience, error) {
	if e := known[id]; e != nil || id == (recordID{}) {
		return e, nil
	}
	return c.reader.Experience(id)
}

func (c *graphChanges) putObjects(batch *graph.Batch) error {
	refs := make([]objectRef, 0, len(c.objects))
	for ref := range c.objects {
		refs = append(refs, ref)
	}
	slices.SortFunc(refs, compareRefs)
	for _, ref := range refs {
		obj, err := c.reader.Get(ref.typ, ref.key)
		if isNotFound(err) {
			batch.Remove = append(batch.Remove, ownerKey(ref.typ, ref.key))
			continue
		}
		if err != nil {
			return err
		}
		elements, err := objectElements(c.reader, obj)
		if err != nil {
			return err
		}
		batch.Put = append(batch.Put, elements...)
	}
	return nil
}

func (c *graphChanges) putAgents(batch *graph.Batch) error {
	names := make([]string, 0, len(c.agents))
	for name := range c.agents {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		info, err := c.reader.Agent(name)
		if isNotFound(err) {
			batch.Remove = append(batch.Remove, graph.Key{Table: schema.NodeAgent, ID: name})
			continue
		}
		if err != nil {
			return err
		}
		batch.Put = append(batch.Put, agentElement(info))
	}
	return nil
}
