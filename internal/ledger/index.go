package ledger

import "github.com/lukasadb/lukasa/schema"

// Index names a set of an agent's records that the ledger keeps in the order of
// a time: the event time, unless said otherwise. It is made of one or more
// stretches of keys, each in that order; a scan merges them.
type Index struct{ stretches [][]byte }

func indexOf(index byte, fields ...string) Index { return Index{[][]byte{stretch(index, fields...)}} }

func stretch(index byte, fields ...string) []byte {
	b := []byte{index}
	for _, f := range fields {
		b = appendString(b, f)
	}
	return b
}

// Everything is every record of the agent (002-07).
func Everything() Index { return indexOf(idxTime) }

// OfKind is the records of any of these kinds.
func OfKind(kinds ...schema.Kind) Index {
	var in Index
	for _, k := range kinds {
		in.stretches = append(in.stretches, stretch(idxKind, string(k)))
	}
	return in
}

// Importance is the records of importance lo to hi, inclusive (002-08).
func Importance(lo, hi int) Index {
	var in Index
	for n := int(clampByte(lo)); n <= int(clampByte(hi)); n++ {
		in.stretches = append(in.stretches, []byte{idxImportance, byte(n)})
	}
	return in
}

// Tagged is the records with any of these tags, each record once (002-10).
func Tagged(tags ...string) Index {
	var in Index
	for _, t := range tags {
		in.stretches = append(in.stretches, stretch(idxTag, t))
	}
	return in
}

// InSession is the records of sessions. Oldest first, ties by id, is the
// order of FOLLOWED_BY (002-03).
func InSession(sessions ...string) Index {
	var in Index
	for _, s := range sessions {
		in.stretches = append(in.stretches, stretch(idxSession, s))
	}
	return in
}

// ToldIn is the records that a session told too, and that are another's.
func ToldIn(session string) Index { return indexOf(idxTold, session) }

// InCategory is the records of a category, of any persona if none is named
// (000-27).
func InCategory(c schema.Category, personas ...schema.Persona) Index {
	var in Index
	for _, p := range personaBytes(personas) {
		in.stretches = append(in.stretches, append(stretch(idxCategory, string(c)), p))
	}
	return in
}

// Grade selects records by quality.
type Grade struct {
	Min, Max   schema.Quality   // inclusive; zero: no bound
	Personas   []schema.Persona // none: any
	Verified   bool             // leave out what nobody vouched for
	Unverified bool             // leave out what somebody vouched for
}

// Graded is the records of a range of quality (000-20). The review queue is
// Grade{Max: schema.QualityPoor, Unverified: true}, oldest first (000-22).
func Graded(g Grade) Index {
	lo, hi := int(g.Min), int(g.Max)
	if hi == 0 {
		hi = int(schema.QualityExcellent)
	}
	var in Index
	for q := int(clampByte(lo)); q <= int(clampByte(hi)); q++ {
		for _, v := range []bool{false, true} {
			if v && g.Unverified || !v && g.Verified {
				continue
			}
			for _, p := range personaBytes(g.Personas) {
				in.stretches = append(in.stretches, []byte{idxQuality, byte(q), boolByte(v), p})
			}
		}
	}
	return in
}

func personaBytes(personas []schema.Persona) []byte {
	if len(personas) == 0 {
		return personaCodes
	}
	codes := make([]byte, len(personas))
	for i, p := range personas {
		codes[i] = personaCode(p)
	}
	return codes
}

// Resolved is the records in which a relative date was resolved, by that date
// (000-21).
func Resolved() Index { return indexOf(idxResolved) }

// Pinned is the pinned records, by event time.
func Pinned() Index { return indexOf(idxPinned) }

// Expiring is the records that expire, by when they do; permanent ones are left
// out (000-25).
func Expiring() Index { return indexOf(idxExpiry) }

// Accessed is the records ever accessed, by their last access as of the last
// flush of the usage counters (000-23).
func Accessed() Index { return indexOf(idxAccess) }

// WithHash is the records with this content hash (000-26). Keys hold 128 bits
// of it: whom a chance in 2^64 matters compares the hash of the record.
func WithHash(hash string) Index {
	return Index{[][]byte{appendHash([]byte{idxHash}, hash)}}
}

// FromPath is the records read from this source path.
func FromPath(path string) Index { return indexOf(idxPath, path) }

// OfUser is the records about or by this user (004-21).
func OfUser(user string) Index { return indexOf(idxUser, user) }

// Mentioning is the records that mention any of these entities, each record
// once.
func Mentioning(entities ...schema.EntityKey) Index {
	var in Index
	for _, e := range entities {
		in.stretches = append(in.stretches, stretch(idxMention, string(e)))
	}
	return in
}

// Stating is the statements about a subject with this predicate or, if it is
// empty, any (004-21).
func Stating(subject schema.EntityKey, predicate string) Index {
	return indexOf(idxStatement, string(subject), predicate)
}

// Claiming is the live statements that say the same of a subject: this predicate
// and this object, in the form of [schema.Statement.ObjectForm]. Keys hold 128
// bits of the object: whom a chance in 2^64 matters compares it.
func Claiming(subject schema.EntityKey, predicate, object string) Index {
	return Index{[][]byte{appendHash(stretch(idxClaim, string(subject), predicate), object)}}
}

// Claimed is the live statements about a subject with this predicate, in order
// of time for each object.
func Claimed(subject schema.EntityKey, predicate string) Index {
	return indexOf(idxClaim, string(subject), predicate)
}

// Disputing is the conflicts, not records, to which party is a side; with the
// zero id, all of the agent's. They are ordered by when they were recorded.
// Open ones wait for a resolution.
func Disputing(party schema.ID, open bool) Index {
	return Index{[][]byte{append([]byte{idxDispute, boolByte(open)}, party[:]...)}}
}

// Digesting is the summaries of a scope (004-21).
func Digesting(scope, identifier string) Index { return indexOf(idxDigest, scope, identifier) }

// Referring is the records that refer to target in this way.
func Referring(how Reference, target schema.ID) Index {
	return Index{[][]byte{append([]byte{idxReference, byte(how)}, target[:]...)}}
}

// Reference is a way in which one record refers to another.
type Reference byte

// The ways. Their values are part of the format.
const (
	ByEvidence   Reference = iota + 1 // its evidence
	BySupersedes                      // what it supersedes
	ByParent                          // what it is a part of
	ByRelated                         // what it calls related
	BySimilar                         // what it was found similar to
)
