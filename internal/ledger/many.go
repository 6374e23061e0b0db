package ledger

import (
	"bytes"
	"cmp"
	"errors"
	"iter"
	"slices"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// ascending looks up keys that come in ascending order through one iterator, so
// that those which lie side by side share the reading of a block.
type ascending struct {
	it        *pebble.Iterator
	begun     bool
	scattered bool // each key is looked for by itself, by the tables' filters
}

// lookUp returns a lookup of keys from lo up to hi, which it excludes. Where they are
// [scattered] it asks the tables' filters: else each would have every level of tables
// decode a block, and most levels for nothing.
func (r *Reader) lookUp(lo, hi []byte, scattered bool) (*ascending, error) {
	it, err := r.src.NewIterWithContext(r.ctx, &pebble.IterOptions{LowerBound: lo, UpperBound: hi, UseL6Filters: scattered})
	if err != nil {
		return nil, err
	}
	return &ascending{it: it, scattered: scattered}, nil
}

// fewScattered is the number of keys up to which they are taken to lie far apart, as
// those of a question's hits do. Pages of a scan are greater; of these many lie side by side.
const fewScattered = 64

// scattered tells whether n keys are taken to lie far apart.
func scattered(n int) bool { return n <= fewScattered }

// get returns the value of a key, valid until the next call, or [ErrNotFound].
// No key may be less than the one before.
func (a *ascending) get(key []byte) ([]byte, error) {
	switch {
	case a.scattered:
		a.it.SeekPrefixGE(key) // a key is its own prefix
	case !a.begun || a.it.Valid() && bytes.Compare(a.it.Key(), key) < 0:
		a.begun = true
		a.it.SeekGE(key)
	}
	switch {
	case !a.it.Valid():
		if err := a.it.Error(); err != nil {
			return nil, err
		}
		return nil, ErrNotFound
	case !bytes.Equal(a.it.Key(), key):
		return nil, ErrNotFound
	}
	return a.it.ValueAndErr()
}

// fewRecords is the number up to which records are looked up one by one: opening
// iterators costs as much as some reads.
const fewRecords = 8

// Experiences returns records with their usage, in the order of ids, and nil
// for those that are not there. Ids that ascend are read fastest.
func (r *Reader) Experiences(ids []schema.ID) ([]*schema.Experience, error) {
	return together(ids, r.Experience, func(ids []schema.ID) ([]*schema.Experience, error) { return r.experiences(ids, nil) })
}

// ExperiencesWhere is [Reader.Experiences] of those whose encoded form is let through, and
// nil for the others too: telling by that costs a small part of decoding it. In an
// encoded record each of its strings stands as it is. The bytes are valid during the call.
func (r *Reader) ExperiencesWhere(ids []schema.ID, may func(i int, encoded []byte) bool) ([]*schema.Experience, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return r.experiences(ids, may)
}

// Bare is [Reader.Experiences] without their usage, which costs as much to find as
// the records.
func (r *Reader) Bare(ids []schema.ID) ([]*schema.Experience, error) {
	one := func(id schema.ID) (*schema.Experience, error) { return Load[*schema.Experience](r, string(id[:])) }
	return together(ids, one, r.bare)
}

// together reads records by all, or few of them one by one.
func together(
	ids []schema.ID, one func(schema.ID) (*schema.Experience, error), all func([]schema.ID) ([]*schema.Experience, error),
) ([]*schema.Experience, error) {
	if len(ids) > fewRecords {
		return all(ids)
	}
	out := make([]*schema.Experience, len(ids))
	for i, id := range ids {
		e, err := one(id)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}

// recordsPage is how many records Records reads together: they cost less than one
// by one.
const recordsPage = 256

// Records is [Reader.Scan] that reads the records as well, some hundreds at a time.
// Those that are not there are left out.
func (r *Reader) Records(agent string, in Index, s Scan) iter.Seq2[*schema.Experience, error] {
	return func(yield func(*schema.Experience, error) bool) {
		ids := make([]schema.ID, 0, recordsPage)
		page := func() bool {
			records, err := r.Experiences(ids)
			ids = ids[:0]
			if err = cmp.Or(err, r.ctx.Err()); err != nil {
				yield(nil, err)
				return false
			}
			for _, e := range records {
				if e != nil && !yield(e, nil) {
					return false
				}
			}
			return true
		}
		for entry, err := range r.Scan(agent, in, s) {
			if err != nil {
				yield(nil, err)
				return
			}
			if ids = append(ids, entry.ID); len(ids) == recordsPage && !page() {
				return
			}
		}
		page()
	}
}

func (r *Reader) experiences(ids []schema.ID, may func(i int, encoded []byte) bool) (_ []*schema.Experience, err error) {
	order := ascendingOrder(ids)
	least, most := ids[order[0]], ids[order[len(order)-1]]
	objects, err := r.lookUp(experienceKey(least), keyAfter(experienceKey(most)), scattered(len(ids)))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, objects.it.Close()) }()
	used, err := r.lookUp(usageKey(least), keyAfter(usageKey(most)), scattered(len(ids)))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, used.it.Close()) }()
	out := make([]*schema.Experience, len(ids))
	for _, i := range order {
		value, err := objects.get(experienceKey(ids[i]))
		if errors.Is(err, ErrNotFound) || err == nil && may != nil && !may(i, value) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if out[i], err = r.decodeExperience(ids[i], value, used); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// bare reads many records without their usage.
func (r *Reader) bare(ids []schema.ID) ([]*schema.Experience, error) {
	order, keys := ascendingOrder(ids), make([]string, len(ids))
	for n, i := range order {
		keys[n] = string(ids[i][:])
	}
	objects, err := r.GetAll(schema.TypeExperience, keys)
	if err != nil {
		return nil, err
	}
	out := make([]*schema.Experience, len(ids))
	for n, obj := range objects {
		out[order[n]], _ = obj.(*schema.Experience) // nil: it is not there
	}
	return out, nil
}

// ascendingOrder returns the places of ids in the order of the ids.
func ascendingOrder(ids []schema.ID) []int {
	order := make([]int, len(ids))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return schema.CompareIDs(ids[a], ids[b]) })
	return order
}

