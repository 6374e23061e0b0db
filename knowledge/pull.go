package knowledge

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// catchUp makes the names show all that is committed at the call. Mostly no name
// changed, and nothing is read.
func (n *Names) catchUp(ctx context.Context, s *store.Store) error {
	from, now := n.shown.Load(), s.Seq()
	if from > 0 && !s.ChangedAfter(ctx, n.agent, from, schema.TypeEntity, schema.TypeAlias) {
		n.shown.CompareAndSwap(from, max(from, now))
		return nil
	}
	return s.View(ctx, func(r *ledger.Reader) error {
		if r.Least() <= n.shown.Load() {
			return nil
		}
		n.pull.Lock()
		defer n.pull.Unlock()
		if err := n.pullFrom(ctx, r, r.Least()); err != nil {
			return fmt.Errorf("knowledge: names of agent %q: %w", n.agent, err)
		}
		return nil
	})
}

func (n *Names) pullFrom(ctx context.Context, r *ledger.Reader, seq uint64) error {
	from := n.shown.Load()
	if seq <= from {
		return nil // somebody else was quicker
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	var err error
	if from == 0 {
		err = n.load(ctx, r)
	} else {
		err = n.follow(ctx, r, from)
	}
	if err != nil {
		return err
	}
	n.shown.Store(seq)
	n.size.Store(n.held())
	return nil
}

// follow applies what changed behind a sequence. Where the feed no longer tells, all
// names are read anew, unless it was others alone who moved on.
func (n *Names) follow(ctx context.Context, r *ledger.Reader, from uint64) error {
	err := n.replay(r, from)
	if !errors.Is(err, ledger.ErrTrimmed) {
		return err
	}
	last, err := r.LastChange(n.agent)
	switch {
	case err == nil && last <= from:
		return nil
	case err != nil && !errors.Is(err, ledger.ErrNotFound):
		return err
	}
	return n.load(ctx, r)
}

// load reads all names of the agent.
func (n *Names) load(ctx context.Context, r *ledger.Reader) error {
	n.shown.Store(0)
	n.reset()
	for _, t := range []schema.ObjectType{schema.TypeEntity, schema.TypeAlias} {
		for obj, err := range r.Objects(t, schema.KeyPrefix(n.agent)) {
			if err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			n.put(obj)
		}
	}
	return nil
}

// replay applies what changed behind a sequence. Doing so twice does no harm.
func (n *Names) replay(r *ledger.Reader, from uint64) error {
	for c, err := range r.AgentChanges(n.agent, from) {
		if err != nil {
			return err
		}
		if c.Type != schema.TypeEntity && c.Type != schema.TypeAlias {
			continue
		}
		obj, err := r.Get(c.Type, c.Key)
		switch {
		case errors.Is(err, ledger.ErrNotFound):
			n.drop(c.Type, c.Key)
		case err != nil:
			return err
		default:
			n.put(obj)
		}
	}
	return nil
}

func (n *Names) put(obj schema.Object) {
	switch o := obj.(type) {
	case *schema.Entity:
		n.putEntity(o)
	case *schema.Alias:
		n.putAlias(o)
	}
}

func (n *Names) putEntity(e *schema.Entity) {
	at := n.slot(e.Key)
	delete(n.into, at)
	if e.MergedInto != "" {
		n.into[at] = e.MergedInto
	}
	own := &n.entities[at]
	if own.there && own.name == e.Name {
		return
	}
	if own.there {
		n.unname(at, own.name, 0, false)
	}
	own.there, own.name = true, e.Name
	n.name(bearer{text: e.Name, entity: at, confidence: 1})
}

func (n *Names) putAlias(a *schema.Alias) {
	at, user := n.slot(a.Entity), n.userID(a.User)
	n.unname(at, a.Text, user, true)
	confidence := a.Confidence
	if confidence == 0 {
		confidence = 1
	}
	n.name(bearer{
		text: a.Text, entity: at, user: user, alias: true, answered: a.Source == answered,
		uses: uint32(min(max(a.UseCount, 0), 1<<30)), confidence: float32(confidence), //nolint:gosec // bounded
	})
}

// drop forgets an object that is gone.
func (n *Names) drop(t schema.ObjectType, key string) {
	if t == schema.TypeEntity {
		_, entity := schema.SplitEntityKey(key)
		at, ok := n.index[entity]
		if !ok || !n.entities[at].there {
			return
		}
		n.unname(at, n.entities[at].name, 0, false)
		n.entities[at].there, n.entities[at].name = false, ""
		delete(n.into, at)
		return
	}
	parts := strings.Split(key, "\x00") // agent, text, user, entity
	if len(parts) != 4 {
		return
	}
	if at, ok := n.index[schema.EntityKey(parts[3])]; ok {
		n.unname(at, parts[1], n.userID(parts[2]), true)
	}
}

// slot returns the place of an entity.
func (n *Names) slot(key schema.EntityKey) uint32 {
	at, ok := n.index[key]
	if !ok {
		at = uint32(len(n.entities)) //nolint:gosec // memory ends long before
		n.entities = append(n.entities, entity{key: key})
		n.index[key] = at
		n.types[key.Type()] = true
		n.bytes += int64(len(key))
	}
	return at
}

func (n *Names) userID(user string) uint32 {
	id, ok := n.userIDs[user]
	if !ok {
		id = uint32(len(n.users)) //nolint:gosec // memory ends long before
		n.users = append(n.users, user)
		n.userIDs[user] = id
	}
	return id
}

// name gives an entity a name.
func (n *Names) name(b bearer) {
	at := n.free
	if at == 0 {
		n.bearers = append(n.bearers, bearer{})
		at = uint32(len(n.bearers)) //nolint:gosec // memory ends long before
	} else {
		n.free = n.bearers[at-1].next
	}
	own := &n.entities[b.entity]
	b.next, own.first = own.first, at
	n.bearers[at-1] = b
	n.finder.Add(b.text, at-1)
	n.bytes += int64(len(b.text))
}

// unname takes a name away from an entity, if it has it.
func (n *Names) unname(entity uint32, name string, user uint32, alias bool) {
	for link := &n.entities[entity].first; *link != 0; link = &n.bearers[*link-1].next {
		at := *link
		b := &n.bearers[at-1]
		if b.text != name || b.user != user || b.alias != alias {
			continue
		}
		n.finder.Remove(name, at-1)
		n.bytes -= int64(len(name))
		*link = b.next
		*b = bearer{next: n.free}
		n.free = at
		return
	}
}

// held is what the names take in memory, in bytes, about.
func (n *Names) held() int64 {
	const indexCost = 44 // of a map entry, at its mean load
	return n.bytes + n.finder.Bytes() + int64(len(n.index))*indexCost + int64(cap(n.entities))*48 + int64(cap(n.bearers))*40
}
