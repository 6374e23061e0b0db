package ledger

import (
	"context"
	"iter"
	"time"

	"github.com/lukasadb/lukasa/schema"
)

// Ledger is an open ledger. It is safe for concurrent use.
type Ledger struct{}

// Open opens the ledger in dir, creating it if there is none.
func Open(dir string, opts Options) (*Ledger, error) { panic("soon") }

// Close flushes the usage counters and closes the ledger. Idempotent; waits for running views and updates.
func (l *Ledger) Close() error { panic("soon") }

// View runs fn on a consistent snapshot.
func (l *Ledger) View(ctx context.Context, fn func(*Reader) error) error { panic("soon") }

// ViewDurable is View on a snapshot all of which is already on stable storage: what appliers of views read.
func (l *Ledger) ViewDurable(ctx context.Context, fn func(*Reader) error) error { panic("soon") }

// Update runs fn as one transaction and returns when it is durable.
func (l *Ledger) Update(ctx context.Context, fn func(*Tx) error) error { panic("soon") }

// Seq is the sequence of the last committed change; DurableSeq of the last synced one.
func (l *Ledger) Seq() uint64 { panic("soon") }

// DurableSeq is the sequence of the last change on stable storage.
func (l *Ledger) DurableSeq() uint64 { panic("soon") }

// Wait returns the durable sequence once it exceeds after.
func (l *Ledger) Wait(ctx context.Context, after uint64) (uint64, error) { panic("soon") }

// TrimFeed forgets the changes up to and including upto.
func (l *Ledger) TrimFeed(ctx context.Context, upto uint64) error { panic("soon") }

// Reclaim rewrites what purged objects lay in; when it returns nil, none of their bytes is left in any file.
// Trim the feed first: it names the keys of purged objects until every view has heard of them.
func (l *Ledger) Reclaim(ctx context.Context) error { panic("soon") }

// Touch counts accesses in memory; they are written in the background.
func (l *Ledger) Touch(touches ...Touch) error { panic("soon") }

// FlushUsage writes the counters gathered so far.
func (l *Ledger) FlushUsage(ctx context.Context) error { panic("soon") }

// Check verifies L3 to L6 and yields each disagreement.
func (l *Ledger) Check(ctx context.Context) iter.Seq2[Problem, error] { panic("soon") }

// Backup writes a consistent copy of the ledger, by hard links where it can, into dir, which must not exist.
func (l *Ledger) Backup(ctx context.Context, dir string) error { panic("soon") }

// Digest is a SHA-256 over every version of every object, in key order, as hex.
func (l *Ledger) Digest(ctx context.Context) (string, error) { panic("soon") }

// Problem is one disagreement found by Check.
type Problem struct {
	Invariant string // "L3" … "L6"
	Object    string // type and key, printable
	Detail    string
}

// Touch is a use of a record.
type Touch struct {
	Agent      string
	ID         schema.ID
	At         time.Time // zero: no access, only reinforcement
	Accessed   int       // how many accesses to add
	Reinforced int       // how many retentions of the same content to add
}

// Reader reads one snapshot. It is valid inside its function only, and for one goroutine at a time.
type Reader struct{}

// Seq is the last change this snapshot contains.
func (r *Reader) Seq() uint64 { panic("soon") }

// Get returns the current version of an object, or ErrNotFound. Experiences come without Usage.
func (r *Reader) Get(t schema.ObjectType, key string) (schema.Object, error) { panic("soon") }

// Load is Get for one type of object.
func Load[T schema.Object](r *Reader, key string) (T, error) { panic("soon") }

// Experience returns the current version of a record with its Usage, or ErrNotFound.
func (r *Reader) Experience(id schema.ID) (*schema.Experience, error) { panic("soon") }

// Experiences returns records in the order of ids; nil where there is none.
func (r *Reader) Experiences(ids []schema.ID) ([]*schema.Experience, error) { panic("soon") }

