package ledger

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/lukasadb/lukasa/schema"
)

// The layout of the database. Every key begins with the byte of its space.
//
//	m name                                   → format version, head, feed start, pending reclaim, identity
//	o type key                               → current version of an object, or its tombstone
//	h type <key> seq                         → earlier versions
//	c seq                                    → a change: operation, type, agent, key
//	n <agent> seq                            → nothing: the change is one of this agent's
//	a <agent>                                → last change, and counts of the agent's current objects by type
//	i <agent> index <field>… time id         → nothing, the score of a similarity or the end of what lasted: the id of a
//	                                           record or conflict, by an index and a time
//	i <agent> index <field>…                 → nothing: a relation, alias or merged entity, by one of its ends
//	u id                                     → usage counters of a record
//	v id <generation>                        → a vector of a record
//	g id                                     → trace of a record that is not here: the version up to which it is known, and
//	                                           the id of the one that was here for it
//
// Here <s> is a string in the order-preserving form of appendString, which no
// other string's form is a prefix of; so no agent's keys lie among another's
// (L6). seq is eight bytes, big-endian. time is microseconds since 1970, eight
// bytes, big-endian, with the sign flipped, so that bytes sort as times do. id
// is the sixteen bytes of the UUID, type the byte of typeCode, key the bytes of
// [schema.Object] ObjectKey.
const (
	spaceMeta    = 'm'
	spaceObject  = 'o'
	spaceHistory = 'h'
	spaceChange  = 'c'
	spaceAgent   = 'a'
	spaceIndex   = 'i'
	spaceUsage   = 'u'
	spaceVector  = 'v'
	spaceTrace   = 'g'

	spaceAgentChange = 'n'
)

// The indexes over records and conflicts, each ending in time and id, with the fields between
// the agent and the time. New ones are added at the end.
const (
	idxTime       byte = iota + 1 // none; event time
	idxKind                       // kind
	idxImportance                 // importance, one byte
	idxTag                        // tag
	idxSession                    // session
	idxCategory                   // category, persona byte
	idxQuality                    // quality byte, verified byte, persona byte
	idxResolved                   // none; resolved date
	idxExpiry                     // none; expiry, of what is not permanent
	idxAccess                     // none; last access
	idxHash                       // sixteen bytes of SHA-256 over the content hash
	idxPath                       // source path
	idxUser                       // user
	idxMention                    // entity
	idxStatement                  // subject, predicate; and once more with an empty predicate
	idxDigest                     // scope type, scope identifier
	idxReference                  // Reference byte, target id
	idxPinned                     // none; event time, of pinned records
	idxClaim                      // subject, predicate, sixteen bytes of SHA-256 over the object; of live statements
	idxDispute                    // open byte, a party's id or zeros; time recorded, id of the conflict
	idxLasting                    // how long, one byte of lastingClass; event time, of what ended later
	idxTold                       // session; event time, of what it told too and is filed under another
)

// The indexes over other objects, which hold no time.
const (
	idxRelation byte = iota + 0x80 // entity, direction byte, type, other entity, statement id
	idxAlias                       // entity, text, user
	idxMerged                      // entity that it was merged into, entity
)

// Names in the meta space.
const (
	metaFormat  = "format"
	metaHead    = "head"
	metaFeed    = "feed"
	metaReclaim = "reclaim"
	metaName    = "identity"
)

var errKey = errors.New("malformed key")

// typeCode is the byte of an object type, part of the format; 0 if unknown.
func typeCode(t schema.ObjectType) byte {
	switch t {
	case schema.TypeExperience:
		return 1
	case schema.TypeEntity:
		return 2
	case schema.TypeAlias:
		return 3
	case schema.TypeRelation:
		return 4
	case schema.TypeRule:
		return 5
	case schema.TypeConflict:
		return 6
	case schema.TypeMerge:
		return 7
	case schema.TypeBlock:
		return 8
	case schema.TypeSetting:
		return 9
	}
	return 0
}

// objectTypes lists the types in the order of their codes, from 1.
var objectTypes = [...]schema.ObjectType{
	schema.TypeExperience, schema.TypeEntity, schema.TypeAlias, schema.TypeRelation, schema.TypeRule,
	schema.TypeConflict, schema.TypeMerge, schema.TypeBlock, schema.TypeSetting,
}

func codeType(c byte) (schema.ObjectType, bool) {
	if c == 0 || int(c) > len(objectTypes) {
		return "", false
	}
	return objectTypes[c-1], true
}

// personaCode is the byte of a persona in index keys.
func personaCode(p schema.Persona) byte {
	switch p {
	case "":
		return 0
	case schema.PersonaPersonal:
		return 1
	case schema.PersonaTechnical:
		return 2
	case schema.PersonaSocial:
		return 3
	}
	return 0xff
}

var personaCodes = []byte{0, 1, 2, 3, 0xff}

// appendString appends s so that encoded strings sort as the strings do and
// none is a prefix of another: NUL becomes 00 FF, and 00 01 ends the string.
func appendString[S ~string | ~[]byte](dst []byte, s S) []byte {
	for i := range len(s) {
		dst = append(dst, s[i])
		if s[i] == 0 {
			dst = append(dst, 0xff)
		}
	}
	return append(dst, 0, 1)
}

