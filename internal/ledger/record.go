package ledger

import (
	"fmt"
	"math"

	"github.com/fxamacker/cbor/v2"

	"github.com/lukasadb/lukasa/schema"
)

// Objects are stored as CBOR in core deterministic encoding, under the integer
// keys of their own tags. The types below embed them and shadow some fields:
// times become an [instant], ids that are not set take no room, and what the
// key and the head of a version already say (id, agent, version, time of
// writing) is left out.

var (
	encMode = must(cbor.CoreDetEncOptions().EncMode())
	decMode = must(cbor.DecOptions{
		UTF8:             cbor.UTF8DecodeInvalid, // whatever was written can be read
		MaxArrayElements: math.MaxInt32,
		MaxMapPairs:      math.MaxInt32,
	}.DecMode())
)

// must unwraps what can only fail by a mistake in this file.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

type experienceRecord struct {
	*schema.Experience
	ID           schema.ID        `cbor:"1,keyasint,omitzero"`
	Agent        string           `cbor:"2,keyasint,omitempty"`
	Version      int              `cbor:"6,keyasint,omitempty"`
	Time         instant          `cbor:"20,keyasint,omitempty"`
	TimeEnd      instant          `cbor:"21,keyasint,omitempty"`
	Recorded     instant          `cbor:"22,keyasint,omitempty"`
	Updated      instant          `cbor:"23,keyasint,omitempty"`
	ValidFrom    instant          `cbor:"24,keyasint,omitempty"`
	ValidTo      instant          `cbor:"25,keyasint,omitempty"`
	Metadata     schema.Metadata  `cbor:"39,keyasint,omitzero"`
	Parent       schema.ID        `cbor:"51,keyasint,omitzero"`
	Evidence     []evidenceRecord `cbor:"53,keyasint,omitempty"`
	SupersededBy schema.ID        `cbor:"55,keyasint,omitzero"`
	Tellings     []tellingRecord  `cbor:"59,keyasint,omitempty"`
	Resolved     resolvedRecord   `cbor:"60,keyasint,omitzero"`
	Verification verifiedRecord   `cbor:"61,keyasint,omitzero"`
	ExpiresAt    instant          `cbor:"62,keyasint,omitempty"`
	Statement    *statementRecord `cbor:"70,keyasint,omitempty"`
	Digest       *digestRecord    `cbor:"75,keyasint,omitempty"`
}

type resolvedRecord struct {
	Date     instant `cbor:"1,keyasint,omitempty"`
	Person   string  `cbor:"2,keyasint,omitempty"`
	Location string  `cbor:"3,keyasint,omitempty"`
}

type verifiedRecord struct {
	Verified bool    `cbor:"1,keyasint,omitempty"`
	By       string  `cbor:"2,keyasint,omitempty"`
	At       instant `cbor:"3,keyasint,omitempty"`
	Count    int     `cbor:"4,keyasint,omitempty"`
}

type evidenceRecord struct {
	schema.Evidence
	Time instant `cbor:"4,keyasint,omitempty"`
}

type tellingRecord struct {
	schema.Telling
	Time instant `cbor:"2,keyasint,omitempty"`
}

type statementRecord struct {
	*schema.Statement
	ValidatedAt instant `cbor:"8,keyasint,omitempty"`
}

type digestRecord struct {
	*schema.Digest
	From instant `cbor:"6,keyasint,omitempty"`
	To   instant `cbor:"7,keyasint,omitempty"`
}

func (r *experienceRecord) load(e *schema.Experience) {
	*r = experienceRecord{
		Experience: e, Metadata: e.Metadata, Parent: e.Parent, SupersededBy: e.SupersededBy,
		Time: instantOf(e.Time), TimeEnd: instantOf(e.TimeEnd), Recorded: instantOf(e.Recorded),
		ValidFrom: instantOf(e.ValidFrom), ValidTo: instantOf(e.ValidTo), ExpiresAt: instantOf(e.ExpiresAt),
		Resolved: resolvedRecord{instantOf(e.Resolved.Date), e.Resolved.Person, e.Resolved.Location},
		Verification: verifiedRecord{
			e.Verification.Verified, e.Verification.By, instantOf(e.Verification.At), e.Verification.Count,
		},
	}
	for _, ev := range e.Evidence {
		r.Evidence = append(r.Evidence, evidenceRecord{ev, instantOf(ev.Time)})
	}
	for _, t := range e.Tellings {
		r.Tellings = append(r.Tellings, tellingRecord{t, instantOf(t.Time)})
	}
	if st := e.Statement; st != nil {
		r.Statement = &statementRecord{st, instantOf(st.ValidatedAt)}
	}
	if d := e.Digest; d != nil {
		r.Digest = &digestRecord{d, instantOf(d.From), instantOf(d.To)}
	}
}

