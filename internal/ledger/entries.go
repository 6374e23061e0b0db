package ledger

import (
	"crypto/sha256"
	"math"
	"time"

	"github.com/lukasadb/lukasa/schema"
)

// keySet gathers index keys in one buffer, so that a write allocates little.
type keySet struct {
	buf   []byte // each key, and then its value
	ends  []keyEnd
	start int
}

// keyEnd is where a key ends in a buffer, and where its value does.
type keyEnd struct{ key, value int }

func (s *keySet) reset() { s.buf, s.ends, s.start = s.buf[:0], s.ends[:0], 0 }

func (s *keySet) len() int { return len(s.ends) }

func (s *keySet) at(i int) []byte {
	from := 0
	if i > 0 {
		from = s.ends[i-1].value
	}
	end := s.ends[i].key
	return s.buf[from:end:end]
}

// valueAt is the value of a key, empty for most.
func (s *keySet) valueAt(i int) []byte {
	end := s.ends[i]
	return s.buf[end.key:end.value:end.value]
}

// open begins a key of an agent's index; close ends it.
func (s *keySet) open(agent string, index byte) {
	s.start = len(s.buf)
	s.buf = append(indexPrefix(s.buf, agent), index)
}

func (s *keySet) text(f string) { s.buf = appendString(s.buf, f) }
func (s *keySet) byte(b byte)   { s.buf = append(s.buf, b) }
func (s *keySet) close()        { s.ends = append(s.ends, keyEnd{len(s.buf), len(s.buf)}) }

// value gives the key that was closed last a value.
func (s *keySet) value(v []byte) {
	s.buf = append(s.buf, v...)
	s.ends[len(s.ends)-1].value = len(s.buf)
}

func (s *keySet) closeAt(t time.Time, id schema.ID) {
	s.buf = appendPosition(s.buf, t, id)
	s.close()
}

// addObject adds every index key that the current version of obj asks for. A
// key may be added twice, as when a record names an entity in two places.
func (s *keySet) addObject(obj schema.Object) {
	switch o := obj.(type) {
	case *schema.Experience:
		s.addExperience(o)
	case *schema.Relation:
		s.addRelation(o)
	case *schema.Alias:
		s.open(o.Agent, idxAlias)
		s.text(string(o.Entity))
		s.text(o.Text)
		s.text(o.User)
		s.close()
	case *schema.Entity:
		if o.MergedInto != "" {
			s.open(o.Agent, idxMerged)
			s.text(string(o.MergedInto))
			s.text(string(o.Key))
			s.close()
		}
	case *schema.Conflict:
		s.addConflict(o)
	}
}

// addConflict lists a conflict at each of its sides and at none.
func (s *keySet) addConflict(o *schema.Conflict) {
	for _, party := range append([]schema.ID{{}}, o.Records...) {
		s.open(o.Agent, idxDispute)
		s.byte(boolByte(o.ResolvedAt.IsZero()))
		s.buf = append(s.buf, party[:]...)
		s.closeAt(o.Recorded, o.ID)
	}
}

func (s *keySet) addRelation(o *schema.Relation) {
	s.relationEnd(o, o.From, Outgoing, o.To)
	s.relationEnd(o, o.To, Incoming, o.From)
}

func (s *keySet) relationEnd(o *schema.Relation, end schema.EntityKey, d Direction, other schema.EntityKey) {
	s.open(o.Agent, idxRelation)
	s.text(string(end))
	s.byte(byte(d))
	s.text(string(o.Type))
	s.text(string(other))
	s.buf = append(s.buf, o.Statement[:]...)
	s.close()
}