// cutString decodes a string and returns what follows it.
func cutString(b []byte) (s string, rest []byte, err error) {
	end := bytes.IndexByte(b, 0)
	if end >= 0 && end+1 < len(b) && b[end+1] == 1 {
		return string(b[:end]), b[end+2:], nil // the common case: no NUL inside
	}
	var out []byte
	for i := 0; i+1 < len(b); i++ {
		switch {
		case b[i] != 0:
			out = append(out, b[i])
		case b[i+1] == 1:
			return string(out), b[i+2:], nil
		case b[i+1] == 0xff:
			out = append(out, 0)
			i++
		default:
			return "", nil, errKey
		}
	}
	return "", nil, errKey
}

func appendTime(dst []byte, t time.Time) []byte {
	return binary.BigEndian.AppendUint64(dst, uint64(t.UnixMicro())^(1<<63))
}

func decodeTime(b []byte) time.Time {
	return time.UnixMicro(int64(binary.BigEndian.Uint64(b) ^ (1 << 63))).UTC()
}

func metaKey(name string) []byte { return append([]byte{spaceMeta}, name...) }

func objectKey(t schema.ObjectType, key string) []byte {
	dst := make([]byte, 0, 2+len(key))
	return append(append(dst, spaceObject, typeCode(t)), key...)
}

func splitObjectKey(k []byte) (schema.ObjectType, string, error) {
	if len(k) < 2 || k[0] != spaceObject {
		return "", "", errKey
	}
	t, ok := codeType(k[1])
	if !ok {
		return "", "", errKey
	}
	return t, string(k[2:]), nil
}

// historyPrefix begins the keys of all earlier versions of an object.
func historyPrefix(t schema.ObjectType, key string) []byte {
	dst := make([]byte, 0, 4+len(key)+8)
	return appendString(append(dst, spaceHistory, typeCode(t)), key)
}

func historyKey(t schema.ObjectType, key string, seq uint64) []byte {
	return binary.BigEndian.AppendUint64(historyPrefix(t, key), seq)
}

func splitHistoryKey(k []byte) (t schema.ObjectType, key string, seq uint64, err error) {
	if len(k) < 2 || k[0] != spaceHistory {
		return "", "", 0, errKey
	}
	t, ok := codeType(k[1])
	if !ok {
		return "", "", 0, errKey
	}
	key, rest, err := cutString(k[2:])
	if err != nil || len(rest) != 8 {
		return "", "", 0, errKey
	}
	return t, key, binary.BigEndian.Uint64(rest), nil
}

func changeKey(seq uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte{spaceChange}, seq)
}

func splitChangeKey(k []byte) (uint64, error) {
	if len(k) != 9 || k[0] != spaceChange {
		return 0, errKey
	}
	return binary.BigEndian.Uint64(k[1:]), nil
}

// appendScore appends a score as it is, eight bytes.
func appendScore(dst []byte, score float64) []byte {
	return binary.BigEndian.AppendUint64(dst, math.Float64bits(score))
}

func decodeScore(b []byte) (float64, error) {
	if len(b) != 8 {
		return 0, errKey
	}
	return math.Float64frombits(binary.BigEndian.Uint64(b)), nil
}

func agentKey(agent string) []byte { return appendString([]byte{spaceAgent}, agent) }

func usageKey(id schema.ID) []byte { return append([]byte{spaceUsage}, id[:]...) }

func traceKey(id schema.ID) []byte { return append([]byte{spaceTrace}, id[:]...) }

func vectorPrefix(id schema.ID) []byte { return append([]byte{spaceVector}, id[:]...) }

func vectorKey(generation string, id schema.ID) []byte {
	return appendString(vectorPrefix(id), generation)
}

func splitVectorKey(k []byte) (generation string, id schema.ID, err error) {
	if len(k) < 17 || k[0] != spaceVector {
		return "", id, errKey
	}
	copy(id[:], k[1:17])
	generation, rest, err := cutString(k[17:])
	if err != nil || len(rest) != 0 {
		return "", id, errKey
	}
	return generation, id, nil
}

// indexPrefix begins every index key of an agent.
func indexPrefix(dst []byte, agent string) []byte {
	return appendString(append(dst, spaceIndex), agent)
}

// positionLen is the length of the time and id that end a record's index key.
const positionLen = 8 + 16

func appendPosition(dst []byte, t time.Time, id schema.ID) []byte {
	return append(appendTime(dst, t), id[:]...)
}

func cutPosition(k []byte) (Entry, error) {
	if len(k) < positionLen {
		return Entry{}, fmt.Errorf("%w: %x", errKey, k)
	}
	p := k[len(k)-positionLen:]
	e := Entry{Time: decodeTime(p)}
	copy(e.ID[:], p[8:])
	return e, nil
}

// keyAfter is the first key that does not begin with prefix.
func keyAfter(prefix []byte) []byte {
	end := bytes.Clone(prefix)
	for i := len(end) - 1; i >= 0; i-- {
		if end[i] != math.MaxUint8 {
			end[i]++
			return end[:i+1]
		}
	}
	return nil
}