// decodeExperience decodes a record with its usage; nil if it was deleted.
func (r *Reader) decodeExperience(id schema.ID, value []byte, used *ascending) (*schema.Experience, error) {
	v, err := decodeVersion(schema.TypeExperience, string(id[:]), value)
	if err != nil || v.Deleted {
		return nil, err
	}
	e := v.Object.(*schema.Experience)
	value, err = used.get(usageKey(id))
	switch {
	case errors.Is(err, ErrNotFound):
		e.Usage = r.usageOf(id, counters{})
		return e, nil
	case err != nil:
		return nil, err
	}
	u, err := decodeUsage(value)
	if err != nil {
		return nil, errUsage(id)
	}
	e.Usage = r.usageOf(id, u)
	return e, nil
}

func experienceKey(id schema.ID) []byte { return objectKey(schema.TypeExperience, string(id[:])) }

// GetAll returns objects of a type, in the order of their keys, which must ascend,
// and nil for those that are not there. Records come without their Usage.
func (r *Reader) GetAll(t schema.ObjectType, keys []string) (_ []schema.Object, err error) {
	if len(keys) == 0 {
		return nil, nil
	}
	objects, err := r.lookUp(objectKey(t, keys[0]), keyAfter(objectKey(t, keys[len(keys)-1])), scattered(len(keys)))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, objects.it.Close()) }()
	out := make([]schema.Object, len(keys))
	for i, key := range keys {
		value, err := objects.get(objectKey(t, key))
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		v, err := decodeVersion(t, key, value)
		if err != nil {
			return nil, err
		}
		if !v.Deleted {
			out[i] = v.Object
		}
	}
	return out, nil
}

