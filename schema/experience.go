package schema

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"

	"github.com/google/uuid"
)

// ID identifies a record: a UUID, version 7 when Lukasa makes it. The zero ID
// means "not set".
type ID = uuid.UUID

// CompareIDs orders ids by their bytes: those of version 7 by their time.
func CompareIDs(a, b ID) int {
	if x, y := binary.BigEndian.Uint64(a[:8]), binary.BigEndian.Uint64(b[:8]); x != y {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(binary.BigEndian.Uint64(a[8:]), binary.BigEndian.Uint64(b[8:]))
}

// EntityKey identifies an entity within its agent: "type:name", for instance
// "customer:6f1c…" or "person:ana" (004-02).
type EntityKey string

// Experience is one memory of one agent. Which fields a record must have
// depends on its Kind: an experience needs Context, Action and Outcome, the
// other kinds need Content.
//
// An Experience is plain data. Those that Lukasa returns are the caller's to
// keep and change; changing one changes nothing in the store.
type Experience struct {
	ID      ID     `json:"id,omitzero" cbor:"1,keyasint,omitempty"`
	Agent   string `json:"agent_id" cbor:"2,keyasint"`                         // whose memory it is: the isolation boundary (I5)
	Session string `json:"session,omitempty" cbor:"3,keyasint,omitempty"`      // the run or conversation it belongs to; default of a message: its day
	Kind    Kind   `json:"kind" cbor:"4,keyasint"`                             // default experience; of Content alone message or observation
	Speaker string `json:"speaker,omitempty" cbor:"5,keyasint,omitempty"`      // who said or did it, by name; default of a message: its user or its role
	Version int    `json:"version,omitempty" cbor:"6,keyasint,omitempty"`      // 1 for the first; checked on update
	Status  Status `json:"status,omitempty" cbor:"7,keyasint,omitempty"`       // default active
	Hash    string `json:"content_hash,omitempty" cbor:"8,keyasint,omitempty"` // see ContentHash; set by the store

	Context string `json:"context,omitempty" cbor:"10,keyasint,omitempty"` // the situation
	Action  string `json:"action,omitempty" cbor:"11,keyasint,omitempty"`  // what was done
	Outcome string `json:"outcome,omitempty" cbor:"12,keyasint,omitempty"` // how it ended
	Content string `json:"content,omitempty" cbor:"13,keyasint,omitempty"` // the text of every other kind
	Summary string `json:"summary,omitempty" cbor:"14,keyasint,omitempty"` // a short form

	Time      time.Time `json:"timestamp,omitzero" cbor:"20,keyasint,omitempty"`   // when it happened
	TimeEnd   time.Time `json:"time_end,omitzero" cbor:"21,keyasint,omitempty"`    // when it ended, for what lasted
	Recorded  time.Time `json:"recorded_at,omitzero" cbor:"22,keyasint,omitempty"` // when the store first heard of it
	Updated   time.Time `json:"updated_at,omitzero" cbor:"23,keyasint,omitempty"`  // when this version was written
	ValidFrom time.Time `json:"valid_from,omitzero" cbor:"24,keyasint,omitempty"`  // true from; zero: always was
	ValidTo   time.Time `json:"valid_to,omitzero" cbor:"25,keyasint,omitempty"`    // true until; zero: still is

	Importance    int      `json:"importance,omitempty" cbor:"30,keyasint,omitempty"` // 1 to 10, default 5
	Quality       Quality  `json:"quality,omitempty" cbor:"31,keyasint,omitempty"`    // 1 to 5, default fair
	QualityReason string   `json:"quality_reasoning,omitempty" cbor:"32,keyasint,omitempty"`
	Confidence    float64  `json:"confidence,omitempty" cbor:"33,keyasint,omitempty"` // above 0 to 1; default .5, statements .7, summaries .8
	Category      Category `json:"category,omitempty" cbor:"34,keyasint,omitempty"`   // default follows the kind, else fact
	Persona       Persona  `json:"persona,omitempty" cbor:"35,keyasint,omitempty"`    // default personal
	Tags          []string `json:"tags,omitempty" cbor:"36,keyasint,omitempty"`
	Scopes        []string `json:"scopes,omitempty" cbor:"37,keyasint,omitempty"`   // labels a reader may demand, such as "domain:code"; none: everywhere
	Pinned        bool     `json:"pinned,omitempty" cbor:"38,keyasint,omitempty"`   // always shown in contexts of its scope
	Metadata      Metadata `json:"metadata,omitempty" cbor:"39,keyasint,omitempty"` // the caller's own JSON object

	Source       Source       `json:"source,omitzero" cbor:"50,keyasint,omitempty"`
	Parent       ID           `json:"parent_id,omitzero" cbor:"51,keyasint,omitempty"` // PART_OF
	Related      []ID         `json:"related_ids,omitempty" cbor:"52,keyasint,omitempty"`
	Evidence     []Evidence   `json:"evidence,omitempty" cbor:"53,keyasint,omitempty"`   // DERIVED_FROM
	Supersedes   []ID         `json:"supersedes,omitempty" cbor:"54,keyasint,omitempty"` // SUPERSEDES
	SupersededBy ID           `json:"superseded_by,omitzero" cbor:"55,keyasint,omitempty"`
	Similar      []Similarity `json:"similar,omitempty" cbor:"56,keyasint,omitempty"`   // SIMILAR_TO; derived when written
	Mentions     []Mention    `json:"entities,omitempty" cbor:"57,keyasint,omitempty"`  // MENTIONED
	Relations    []Link       `json:"relations,omitempty" cbor:"58,keyasint,omitempty"` // RELATION, as told with this record
	Tellings     []Telling    `json:"tellings,omitempty" cbor:"59,keyasint,omitempty"`  // where several sessions told it; kept by the store

	Resolved     Resolved     `json:"resolved,omitzero" cbor:"60,keyasint,omitempty"`
	Verification Verification `json:"verification,omitzero" cbor:"61,keyasint,omitempty"`
	ExpiresAt    time.Time    `json:"expires_at,omitzero" cbor:"62,keyasint,omitempty"`
	Permanent    bool         `json:"is_permanent,omitempty" cbor:"63,keyasint,omitempty"` // never expires, is never evicted
	TTL          TTL          `json:"ttl_policy,omitempty" cbor:"64,keyasint,omitempty"`

	Statement *Statement `json:"statement,omitempty" cbor:"70,keyasint,omitempty"` // of facts and opinions
	Message   *Message   `json:"message,omitempty" cbor:"71,keyasint,omitempty"`   // of messages
	Episode   *Episode   `json:"episode,omitempty" cbor:"72,keyasint,omitempty"`   // of episodes
	Insight   *Insight   `json:"insight,omitempty" cbor:"73,keyasint,omitempty"`   // of insights
	UserFact  *UserFact  `json:"user_fact,omitempty" cbor:"74,keyasint,omitempty"` // of user facts
	Digest    *Digest    `json:"digest,omitempty" cbor:"75,keyasint,omitempty"`    // of summaries

	Usage Usage `json:"usage,omitzero" cbor:"-"` // counters, kept beside the versions; filled in when read
}

// Usage counts how a record has been used. It is not versioned: reading a
// memory does not change it.
type Usage struct {
	LastAccessed time.Time `json:"last_accessed,omitzero"`
	AccessCount  int       `json:"access_count,omitempty"`
	Reinforced   int       `json:"reinforced,omitempty"` // times the same content was retained again (I6)
}

// Source says where a record came from (000-13, 000-17, 003-13).
type Source struct {
	CreatedBy    string   `json:"created_by,omitempty" cbor:"1,keyasint,omitempty"` // default "system"
	MessageIDs   []string `json:"message_ids,omitempty" cbor:"2,keyasint,omitempty"`
	MessageCount int      `json:"message_count,omitempty" cbor:"3,keyasint,omitempty"`
	Path         string   `json:"path,omitempty" cbor:"4,keyasint,omitempty"` // file it was read from, relative and slash-separated
	Line         int      `json:"line,omitempty" cbor:"5,keyasint,omitempty"` // first line, from 1
	LineEnd      int      `json:"line_end,omitempty" cbor:"6,keyasint,omitempty"`
	Inferred     bool     `json:"inferred,omitempty" cbor:"7,keyasint,omitempty"` // concluded by Lukasa, not told by anyone
}

// Evidence points to a record that bears on this one.
type Evidence struct {
	ID     ID      `json:"id" cbor:"1,keyasint"`
	Stance Stance  `json:"stance" cbor:"2,keyasint"`
	Weight float64 `json:"weight,omitempty" cbor:"3,keyasint,omitempty"` // above 0 to 1; 0 means 1
	// Time is when that record happened or was confirmed, as of when it was taken for
	// evidence. The store keeps it of what sways an opinion, messages that taught something,
	// and insights that were merged: fading counts from the newest that supports. Zero: not
	// kept.
	Time time.Time `json:"timestamp,omitzero" cbor:"4,keyasint,omitempty"`
}

// Upheld tells whether some of the evidence is not against what rests on it.
func Upheld(evidence []Evidence) bool {
	return slices.ContainsFunc(evidence, func(ev Evidence) bool { return ev.Stance != StanceContradicts })
}

// Similarity points to a record near this one in meaning.
type Similarity struct {
	ID    ID      `json:"id" cbor:"1,keyasint"`
	Score float64 `json:"similarity_score" cbor:"2,keyasint"` // cosine, 0 to 1
}

// Mention is one place where a record speaks of an entity (000-01, 004-04).
type Mention struct {
	Entity      EntityKey   `json:"entity" cbor:"1,keyasint"`
	Text        string      `json:"text,omitempty" cbor:"2,keyasint,omitempty"`       // as written
	Start       int         `json:"char_start,omitempty" cbor:"3,keyasint,omitempty"` // byte offset in the record's text
	End         int         `json:"char_end,omitempty" cbor:"4,keyasint,omitempty"`
	Role        MentionRole `json:"role,omitempty" cbor:"5,keyasint,omitempty"`       // default mention
	Confidence  float64     `json:"confidence,omitempty" cbor:"6,keyasint,omitempty"` // above 0 to 1; 0 means 1
	Coreference bool        `json:"coreference,omitempty" cbor:"7,keyasint,omitempty"`
	Unsure      bool        `json:"unsure,omitempty" cbor:"8,keyasint,omitempty"` // linked, but another reading is possible
}

// Link is a relation between two entities told with a record.
type Link struct {
	From       EntityKey    `json:"from" cbor:"1,keyasint"`
	Type       RelationType `json:"type" cbor:"2,keyasint"`
	To         EntityKey    `json:"to" cbor:"3,keyasint"`
	Confidence float64      `json:"confidence,omitempty" cbor:"4,keyasint,omitempty"`
}

// Resolved holds what relative words in the text stand for (000-09).
type Resolved struct {
	Date     time.Time `json:"resolved_date,omitzero" cbor:"1,keyasint,omitempty"`
	Person   string    `json:"resolved_person,omitempty" cbor:"2,keyasint,omitempty"`
	Location string    `json:"resolved_location,omitempty" cbor:"3,keyasint,omitempty"`
}

// Verification records who vouched for a record (000-14).
type Verification struct {
	Verified bool      `json:"verified,omitempty" cbor:"1,keyasint,omitempty"`
	By       string    `json:"verified_by,omitempty" cbor:"2,keyasint,omitempty"`
	At       time.Time `json:"verified_at,omitzero" cbor:"3,keyasint,omitempty"`
	Count    int       `json:"verification_count,omitempty" cbor:"4,keyasint,omitempty"`
}
