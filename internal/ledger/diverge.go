package ledger

import (
	"bytes"
	"cmp"
	"errors"
	"iter"
	"reflect"
	"slices"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// Two ledgers that were one once, such as a backup and what it was taken of, are
// compared here. Heads (number, sequence, time of writing) do not matter: what an
// object says does. Nor do the links to similar records and the time when the
// store first heard of an object, which each store finds by itself.

// Diverged yields the keys of a type, those that begin with prefix, under which a
// and b hold different objects now, in order. An object that one has and the other
// deleted or never had is one of them. Objects that are stored in equal bytes are
// not decoded. The readers are of two ledgers and stay the caller's.
func Diverged(a, b *Reader, t schema.ObjectType, prefix string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		lo := objectKey(t, prefix)
		ours, err := a.walkRaw(lo)
		if err != nil {
			yield("", err)
			return
		}
		defer ours.it.Close()
		theirs, err := b.walkRaw(lo)
		if err != nil {
			yield("", err)
			return
		}
		defer theirs.it.Close()
		err = join(ours, theirs, func(key string, x, y []byte) (bool, error) {
			same, err := alike(t, key, x, y)
			return err == nil && (same || yield(key, nil)), err
		})
		if err != nil {
			yield("", err)
		}
	}
}

// rawWalk is a walk over stored objects that are not decoded.
type rawWalk struct {
	r     *Reader
	it    *pebble.Iterator
	steps int
}

func (r *Reader) walkRaw(prefix []byte) (*rawWalk, error) {
	it, err := r.src.NewIterWithContext(r.ctx, &pebble.IterOptions{LowerBound: prefix, UpperBound: keyAfter(prefix)})
	if err != nil {
		return nil, err
	}
	it.First()
	return &rawWalk{r: r, it: it}, nil
}

// next moves on, and looks at the context now and then.
func (w *rawWalk) next() error {
	w.it.Next()
	if w.steps++; w.steps%patience == 0 {
		return w.r.ctx.Err()
	}
	return nil
}

// join calls fn for every key of either walk, with the stored versions, nil where
// there is none, until fn returns false. Values are valid during the call.
func join(a, b *rawWalk, fn func(key string, x, y []byte) (bool, error)) error {
	for a.it.Valid() || b.it.Valid() {
		var order int
		switch {
		case !b.it.Valid():
			order = -1
		case !a.it.Valid():
			order = 1
		default:
			order = bytes.Compare(a.it.Key(), b.it.Key())
		}
		var key, x, y []byte
		var errA, errB error
		if order <= 0 {
			key = a.it.Key()
			x, errA = a.it.ValueAndErr()
		}
		if order >= 0 {
			key = b.it.Key()
			y, errB = b.it.ValueAndErr()
		}
		if err := cmp.Or(errA, errB); err != nil {
			return err
		}
		more, err := fn(string(key[2:]), x, y)
		if err != nil || !more {
			return err
		}
		if order <= 0 {
			errA = a.next()
		}
		if order >= 0 {
			errB = b.next()
		}
		if err := cmp.Or(errA, errB); err != nil {
			return err
		}
	}
	return errors.Join(a.it.Error(), b.it.Error())
}

// alike tells whether two stored versions say the same; nil says nothing, as a
// tombstone does.
func alike(t schema.ObjectType, key string, x, y []byte) (bool, error) {
	a, err := said(x)
	if err != nil {
		return false, corrupt(t, key, err)
	}
	b, err := said(y)
	if err != nil {
		return false, corrupt(t, key, err)
	}
	if a == nil || b == nil || bytes.Equal(a, b) {
		return (a == nil) == (b == nil), nil
	}
	one, err := decodeObject(t, a)
	if err != nil {
		return false, corrupt(t, key, err)
	}
	other, err := decodeObject(t, b)
	if err != nil {
		return false, corrupt(t, key, err)
	}
	return Alike(one, other)
}

// said is the body of a stored version, nil where it is a tombstone or there is none.
func said(value []byte) ([]byte, error) {
	if value == nil {
		return nil, nil
	}
	h, body, err := cutHead(value)
	if err != nil || h.deleted {
		return nil, err
	}
	return body, nil
}