func (s *keySet) addExperience(e *schema.Experience) {
	s.addGrades(e)
	s.addText(e, idxTag, e.Tags...)
	if e.Session != "" {
		s.addText(e, idxSession, e.Session)
	}
	for _, t := range e.Tellings {
		if t.Session != e.Session && t.Session != "" {
			s.addText(e, idxTold, t.Session)
		}
	}
	if e.Hash != "" {
		s.open(e.Agent, idxHash)
		s.buf = appendHash(s.buf, e.Hash)
		s.closeAt(e.Time, e.ID)
	}
	if e.Source.Path != "" {
		s.addText(e, idxPath, e.Source.Path)
	}
	if u := e.User(); u != "" {
		s.addText(e, idxUser, u)
	}
	if !e.Resolved.Date.IsZero() {
		s.open(e.Agent, idxResolved)
		s.closeAt(e.Resolved.Date, e.ID)
	}
	if us := e.Lasted(); us > 0 {
		s.open(e.Agent, idxLasting)
		s.byte(lastingClass(us))
		s.closeAt(e.Time, e.ID)
		s.value(appendTime(nil, e.TimeEnd))
	}
	if e.Pinned {
		s.open(e.Agent, idxPinned)
		s.closeAt(e.Time, e.ID)
	}
	if !e.ExpiresAt.IsZero() && !e.Permanent {
		s.open(e.Agent, idxExpiry)
		s.closeAt(e.ExpiresAt, e.ID)
	}
	s.addSubjects(e)
	s.addReferences(e)
}

// addGrades adds the indexes that every record is in.
func (s *keySet) addGrades(e *schema.Experience) {
	s.open(e.Agent, idxTime)
	s.closeAt(e.Time, e.ID)
	s.addText(e, idxKind, string(e.Kind))
	s.open(e.Agent, idxImportance)
	s.byte(clampByte(e.Importance))
	s.closeAt(e.Time, e.ID)
	s.open(e.Agent, idxCategory)
	s.text(string(e.Category))
	s.byte(personaCode(e.Persona))
	s.closeAt(e.Time, e.ID)
	s.open(e.Agent, idxQuality)
	s.byte(clampByte(int(e.Quality)))
	s.byte(boolByte(e.Verification.Verified))
	s.byte(personaCode(e.Persona))
	s.closeAt(e.Time, e.ID)
}

func (s *keySet) addText(e *schema.Experience, index byte, fields ...string) {
	for _, f := range fields {
		s.open(e.Agent, index)
		s.text(f)
		s.closeAt(e.Time, e.ID)
	}
}

// addSubjects adds what the record speaks of: entities, a statement, a scope.
func (s *keySet) addSubjects(e *schema.Experience) {
	for i := range e.Mentions {
		s.addText(e, idxMention, string(e.Mentions[i].Entity))
	}
	if st := e.Statement; st != nil {
		s.addPair(e, idxStatement, string(st.Subject), "")
		if st.Predicate != "" {
			s.addPair(e, idxStatement, string(st.Subject), st.Predicate)
		}
		if e.Stands() {
			s.addClaim(e)
		}
	}
	if d := e.Digest; d != nil {
		s.addPair(e, idxDigest, d.Scope, d.Identifier)
	}
}

// addClaim adds what a record that stands states.
func (s *keySet) addClaim(e *schema.Experience) {
	s.open(e.Agent, idxClaim)
	s.text(string(e.Statement.Subject))
	s.text(e.Statement.Predicate)
	s.buf = appendHash(s.buf, e.Statement.ObjectForm())
	s.closeAt(e.Time, e.ID)
}

func (s *keySet) addPair(e *schema.Experience, index byte, a, b string) {
	s.open(e.Agent, index)
	s.text(a)
	s.text(b)
	s.closeAt(e.Time, e.ID)
}

func (s *keySet) addReferences(e *schema.Experience) {
	for i := range e.Evidence {
		s.addReference(e, ByEvidence, e.Evidence[i].ID)
	}
	for _, id := range e.Supersedes {
		s.addReference(e, BySupersedes, id)
	}
	if e.Parent != (schema.ID{}) {
		s.addReference(e, ByParent, e.Parent)
	}
	for _, id := range e.Related {
		s.addReference(e, ByRelated, id)
	}
	for i := range e.Similar {
		s.addReference(e, BySimilar, e.Similar[i].ID)
		s.value(appendScore(nil, e.Similar[i].Score))
	}
}

func (s *keySet) addReference(e *schema.Experience, how Reference, target schema.ID) {
	s.open(e.Agent, idxReference)
	s.byte(byte(how))
	s.buf = append(s.buf, target[:]...)
	s.closeAt(e.Time, e.ID)
}

// appendHash appends a fingerprint of a content hash, of fixed length whatever
// the hash's own form is.
func appendHash(dst []byte, hash string) []byte {
	sum := sha256.Sum256([]byte(hash))
	return append(dst, sum[:16]...)
}

func clampByte(n int) byte { return byte(min(max(n, 0), math.MaxUint8)) }

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}
