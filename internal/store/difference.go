package store

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Side tells who changed an object since two stores parted.
type Side string

// The sides.
const (
	SideOurs   Side = "ours"
	SideTheirs Side = "theirs"
	SideBoth   Side = "both" // to different ends
)

// Difference is an object that two stores do not hold alike. What either found by
// itself, such as links to similar records and usage, makes no difference, nor do
// notes of its own ([schema.IsNote]).
type Difference struct {
	Type    schema.ObjectType `json:"type"`
	Key     string            `json:"-"` // its ObjectKey
	Name    string            `json:"name"`
	Agent   string            `json:"agent_id"`
	Changed Side              `json:"changed"`
	// The object here, there, and as it last was in both; nil where it is not, or
	// was purged. Ours and Theirs come without their usage.
	Ours   schema.Object `json:"ours,omitempty"`
	Base   schema.Object `json:"base,omitempty"`
	Theirs schema.Object `json:"theirs,omitempty"`
}

// ObjectOrder lists the types of object in the order in which another store can
// take them: what is referred to before what refers to it.
func ObjectOrder() []schema.ObjectType {
	return []schema.ObjectType{
		schema.TypeSetting, schema.TypeBlock, schema.TypeRule, schema.TypeEntity, schema.TypeAlias,
		schema.TypeExperience, schema.TypeRelation, schema.TypeConflict, schema.TypeMerge,
	}
}

// differencesPage is how many objects are read together.
const differencesPage = 128

// Diff yields what differs between the objects of some agents here and in another
// store, in the order of types and, within one, of keys: those of all agents where
// none is named, which is for the owner of both. Both stores are open; each object
// is as it stands when its turn comes, and the caller may write inside the loop.
func (s *Store) Diff(ctx context.Context, other *Store, agents []string, types ...schema.ObjectType) iter.Seq2[Difference, error] {
	if len(types) == 0 {
		types = ObjectOrder()
	}
	return func(yield func(Difference, error) bool) {
		if s == other {
			return
		}
		d := &differing{ours: s, theirs: other, agents: slices.Compact(slices.Sorted(slices.Values(agents)))}
		for _, t := range types {
			keys, err := d.keys(ctx, t)
			if err != nil {
				yield(Difference{}, err)
				return
			}
			for page := range slices.Chunk(keys, differencesPage) {
				found, err := d.read(ctx, t, page)
				if err != nil {
					yield(Difference{}, err)
					return
				}
				for _, x := range found {
					if !yield(x, nil) {
						return
					}
				}
			}
		}
	}
}

// differing is one comparison of two stores.
type differing struct {
	ours, theirs *Store
	agents       []string // sorted; empty: all
	parted       *uint64  // once it is known
}

// keys lists the keys of the objects of a type that differ. Those of records do
// not tell whose they are.
func (d *differing) keys(ctx context.Context, t schema.ObjectType) (keys []string, err error) {
	prefixes := []string{""}
	if len(d.agents) > 0 && t != schema.TypeExperience {
		prefixes = prefixes[:0]
		for _, agent := range d.agents {
			prefixes = append(prefixes, schema.KeyPrefix(agent))
		}
	}
	err = d.ours.ViewBoth(ctx, d.theirs, func(a, b *ledger.Reader) error {
		for _, prefix := range prefixes {
			for key, err := range ledger.Diverged(a, b, t, prefix) {
				if err != nil {
					return err
				}
				keys = append(keys, key)
			}
		}
		return nil
	})
	return keys, err
}

// read reads what differs under some keys.
func (d *differing) read(ctx context.Context, t schema.ObjectType, keys []string) (found []Difference, err error) {
	err = d.ours.ViewBoth(ctx, d.theirs, func(a, b *ledger.Reader) error {
		if err := d.findParting(a, b); err != nil {
			return err
		}
		for _, key := range keys {
			past, err := ledger.Together(a, b, t, key)
			if err != nil {
				return err
			}
			x, differs, err := d.judge(past)
			if err != nil {
				return err
			}
			if x.Type, x.Key = t, key; differs && (len(d.agents) == 0 || slices.Contains(d.agents, x.Agent)) {
				x.Name = nameOf(x)
				found = append(found, x)
			}
		}
		return nil
	})
	return found, err
}

// findParting finds where the stores parted: as the copies tell, else by their feeds.
func (d *differing) findParting(a, b *ledger.Reader) error {
	if d.parted != nil {
		return nil
	}
	seq, ok, err := partedAt(d.ours, d.theirs)
	if err == nil && !ok {
		seq, err = ledger.Parted(a, b)
	}
	d.parted = &seq
	return err
}

