package schema

import "slices"

// ObjectType names a type of ledger object.
type ObjectType string

// The types of object that the ledger keeps.
const (
	TypeExperience ObjectType = "experience"
	TypeEntity     ObjectType = "entity"
	TypeAlias      ObjectType = "alias"
	TypeRelation   ObjectType = "relation"
	TypeRule       ObjectType = "rule"
	TypeConflict   ObjectType = "conflict"
	TypeMerge      ObjectType = "merge"
	TypeBlock      ObjectType = "block"
	TypeSetting    ObjectType = "setting"
)

// Kind says what an [Experience] record is.
type Kind string

// The kinds of record. Experience, message and episode are episodic; the
// others are semantic: what was concluded rather than what happened.
const (
	KindExperience  Kind = "experience"  // a situation, what was done, how it ended
	KindMessage     Kind = "message"     // one utterance of a conversation, immutable
	KindEpisode     Kind = "episode"     // the summary of an exchange
	KindFact        Kind = "fact"        // a statement held to be true
	KindOpinion     Kind = "opinion"     // a belief with a confidence of its own
	KindUserFact    Kind = "user_fact"   // a basic fact about a user
	KindInsight     Kind = "insight"     // a pattern seen in a user's behaviour
	KindSummary     Kind = "summary"     // a digest of other records
	KindObservation Kind = "observation" // something noticed, not yet a belief
	KindDecision    Kind = "decision"
	KindEvent       Kind = "event"
	KindPlan        Kind = "plan"
	KindPreference  Kind = "preference"
	KindContext     Kind = "context"
	KindQuestion    Kind = "question"
	KindTask        Kind = "task"
	KindError       Kind = "error"
)

// Kinds lists every kind, in the order of their documentation.
func Kinds() []Kind {
	return []Kind{
		KindExperience, KindMessage, KindEpisode, KindFact, KindOpinion, KindUserFact, KindInsight, KindSummary,
		KindObservation, KindDecision, KindEvent, KindPlan, KindPreference, KindContext, KindQuestion, KindTask, KindError,
	}
}

// Valid reports whether k is a known kind.
func (k Kind) Valid() bool { return slices.Contains(Kinds(), k) }

// Episodic reports whether k tells what happened rather than what was concluded
// from it. Episodic records fade with a half-life of 30 days in ranking, the
// others with one of 90.
func (k Kind) Episodic() bool {
	switch k {
	case KindExperience, KindMessage, KindEpisode, KindEvent, KindObservation:
		return true
	}
	return false
}

// Category sorts records by what they are about (000-04).
type Category string

// The categories.
const (
	CategoryDecision   Category = "decision"
	CategoryFact       Category = "fact"
	CategoryEvent      Category = "event"
	CategoryPlan       Category = "plan"
	CategoryPreference Category = "preference"
	CategoryContext    Category = "context"
	CategoryInsight    Category = "insight"
	CategoryQuestion   Category = "question"
	CategoryTask       Category = "task"
	CategoryError      Category = "error"
)

// Categories lists every category.
func Categories() []Category {
	return []Category{
		CategoryDecision, CategoryFact, CategoryEvent, CategoryPlan, CategoryPreference,
		CategoryContext, CategoryInsight, CategoryQuestion, CategoryTask, CategoryError,
	}
}

// Valid reports whether c is a known category.
func (c Category) Valid() bool { return slices.Contains(Categories(), c) }

// Quality grades a record from 1 (reject) to 5 (excellent) (000-05).
type Quality int

// The grades.
const (
	QualityReject    Quality = 1
	QualityPoor      Quality = 2
	QualityFair      Quality = 3
	QualityGood      Quality = 4
	QualityExcellent Quality = 5
)

// Valid reports whether q is one of the five grades.
func (q Quality) Valid() bool { return q >= QualityReject && q <= QualityExcellent }

// String names the grade.
func (q Quality) String() string {
	switch q {
	case QualityReject:
		return "reject"
	case QualityPoor:
		return "poor"
	case QualityFair:
		return "fair"
	case QualityGood:
		return "good"
	case QualityExcellent:
		return "excellent"
	}
	return "unknown"
}

// Persona separates the spheres of a user's life (000-06).
type Persona string

// The personas.
const (
	PersonaPersonal  Persona = "personal"
	PersonaTechnical Persona = "technical"
	PersonaSocial    Persona = "social"
)

// Personas lists every persona.
func Personas() []Persona { return []Persona{PersonaPersonal, PersonaTechnical, PersonaSocial} }

// Valid reports whether p is a known persona.
func (p Persona) Valid() bool { return slices.Contains(Personas(), p) }

// Status is where a record stands in its life (004-08).
type Status string

// The states. Aging is computed on read from active (I7) and stored only when a
// caller asks for it.
const (
	StatusActive      Status = "active"
	StatusAging       Status = "aging"
	StatusSuperseded  Status = "superseded"
	StatusInvalidated Status = "invalidated"
	StatusArchived    Status = "archived" // summed up, kept as a source, not recalled
)

