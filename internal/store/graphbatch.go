package store

import (
	"cmp"
	"context"
	"iter"
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
	kin    *kin

	records map[recordID]string // touched records and their agents
	reborn  map[recordID]bool   // of these, those that were gone at some time
	objects map[objectRef]bool  // touched ones; true: changed itself
	agents  map[string]bool     // agents whose counters changed
}

type objectRef struct {
	typ schema.ObjectType
	key string
}

func newGraphBatch(ctx context.Context, g *graph.Graph, r *ledger.Reader) *graphChanges {
	c := &graphChanges{ctx: ctx, graph: g, reader: r, kin: newKin(r)}
	c.reset()
	return c
}

func (c *graphChanges) reset() {
	c.records, c.reborn = map[recordID]string{}, map[recordID]bool{}
	c.objects, c.agents = map[objectRef]bool{}, map[string]bool{}
}

// add notes a change.
func (c *graphChanges) add(ch ledger.Change) {
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
		ref := objectRef{schema.TypeEntity, entity.ObjectKey()}
		if !c.objects[ref] {
			c.objects[ref] = false
		}
	case schema.TypeEntity, schema.TypeRelation, schema.TypeRule, schema.TypeConflict:
		c.objects[objectRef{ch.Type, ch.Key}] = true
	}
}

// addKin touches what mentions or relates to an entity that moved, and to all that were
// merged into it: their edges follow (K2).
func (c *graphChanges) addKin() error {
	for ref, itself := range maps.Clone(c.objects) {
		if ref.typ != schema.TypeEntity || !itself {
			continue
		}
		agent, key := schema.SplitEntityKey(ref.key)
		moved, err := c.moved(agent, key)
		if err != nil {
			return err
		}
		if !moved {
			continue
		}
		members, err := c.kin.members(agent, key)
		if err != nil {
			return err
		}
		for _, member := range members {
			if err := c.addEdges(agent, member); err != nil {
				return err
			}
		}
	}
	return nil
}

// moved tells whether an entity came or went, was merged or parted, since the graph
// last looked. Who only has another name leaves its edges where they are.
func (c *graphChanges) moved(agent string, key schema.EntityKey) (bool, error) {
	e, err := ledger.Load[*schema.Entity](c.reader, (&schema.Entity{Agent: agent, Key: key}).ObjectKey())
	if isNotFound(err) || err == nil && e.Version <= 1 {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	was, there, err := c.graph.MergedInto(c.ctx, []string{agent}, schema.NodeKey(agent, key))
	is := ""
	if e.MergedInto != "" {
		is = schema.NodeKey(agent, e.MergedInto)
	}
	return !there || was != is, err
}

// addEdges touches the owners of an entity's edges.
func (c *graphChanges) addEdges(agent string, key schema.EntityKey) error {
	for rel, err := range c.reader.Relations(agent, key, ledger.Either) {
		if err != nil {
			return err
		}
		c.objects[objectRef{schema.TypeRelation, rel.ObjectKey()}] = true
	}
	for e, err := range c.reader.Scan(agent, ledger.Mentioning(key), ledger.Scan{}) {
		if err != nil {
			return err
		}
		c.records[e.ID] = agent
	}
	return nil
}

// apply sends what was gathered to the graph, which then stands at watermark.
func (c *graphChanges) apply(watermark uint64) error {
	if watermark <= c.graph.Watermark() {
		return nil
	}
	batch := graph.Batch{Watermark: watermark}
	if err := c.addKin(); err != nil {
		return err
	}
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
	slices.SortFunc(ids, schema.CompareIDs)
	records, err := c.reader.Experiences(ids)
	if err != nil {
		return err
	}
	at, err := places(c.reader, records)
	if err != nil {
		return err
	}
	affected := map[recordID]bool{}
	known := map[string][]string{} // by agent, what something may have followed before
	for i, e := range records {
		affected[at[ids[i]].next] = true
		if e == nil {
			batch.Remove = append(batch.Remove, graph.Key{Table: schema.NodeExperience, ID: ids[i].String()})
		}
		if isNew := e != nil && e.Version <= 1 && !c.reborn[ids[i]]; !isNew {
			agent := c.records[ids[i]]
			known[agent] = append(known[agent], ids[i].String())
		}
	}
	if err := c.noteFollowers(known, affected); err != nil {
		return err
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

// noteFollowers notes what followed records, by agent, when the graph last looked:
// their FOLLOWED_BY edge is their own, and may lead from elsewhere now.
func (c *graphChanges) noteFollowers(records map[string][]string, affected map[recordID]bool) error {
	for agent, ids := range records { // affected is a set: in which order it is filled does not show
		followers, err := c.graph.FollowersOf(c.ctx, []string{agent}, ids)
		if err != nil {
			return err
		}
		for _, text := range followers {
			id, err := parseID(text)
			if err != nil {
				return err
			}
			affected[id] = true
		}
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
	slices.SortFunc(ids, schema.CompareIDs)
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
		links, err := recordLinks(c.kin, e, precededBy(e, prev))
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
	unruled := map[graph.Key]string{} // types that rules which are gone named, and their agents
	for same := range chunksOfType(refs) {
		keys := make([]string, len(same))
		for i, ref := range same {
			keys[i] = ref.key
		}
		objects, err := c.reader.GetAll(same[0].typ, keys)
		if err != nil {
			return err
		}
		for i, obj := range objects {
			if err := c.putObject(batch, same[i], obj); err != nil {
				return err
			}
			if obj == nil && same[i].typ == schema.TypeRule {
				noteTypes(unruled, same[i].key)
			}
		}
	}
	return c.removeTypes(batch, unruled)
}

// noteTypes notes the types that a rule names, from its key.
func noteTypes(types map[graph.Key]string, rule string) {
	agent, from, to := schema.RuleEnds(rule)
	for _, t := range []schema.EntityType{from, to} {
		types[typeElement(agent, t).Key] = agent
	}
}

// removeTypes removes of some types those that no rule of their agent names any more.
func (c *graphChanges) removeTypes(batch *graph.Batch, types map[graph.Key]string) error {
	named := map[graph.Key]string{}
	for _, agent := range slices.Compact(slices.Sorted(maps.Values(types))) {
		for obj, err := range c.reader.Objects(schema.TypeRule, schema.KeyPrefix(agent)) {
			if err != nil {
				return err
			}
			noteTypes(named, obj.ObjectKey())
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(types), func(a, b graph.Key) int { return cmp.Compare(a.ID, b.ID) }) {
		if _, stays := named[key]; !stays {
			batch.Remove = append(batch.Remove, key)
		}
	}
	return nil
}

// chunksOfType yields the runs of sorted refs that are of one type, none longer
// than a batch.
func chunksOfType(refs []objectRef) iter.Seq[[]objectRef] {
	return func(yield func([]objectRef) bool) {
		for len(refs) > 0 {
			n := 1
			for n < len(refs) && n < batchSize && refs[n].typ == refs[0].typ {
				n++
			}
			if !yield(refs[:n]) {
				return
			}
			refs = refs[n:]
		}
	}
}

// putObject puts an object, or removes it where it is gone.
func (c *graphChanges) putObject(batch *graph.Batch, ref objectRef, obj schema.Object) error {
	if obj == nil {
		batch.Remove = append(batch.Remove, ownerKey(ref.typ, ref.key))
		return nil
	}
	elements, err := objectElements(c.kin, obj)
	batch.Put = append(batch.Put, elements...)
	return err
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