func (r *experienceRecord) object() schema.Object {
	e := r.Experience
	e.Metadata, e.Parent, e.SupersededBy = r.Metadata, r.Parent, r.SupersededBy
	e.Time, e.TimeEnd, e.Recorded = r.Time.time(), r.TimeEnd.time(), r.Recorded.time()
	e.ValidFrom, e.ValidTo, e.ExpiresAt = r.ValidFrom.time(), r.ValidTo.time(), r.ExpiresAt.time()
	e.Resolved = schema.Resolved{Date: r.Resolved.Date.time(), Person: r.Resolved.Person, Location: r.Resolved.Location}
	e.Verification = schema.Verification{
		Verified: r.Verification.Verified, By: r.Verification.By, At: r.Verification.At.time(), Count: r.Verification.Count,
	}
	for _, ev := range r.Evidence {
		ev.Evidence.Time = ev.Time.time()
		e.Evidence = append(e.Evidence, ev.Evidence)
	}
	for _, t := range r.Tellings {
		t.Telling.Time = t.Time.time()
		e.Tellings = append(e.Tellings, t.Telling)
	}
	if r.Statement != nil {
		e.Statement = orNew(r.Statement.Statement)
		e.Statement.ValidatedAt = r.Statement.ValidatedAt.time()
	}
	if r.Digest != nil {
		e.Digest = orNew(r.Digest.Digest)
		e.Digest.From, e.Digest.To = r.Digest.From.time(), r.Digest.To.time()
	}
	return e
}

type entityRecord struct {
	*schema.Entity
	Agent      string          `cbor:"1,keyasint,omitempty"`
	Properties schema.Metadata `cbor:"6,keyasint,omitzero"`
	Metadata   schema.Metadata `cbor:"8,keyasint,omitzero"`
	Recorded   instant         `cbor:"9,keyasint,omitempty"`
	Updated    instant         `cbor:"10,keyasint,omitempty"`
	Version    int             `cbor:"11,keyasint,omitempty"`
}

type aliasRecord struct {
	*schema.Alias
	Agent    string    `cbor:"1,keyasint,omitempty"`
	Learned  schema.ID `cbor:"8,keyasint,omitzero"`
	Recorded instant   `cbor:"10,keyasint,omitempty"`
	Updated  instant   `cbor:"11,keyasint,omitempty"`
	Version  int       `cbor:"12,keyasint,omitempty"`
}

type relationRecord struct {
	*schema.Relation
	Agent     string    `cbor:"1,keyasint,omitempty"`
	Statement schema.ID `cbor:"5,keyasint,omitzero"`
	ValidFrom instant   `cbor:"8,keyasint,omitempty"`
	ValidTo   instant   `cbor:"9,keyasint,omitempty"`
	Recorded  instant   `cbor:"11,keyasint,omitempty"`
	Updated   instant   `cbor:"12,keyasint,omitempty"`
	Version   int       `cbor:"13,keyasint,omitempty"`
}

type ruleRecord struct {
	*schema.Rule
	Agent    string  `cbor:"1,keyasint,omitempty"`
	Recorded instant `cbor:"8,keyasint,omitempty"`
	Updated  instant `cbor:"9,keyasint,omitempty"`
	Version  int     `cbor:"10,keyasint,omitempty"`
}

type conflictRecord struct {
	*schema.Conflict
	Agent      string    `cbor:"2,keyasint,omitempty"`
	DetectedBy schema.ID `cbor:"6,keyasint,omitzero"`
	ResolvedAt instant   `cbor:"9,keyasint,omitempty"`
	Recorded   instant   `cbor:"10,keyasint,omitempty"`
	Updated    instant   `cbor:"11,keyasint,omitempty"`
	Version    int       `cbor:"12,keyasint,omitempty"`
}

type mergeRecord struct {
	*schema.Merge
	Agent    string  `cbor:"2,keyasint,omitempty"`
	Recorded instant `cbor:"8,keyasint,omitempty"`
	Updated  instant `cbor:"9,keyasint,omitempty"`
	Version  int     `cbor:"10,keyasint,omitempty"`
}

type blockRecord struct {
	*schema.Block
	Agent    string  `cbor:"1,keyasint,omitempty"`
	Recorded instant `cbor:"5,keyasint,omitempty"`
	Updated  instant `cbor:"6,keyasint,omitempty"`
	Version  int     `cbor:"7,keyasint,omitempty"`
}

