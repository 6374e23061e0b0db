package store

import (
	"context"
	"errors"
	"hash/maphash"
	"iter"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// allElements yields every live object of the ledger as the graph sees it, made
// beside what is done with those before it.
func allElements(ctx context.Context, r *ledger.Reader) iter.Seq2[graph.Element, error] {
	return ahead(func(yield func(graph.Element, error) bool) {
		err := eachElement(ctx, r, func(e graph.Element) error {
			if !yield(e, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(graph.Element{}, err)
		}
	})
}

var errStop = errors.New("store: stopped")

func eachElement(ctx context.Context, r *ledger.Reader, emit func(graph.Element) error) error {
	kin := newKin(r)
	var c chains
	for info, err := range r.Agents() {
		if err != nil {
			return err
		}
		if err := emit(agentElement(info)); err != nil {
			return err
		}
		if err := c.add(r, info.Name, info.Total); err != nil {
			return err
		}
	}
	c.sort()
	if err := c.learn(ctx, r); err != nil {
		return err
	}
	if err := eachOwnerElement(ctx, r, kin, "", emit); err != nil {
		return err
	}
	return eachRecordElement(ctx, r, kin, &c, emit)
}

// eachOwnerElement walks the objects other than records whose keys begin with a
// prefix.
func eachOwnerElement(ctx context.Context, r *ledger.Reader, kin *kin, prefix string, emit func(graph.Element) error) error {
	for _, t := range []schema.ObjectType{schema.TypeEntity, schema.TypeRelation, schema.TypeRule, schema.TypeConflict} {
		if err := eachObjectElement(ctx, r, kin, t, prefix, emit); err != nil {
			return err
		}
	}
	return nil
}

// eachRecordElement walks all records in the order of their keys, in which the
// ledger reads each block once. Agent by agent it would read nearly every block
// for each agent. Records are decoded beside what is made of those before them.
func eachRecordElement(ctx context.Context, r *ledger.Reader, kin *kin, c *chains, emit func(graph.Element) error) error {
	for obj, err := range ahead(r.Objects(schema.TypeExperience, "")) {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		e := obj.(*schema.Experience)
		prev, err := c.before(r, e)
		if err != nil {
			return err
		}
		links, err := recordLinks(kin, e, prev)
		if err != nil {
			return err
		}
		if err := emit(recordElement(e, links)); err != nil {
			return err
		}
	}
	return nil
}

func eachObjectElement(ctx context.Context, r *ledger.Reader, kin *kin, t schema.ObjectType, prefix string, emit func(graph.Element) error) error {
	seen := map[string]bool{} // entity types, which several rules share
	for obj, err := range r.Objects(t, prefix) {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		elements, err := objectElements(kin, obj)
		if err != nil {
			return err
		}
		for _, e := range elements {
			if e.Table == schema.NodeEntityType {
				if seen[e.ID] {
					continue
				}
				seen[e.ID] = true
			}
			if err := emit(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// chains knows of every record in a session the one before it, in some forty-five
// bytes a record. Records are asked for in the order of their ids.
type chains struct {
	links []chained // one session after another
	byID  []uint32  // where they are, by id, once sorted
	at    int       // the first by id that has not been asked for
	seed  maphash.Seed
}

// chained is a record in a session. It follows the one before it in the list.
type chained struct {
	id      recordID
	micros  int64  // event time
	context uint64 // a hash, 0 until it was asked for or learnt
	first   bool   // of its session: it follows none
}

// add takes in the sessions of an agent, which has so many records.
func (c *chains) add(r *ledger.Reader, agent string, records int) error {
	c.links = slices.Grow(c.links, records)
	for e, err := range r.Sequences(agent) {
		if err != nil {
			return err
		}
		c.links = append(c.links, chained{id: e.ID, micros: e.Time.UnixMicro(), first: e.First})
	}
	return nil
}

func (c *chains) sort() {
	c.byID = make([]uint32, len(c.links))
	for i := range c.byID {
		c.byID[i] = uint32(i)
	}
	slices.SortFunc(c.byID, func(a, b uint32) int { return schema.CompareIDs(c.links[a].id, c.links[b].id) })
	c.seed = maphash.MakeSeed()
}

// sum is a hash of a record's context that is not 0.
func (c *chains) sum(e *schema.Experience) uint64 { return maphash.String(c.seed, e.Context) | 1 }

// learnShare is the share of records, one in so many, that may follow one with a
// greater id before reading all is cheaper than reading those one by one.
const learnShare = 16

// learn reads the contexts of all records if many follow one that comes after them
// in the order of ids, as where ids are made of what the records say: looked up
// one by one, nearly each would have the ledger decode a block.
func (c *chains) learn(ctx context.Context, r *ledger.Reader) error {
	later := 0
	for i, l := range c.links {
		if !l.first && schema.CompareIDs(c.links[i-1].id, l.id) > 0 {
			later++
		}
	}
	if later <= len(c.links)/learnShare {
		return nil
	}
	for obj, err := range r.Objects(schema.TypeExperience, "") {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		e := obj.(*schema.Experience)
		if l := c.find(e.ID); l != nil {
			l.context = c.sum(e)
		}
	}
	return nil
}

func (c *chains) find(id recordID) *chained {
	i, ok := slices.BinarySearchFunc(c.byID, id, func(at uint32, id recordID) int { return schema.CompareIDs(c.links[at].id, id) })
	if !ok {
		return nil
	}
	return &c.links[c.byID[i]]
}

// before tells what e follows, nil where it is the first of its session or in
// none.
func (c *chains) before(r *ledger.Reader, e *schema.Experience) (*preceding, error) {
	for c.at < len(c.byID) && schema.CompareIDs(c.links[c.byID[c.at]].id, e.ID) < 0 {
		c.at++
	}
	if c.at == len(c.byID) || c.links[c.byID[c.at]].id != e.ID {
		return nil, nil
	}
	at := c.byID[c.at]
	c.at++
	link := &c.links[at]
	link.context = c.sum(e)
	if link.first {
		return nil, nil
	}
	prev := &c.links[at-1]
	if prev.context == 0 {
		e0, err := r.Experience(prev.id)
		if err != nil {
			return nil, err
		}
		return precededBy(e, e0), nil
	}
	seconds := secondsBetween(time.UnixMicro(prev.micros), time.UnixMicro(link.micros))
	return &preceding{prev.id, seconds, prev.context == link.context}, nil
}