// Alike tells whether two objects of one type say the same. Either may be nil.
// What each store finds by itself does not matter: see the top of this file.
func Alike(a, b schema.Object) (bool, error) {
	if a == nil || b == nil {
		return a == nil && b == nil, nil
	}
	x, err := encodeObject(plain(a))
	if err != nil {
		return false, err
	}
	y, err := encodeObject(plain(b))
	return bytes.Equal(x, y), err
}

// plain is a copy of an object without what a store finds by itself.
func plain(obj schema.Object) schema.Object {
	was := reflect.ValueOf(obj).Elem()
	of := reflect.New(was.Type())
	of.Elem().Set(was)
	c := of.Interface().(schema.Object)
	*keptIn(c).recorded = time.Time{}
	if e, ok := c.(*schema.Experience); ok {
		e.Similar = nil
	}
	return c
}

// Past is an object in two ledgers: the histories of both, newest first, and the
// version at which they parted.
type Past struct {
	Ours, Theirs []Version // empty where it was never there, or was purged
	Base         *Version  // nil where the histories have no version in common

	// What the one that has no version knows of it all the same, if anything.
	Trace *Trace
	Holds bool // and it holds the record that was there for it
}

// Together reads what two ledgers have of an object.
func Together(ours, theirs *Reader, t schema.ObjectType, key string) (p Past, err error) {
	if p.Ours, err = collect(ours.History(t, key)); err != nil {
		return p, err
	}
	if p.Theirs, err = collect(theirs.History(t, key)); err != nil {
		return p, err
	}
	for i := range p.Ours {
		v := &p.Ours[i]
		at := slices.IndexFunc(p.Theirs, func(w Version) bool { return w.Number == v.Number })
		if at < 0 {
			continue
		}
		same, err := v.saysAs(p.Theirs[at])
		if err != nil {
			return p, err
		}
		if same {
			p.Base = v
			break
		}
	}
	if t != schema.TypeExperience {
		return p, nil
	}
	id := schema.ID([]byte(key))
	switch {
	case len(p.Ours) == 0:
		err = p.findTrace(ours, id)
	case len(p.Theirs) == 0:
		err = p.findTrace(theirs, id)
	}
	return p, err
}

// findTrace looks for what a ledger knows of a record of which it has no version.
func (p *Past) findTrace(r *Reader, id schema.ID) error {
	t, known, err := r.Trace(id)
	if err != nil || !known {
		return err
	}
	p.Trace = &t
	p.Holds, err = r.Has(schema.TypeExperience, string(t.As[:]))
	return err
}

func (v Version) saysAs(w Version) (bool, error) { return Alike(v.Object, w.Object) }

func collect(versions iter.Seq2[Version, error]) (list []Version, err error) {
	for v, err := range versions {
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// Parted is the change up to which two ledgers have the same feed: what was
// written before it was there when one became two. It is 0 where they never were
// one, or where a feed was trimmed.
func Parted(a, b *Reader) (uint64, error) {
	x, err := a.walkRaw([]byte{spaceChange})
	if err != nil {
		return 0, err
	}
	defer x.it.Close()
	y, err := b.walkRaw([]byte{spaceChange})
	if err != nil {
		return 0, err
	}
	defer y.it.Close()
	seq := uint64(0)
	for x.it.Valid() && y.it.Valid() && bytes.Equal(x.it.Key(), y.it.Key()) {
		v, errX := x.it.ValueAndErr()
		w, errY := y.it.ValueAndErr()
		if err := cmp.Or(errX, errY); err != nil {
			return 0, err
		}
		if !bytes.Equal(v, w) {
			break
		}
		at, err := splitChangeKey(x.it.Key())
		if err != nil {
			return 0, err
		}
		seq = at
		if err := cmp.Or(x.next(), y.next()); err != nil {
			return 0, err
		}
	}
	return seq, errors.Join(x.it.Error(), y.it.Error())
}