type settingRecord struct {
	*schema.Setting
	Agent    string  `cbor:"1,keyasint,omitempty"`
	Recorded instant `cbor:"4,keyasint,omitempty"`
	Updated  instant `cbor:"5,keyasint,omitempty"`
	Version  int     `cbor:"6,keyasint,omitempty"`
}

// encodeObject returns the body of a version.
func encodeObject(obj schema.Object) ([]byte, error) {
	switch o := obj.(type) {
	case *schema.Experience:
		var r experienceRecord
		r.load(o)
		return encMode.Marshal(&r)
	case *schema.Entity:
		return encMode.Marshal(entityRecord{Entity: o, Properties: o.Properties, Metadata: o.Metadata, Recorded: instantOf(o.Recorded)})
	case *schema.Alias:
		return encMode.Marshal(aliasRecord{Alias: o, Learned: o.Learned, Recorded: instantOf(o.Recorded)})
	case *schema.Relation:
		return encMode.Marshal(relationRecord{
			Relation: o, Statement: o.Statement, Recorded: instantOf(o.Recorded),
			ValidFrom: instantOf(o.ValidFrom), ValidTo: instantOf(o.ValidTo),
		})
	case *schema.Rule:
		return encMode.Marshal(ruleRecord{Rule: o, Recorded: instantOf(o.Recorded)})
	case *schema.Conflict:
		return encMode.Marshal(conflictRecord{
			Conflict: o, DetectedBy: o.DetectedBy, ResolvedAt: instantOf(o.ResolvedAt), Recorded: instantOf(o.Recorded),
		})
	case *schema.Merge:
		return encMode.Marshal(mergeRecord{Merge: o, Recorded: instantOf(o.Recorded)})
	case *schema.Block:
		return encMode.Marshal(blockRecord{Block: o, Recorded: instantOf(o.Recorded)})
	case *schema.Setting:
		return encMode.Marshal(settingRecord{Setting: o, Recorded: instantOf(o.Recorded)})
	}
	return nil, fmt.Errorf("%w: type %T", ErrInvalid, obj)
}

// decodeObject reads a body back. The caller fills in what it leaves out.
func decodeObject(t schema.ObjectType, body []byte) (schema.Object, error) {
	switch t {
	case schema.TypeExperience:
		r := experienceRecord{Experience: new(schema.Experience)}
		err := decMode.Unmarshal(body, &r)
		return r.object(), err
	case schema.TypeEntity:
		r := entityRecord{Entity: new(schema.Entity)}
		err := decMode.Unmarshal(body, &r)
		o := r.Entity
		o.Properties, o.Metadata, o.Recorded = r.Properties, r.Metadata, r.Recorded.time()
		return o, err
	case schema.TypeAlias:
		r := aliasRecord{Alias: new(schema.Alias)}
		err := decMode.Unmarshal(body, &r)
		r.Alias.Learned, r.Alias.Recorded = r.Learned, r.Recorded.time()
		return r.Alias, err
	case schema.TypeRelation:
		r := relationRecord{Relation: new(schema.Relation)}
		err := decMode.Unmarshal(body, &r)
		o := r.Relation
		o.Statement, o.Recorded = r.Statement, r.Recorded.time()
		o.ValidFrom, o.ValidTo = r.ValidFrom.time(), r.ValidTo.time()
		return o, err
	case schema.TypeRule:
		r := ruleRecord{Rule: new(schema.Rule)}
		err := decMode.Unmarshal(body, &r)
		r.Rule.Recorded = r.Recorded.time()
		return r.Rule, err
	case schema.TypeConflict:
		r := conflictRecord{Conflict: new(schema.Conflict)}
		err := decMode.Unmarshal(body, &r)
		o := r.Conflict
		o.DetectedBy, o.ResolvedAt, o.Recorded = r.DetectedBy, r.ResolvedAt.time(), r.Recorded.time()
		return o, err
	case schema.TypeMerge:
		r := mergeRecord{Merge: new(schema.Merge)}
		err := decMode.Unmarshal(body, &r)
		r.Merge.Recorded = r.Recorded.time()
		return r.Merge, err
	case schema.TypeBlock:
		r := blockRecord{Block: new(schema.Block)}
		err := decMode.Unmarshal(body, &r)
		r.Block.Recorded = r.Recorded.time()
		return r.Block, err
	case schema.TypeSetting:
		r := settingRecord{Setting: new(schema.Setting)}
		err := decMode.Unmarshal(body, &r)
		r.Setting.Recorded = r.Recorded.time()
		return r.Setting, err
	}
	return nil, fmt.Errorf("%w: type %q", ErrInvalid, t)
}

func orNew[T any](p *T) *T {
	if p == nil {
		p = new(T)
	}
	return p
}