// Usage returns the counters of a record; zero if it was never used.
func (r *Reader) Usage(id schema.ID) (schema.Usage, error) { panic("soon") }

// Version is one version of an object.
type Version struct {
	Object  schema.Object // nil for a deletion
	Number  int           // from 1
	Seq     uint64        // the change that wrote it
	Stamp   time.Time     // when it was written
	Deleted bool
}

// Current returns the newest version, a deletion included.
func (r *Reader) Current(t schema.ObjectType, key string) (Version, error) { panic("soon") }

// History yields the versions of an object, newest first, deletions included.
func (r *Reader) History(t schema.ObjectType, key string) iter.Seq2[Version, error] { panic("soon") }

// AsOf returns the version that was current at that moment of recorded time.
func (r *Reader) AsOf(t schema.ObjectType, key string, at time.Time) (Version, error) { panic("soon") }

// At returns the version that was current after change seq.
func (r *Reader) At(t schema.ObjectType, key string, seq uint64) (Version, error) { panic("soon") }

// Objects yields the current objects of a type whose key begins with prefix, in key order.
func (r *Reader) Objects(t schema.ObjectType, prefix string) iter.Seq2[schema.Object, error] {
	panic("soon")
}

// Scan yields the records of an agent that an index holds, newest first, without reading them.
func (r *Reader) Scan(agent string, in Index, s Scan) iter.Seq2[Entry, error] { panic("soon") }

// Count counts what Scan would yield, up to limit (0: no limit).
func (r *Reader) Count(agent string, in Index, s Scan, limit int) (int, error) { panic("soon") }

// Entry is one hit of a scan.
type Entry struct {
	ID   schema.ID
	Time time.Time // the time the index is ordered by
}

// Cursor is where a scan may resume after this entry: stable, opaque, URL-safe.
func (e Entry) Cursor() Cursor { panic("soon") }

// Cursor resumes a scan. Empty: from the start.
type Cursor string

// Scan bounds a scan.
type Scan struct {
	From        time.Time // inclusive; zero: no bound
	To          time.Time // exclusive; zero: no bound
	OldestFirst bool
	After       Cursor
}

// Index names a set of records kept in the order of a time.
type Index struct{}

// Everything is every record, by event time.
func Everything() Index { panic("soon") }

// OfKind is the records of any of these kinds.
func OfKind(kinds ...schema.Kind) Index { panic("soon") }

// Importance is the records of importance lo to hi, inclusive.
func Importance(lo, hi int) Index { panic("soon") }

// Tagged is the records with any of these tags, each once.
func Tagged(tags ...string) Index { panic("soon") }

// InSession is the records of one session: OldestFirst is the order of FOLLOWED_BY.
func InSession(session string) Index { panic("soon") }

// InCategory is the records of a category, of any persona if none is named.
func InCategory(c schema.Category, personas ...schema.Persona) Index { panic("soon") }

// Graded is the records of a range of quality.
func Graded(g Grade) Index { panic("soon") }

// Grade selects records by quality.
type Grade struct {
	Min, Max   schema.Quality   // inclusive; zero: no bound
	Personas   []schema.Persona // none: any
	Verified   bool             // only verified ones
	Unverified bool             // only unverified ones
}

// Resolved is the records whose relative date was resolved, by that date.
func Resolved() Index { panic("soon") }

// Expiring is the records with an expiry, by it, permanent ones left out.
func Expiring() Index { panic("soon") }

// Accessed is the records ever accessed, by last access as of the last flush.
func Accessed() Index { panic("soon") }

// WithHash is the records with this content hash.
func WithHash(hash string) Index { panic("soon") }

// FromPath is the records read from this source path.
func FromPath(path string) Index { panic("soon") }

// OfUser is the records about or by this user.
func OfUser(user string) Index { panic("soon") }

// Mentioning is the records that mention an entity.
func Mentioning(entity schema.EntityKey) Index { panic("soon") }

// Stating is the statements about a subject, with this predicate or, if empty, any.
func Stating(subject schema.EntityKey, predicate string) Index { panic("soon") }