// Statuses lists every state.
func Statuses() []Status {
	return []Status{StatusActive, StatusAging, StatusSuperseded, StatusInvalidated, StatusArchived}
}

// Valid reports whether s is a known state.
func (s Status) Valid() bool { return slices.Contains(Statuses(), s) }

// Live reports whether records in this state are recalled by default.
func (s Status) Live() bool { return s == StatusActive || s == StatusAging }

// TTL is a policy of expiry (000-16).
type TTL string

// The policies: a record expires with its session, after a day, after a week
// or never. The empty policy means that only ExpiresAt counts.
const (
	TTLSession TTL = "session"
	TTLDay     TTL = "day"
	TTLWeek    TTL = "week"
	TTLNever   TTL = "never"
)

// Valid reports whether t is a known policy; the empty one is.
func (t TTL) Valid() bool {
	return t == "" || t == TTLSession || t == TTLDay || t == TTLWeek || t == TTLNever
}

// EntityType says what an entity is. The thirteen constants are the ones found
// without an ontology (000-02); a domain may add its own ("customer",
// "sales_order"), in lower case with underscores.
type EntityType string

// The built-in entity types.
const (
	EntityPerson       EntityType = "person"
	EntityLocation     EntityType = "location"
	EntityOrganization EntityType = "org"
	EntityDate         EntityType = "date"
	EntityTime         EntityType = "time"
	EntityAction       EntityType = "action"
	EntityObject       EntityType = "object"
	EntityEvent        EntityType = "event"
	EntityConcept      EntityType = "concept"
	EntityMetric       EntityType = "metric"
	EntityCode         EntityType = "code"
	EntityFile         EntityType = "file"
	EntityURL          EntityType = "url"
)

// EntityTypes lists the built-in entity types.
func EntityTypes() []EntityType {
	return []EntityType{
		EntityPerson, EntityLocation, EntityOrganization, EntityDate, EntityTime, EntityAction, EntityObject,
		EntityEvent, EntityConcept, EntityMetric, EntityCode, EntityFile, EntityURL,
	}
}

// Valid reports whether t is a well-formed type name: a lower-case letter, then
// lower-case letters, digits and underscores, 64 at most.
func (t EntityType) Valid() bool { return validName(string(t)) }

// RelationType names how two entities are related. The seven constants are the
// ones of requirement 000-03; a domain may add its own.
type RelationType string

// The built-in relation types.
const (
	RelationPartOf    RelationType = "part_of"
	RelationLocatedAt RelationType = "located_at"
	RelationWorksFor  RelationType = "works_for"
	RelationCreated   RelationType = "created"
	RelationUsed      RelationType = "used"
	RelationMentioned RelationType = "mentioned"
	RelationRelatedTo RelationType = "related_to"
)

// RelationTypes lists the built-in relation types.
func RelationTypes() []RelationType {
	return []RelationType{
		RelationPartOf, RelationLocatedAt, RelationWorksFor, RelationCreated,
		RelationUsed, RelationMentioned, RelationRelatedTo,
	}
}

// Valid reports whether t is a well-formed relation name.
func (t RelationType) Valid() bool { return validName(string(t)) }

// Stance says how evidence bears on what it is evidence for.
type Stance string

// The stances of evidence.
const (
	StanceSupports    Stance = "supports"
	StanceContradicts Stance = "contradicts"
	StanceSummarises  Stance = "summarises"
)

// Valid reports whether s is a known stance.
func (s Stance) Valid() bool {
	return s == StanceSupports || s == StanceContradicts || s == StanceSummarises
}

// MentionRole says what part an entity plays in a record.
type MentionRole string

// The roles.
const (
	RoleMention MentionRole = "mention"
	RoleSubject MentionRole = "subject"
	RoleObject  MentionRole = "object"
)

// Valid reports whether r is a known role.
func (r MentionRole) Valid() bool { return r == RoleMention || r == RoleSubject || r == RoleObject }

// Cardinality bounds how many objects one subject may have under a rule.
type Cardinality string

// The cardinalities. The "…_to_one" ones make a predicate single-valued.
const (
	OneToOne   Cardinality = "one_to_one"
	OneToMany  Cardinality = "one_to_many"
	ManyToOne  Cardinality = "many_to_one"
	ManyToMany Cardinality = "many_to_many"
)

// Valid reports whether c is a known cardinality.
func (c Cardinality) Valid() bool {
	return c == OneToOne || c == OneToMany || c == ManyToOne || c == ManyToMany
}

// SingleValued reports whether a subject has at most one object at a time.
func (c Cardinality) SingleValued() bool { return c == OneToOne || c == ManyToOne }

func validName(s string) bool {
	if s == "" || len(s) > MaxName || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return true
}