// judge tells what differs in the pasts of an object, and who changed it.
func (d *differing) judge(p ledger.Past) (x Difference, differs bool, err error) {
	var agent string
	x.Ours, agent = newest(p.Ours)
	x.Theirs, x.Agent = newest(p.Theirs)
	if x.Agent == "" {
		x.Agent = agent
	}
	if agent != "" && agent != x.Agent {
		return x, false, nil // one id for the records of two agents: neither is the other's
	}
	if schema.IsNote(x.Ours) || schema.IsNote(x.Theirs) {
		return x, false, nil
	}
	if same, err := ledger.Alike(x.Ours, x.Theirs); same || err != nil {
		return x, false, err
	}
	switch {
	case p.Base != nil:
		x.Base = p.Base.Object
		x.Changed, err = changedSince(x)
	case p.Trace != nil && p.Holds && p.Trace.Covers(slices.Concat(p.Ours, p.Theirs)):
		return x, false, nil // it is there under another id
	case len(p.Ours) == 0:
		x.Changed = d.gone(SideOurs, p.Theirs, p)
	case len(p.Theirs) == 0:
		x.Changed = d.gone(SideTheirs, p.Ours, p)
	default:
		x.Changed = d.rewritten(p)
	}
	if err == nil && x.Changed == SideBoth {
		x.Changed, err = known(p, x)
	}
	return x, true, err
}

func newest(versions []ledger.Version) (schema.Object, string) {
	if len(versions) == 0 {
		return nil, ""
	}
	return versions[0].Object, versions[0].Agent
}

// changedSince tells who changed an object since it was the same in both.
func changedSince(x Difference) (Side, error) {
	ours, err := ledger.Alike(x.Ours, x.Base)
	if err != nil {
		return "", err
	}
	theirs, err := ledger.Alike(x.Theirs, x.Base)
	switch {
	case ours:
		return SideTheirs, err
	case theirs:
		return SideOurs, err
	}
	return SideBoth, err
}

// rewritten tells who changed an object whose histories have no version in common: one
// that wrote none since the two parted did not, the other purged its past.
func (d *differing) rewritten(p ledger.Past) Side {
	switch {
	case p.Theirs[0].Seq <= *d.parted:
		return SideOurs
	case p.Ours[0].Seq <= *d.parted:
		return SideTheirs
	}
	return SideBoth
}

// gone tells who changed an object of which one side has no version. Where it was
// there when the two parted, or came there since, that side purged it; else the other
// made it since.
func (d *differing) gone(without Side, versions []ledger.Version, p ledger.Past) Side {
	with := SideOurs
	if without == SideOurs {
		with = SideTheirs
	}
	first, last := versions[len(versions)-1], versions[0]
	switch {
	case p.Trace != nil && !p.Holds && p.Trace.Covers(versions):
		return without
	case p.Trace != nil && !p.Holds:
		return SideBoth
	case first.Seq > *d.parted:
		return with
	case last.Seq > *d.parted:
		return SideBoth
	}
	return without
}

// known judges an object that both changed again: what one side holds may have
// come to the other since they parted, by a merge, and then only that one went on.
func known(p ledger.Past, x Difference) (Side, error) {
	base := 0
	if p.Base != nil {
		base = p.Base.Number
	}
	for _, way := range []struct {
		object  schema.Object
		history []ledger.Version
		changed Side
	}{{x.Theirs, p.Ours, SideOurs}, {x.Ours, p.Theirs, SideTheirs}} {
		for _, v := range way.history {
			if v.Number <= base {
				break
			}
			same, err := ledger.Alike(v.Object, way.object)
			if err != nil {
				return "", err
			}
			if same {
				return way.changed, nil
			}
		}
	}
	return SideBoth, nil
}

// nameOf names an object for people: a record by its id, an entity by its key.
func nameOf(x Difference) string {
	obj := x.Ours
	if obj == nil {
		obj = x.Theirs
	}
	switch o := obj.(type) {
	case *schema.Experience:
		return o.ID.String()
	case *schema.Entity:
		return string(o.Key)
	case *schema.Alias:
		return fmt.Sprintf("%s = %s", o.Text, o.Entity)
	case *schema.Relation:
		return fmt.Sprintf("%s %s %s", o.From, o.Type, o.To)
	case *schema.Rule:
		return fmt.Sprintf("%s %s %s", o.From, o.Relation, o.To)
	case *schema.Conflict:
		return o.ID.String()
	case *schema.Merge:
		return fmt.Sprintf("%s into %s", o.From, o.Into)
	case *schema.Block:
		return o.Name
	case *schema.Setting:
		return o.Name
	}
	return ""
}

// Compare is Diff of some objects of one type, by key, as they stand now; those
// that do not differ are left out.
func (s *Store) Compare(ctx context.Context, other *Store, agents []string, t schema.ObjectType, keys []string) ([]Difference, error) {
	d := &differing{ours: s, theirs: other, agents: agents}
	return d.read(ctx, t, keys)
}