// Digesting is the summaries of a scope.
func Digesting(scope, identifier string) Index { panic("soon") }

// Referring is the records that refer to target in this way.
func Referring(how Reference, target schema.ID) Index { panic("soon") }

// Reference is a way in which one record refers to another.
type Reference byte

// The ways.
const (
	ByEvidence Reference = iota + 1
	BySupersedes
	ByParent
	ByRelated
	BySimilar
)

// Relations yields the relations from, to, or (Either) at an entity, by type and other end.
func (r *Reader) Relations(agent string, entity schema.EntityKey, d Direction) iter.Seq2[*schema.Relation, error] {
	panic("soon")
}

// Direction says which end of a relation an entity is.
type Direction byte

// The directions.
const (
	Either Direction = iota
	Outgoing
	Incoming
)

// AliasesOf yields the aliases of an entity; AliasesFor those with exactly this text.
func (r *Reader) AliasesOf(agent string, entity schema.EntityKey) iter.Seq2[*schema.Alias, error] {
	panic("soon")
}

// AliasesFor yields the aliases with exactly this text.
func (r *Reader) AliasesFor(agent, text string) iter.Seq2[*schema.Alias, error] { panic("soon") }

// AgentInfo is what is known of an agent (002-02).
type AgentInfo struct {
	Name       string
	FirstSeen  time.Time // of its oldest record
	LastActive time.Time // of its newest record
	Total      int       // records that are current
	Objects    map[schema.ObjectType]int
}

// Agents yields the agents in order of name.
func (r *Reader) Agents() iter.Seq2[AgentInfo, error] { panic("soon") }

// Agent returns one of them, or ErrNotFound.
func (r *Reader) Agent(name string) (AgentInfo, error) { panic("soon") }

// Op says what happened to an object.
type Op byte

// The operations.
const (
	OpPut Op = iota + 1
	OpDelete
	OpPurge
)

// Change is one entry of the feed.
type Change struct {
	Seq   uint64
	Op    Op
	Type  schema.ObjectType
	Key   string
	Agent string
}

// Changes yields the feed after a sequence, oldest first, or ErrTrimmed.
func (r *Reader) Changes(after uint64) iter.Seq2[Change, error] { panic("soon") }

// Vector returns the vector kept for a record by a generation of a model, or ErrNotFound. The bytes are the caller's.
func (r *Reader) Vector(generation string, id schema.ID) ([]byte, error) { panic("soon") }

// Vectors yields the vectors of a generation in order of id; the bytes are valid until the next step.
func (r *Reader) Vectors(generation string) iter.Seq2[Vector, error] { panic("soon") }

// Vector is one kept vector.
type Vector struct {
	ID   schema.ID
	Data []byte
}

// Tx is one transaction: a Reader that sees its own writes, and the writes.
type Tx struct{ Reader }

// Put appends a version of obj and makes it current. It fills in Version, Updated and, on the first version, Recorded
// where it is zero. obj may be reused afterwards.
func (tx *Tx) Put(obj schema.Object) error { panic("soon") }

// PutVersion is Put if the current version is want (0: none may exist), and a VersionError otherwise.
func (tx *Tx) PutVersion(obj schema.Object, want int) error { panic("soon") }

// Delete appends a tombstone, or returns ErrNotFound.
func (tx *Tx) Delete(t schema.ObjectType, key string) error { panic("soon") }

// Purge removes every version of an object, or returns ErrNotFound. The bytes go with the next Reclaim.
func (tx *Tx) Purge(t schema.ObjectType, key string) error { panic("soon") }

// Touch adds to the counters of a record within the transaction.
func (tx *Tx) Touch(t Touch) error { panic("soon") }

// PutVector keeps a vector for a record.
func (tx *Tx) PutVector(generation string, id schema.ID, data []byte) error { panic("soon") }

// DropVectors removes every vector of a generation.
func (tx *Tx) DropVectors(generation string) error { panic("soon") }