// Similar returns what records were found similar to, by their ids, which must
// ascend. Those that are not there are not in the map. The rest of the records is
// not decoded.
func (r *Reader) Similar(ids []schema.ID) (map[schema.ID][]schema.Similarity, error) {
	out := make(map[schema.ID][]schema.Similarity, len(ids))
	err := partsOf(r, ids, func(id schema.ID, part struct {
		Similar []schema.Similarity `cbor:"56,keyasint"`
	},
	) {
		out[id] = part.Similar
	})
	return out, err
}

// Mentioned returns the entities that records mention, in the way of
// [Reader.Similar]. An entity that is mentioned twice is there twice.
func (r *Reader) Mentioned(ids []schema.ID) (map[schema.ID][]schema.EntityKey, error) {
	out := make(map[schema.ID][]schema.EntityKey, len(ids))
	err := partsOf(r, ids, func(id schema.ID, part struct {
		Mentions []struct {
			Entity schema.EntityKey `cbor:"1,keyasint"`
		} `cbor:"57,keyasint"`
	},
	) {
		keys := make([]schema.EntityKey, len(part.Mentions))
		for i, m := range part.Mentions {
			keys[i] = m.Entity
		}
		out[id] = keys
	})
	return out, err
}

// partsOf decodes of records, whose ids must ascend, the fields that a part has, and
// shows those that are there.
func partsOf[T any](r *Reader, ids []schema.ID, see func(id schema.ID, part T)) (err error) {
	if len(ids) == 0 {
		return nil
	}
	objects, err := r.lookUp(experienceKey(ids[0]), keyAfter(experienceKey(ids[len(ids)-1])), scattered(len(ids)))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, objects.it.Close()) }()
	for _, id := range ids {
		value, err := objects.get(experienceKey(id))
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		h, body, err := cutHead(value)
		if err == nil && h.deleted {
			continue
		}
		var part T
		if err == nil {
			err = decMode.Unmarshal(body, &part)
		}
		if err != nil {
			return corrupt(schema.TypeExperience, string(id[:]), err)
		}
		see(id, part)
	}
	return nil
}

// SimilarTo returns the agent's records that were found similar to others, by those
// others' ids, which must ascend: oldest first, each with its score. No record is
// read.
func (r *Reader) SimilarTo(agent string, ids []schema.ID) (_ map[schema.ID][]schema.Similarity, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	prefix := append(indexPrefix(nil, agent), idxReference, byte(BySimilar))
	at := func(id schema.ID) []byte { return slices.Concat(prefix, id[:]) }
	it, err := r.src.NewIterWithContext(r.ctx, &pebble.IterOptions{LowerBound: at(ids[0]), UpperBound: keyAfter(at(ids[len(ids)-1]))})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, it.Close()) }()
	out := make(map[schema.ID][]schema.Similarity, len(ids))
	for _, id := range ids {
		stretch := at(id)
		for ok := it.SeekGE(stretch); ok && bytes.HasPrefix(it.Key(), stretch); ok = it.Next() {
			s, err := similarity(it)
			if err != nil {
				return nil, err
			}
			out[id] = append(out[id], s)
		}
		if err := cmp.Or(it.Error(), r.ctx.Err()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// similarity reads a record and its score from a key of [BySimilar].
func similarity(it *pebble.Iterator) (schema.Similarity, error) {
	value, err := it.ValueAndErr()
	if err != nil {
		return schema.Similarity{}, err
	}
	from, err := cutPosition(it.Key())
	score, malformed := decodeScore(value)
	if err = cmp.Or(err, malformed); err != nil {
		return schema.Similarity{}, corrupt(schema.TypeExperience, string(it.Key()), err)
	}
	return schema.Similarity{ID: from.ID, Score: score}, nil
}
