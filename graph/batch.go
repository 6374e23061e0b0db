package graph

// Values are the properties of a node or an edge by column name. A missing or
// nil value is null, but for a text, which is empty then: the two are one. Types
// follow the column: string, []string, bool, int or int64, float64, time.Time
// (stored in UTC, to the microsecond) and uuid.UUID.
type Values map[string]any

// Key names one ledger object in the graph. Table is a node table or, for
// objects that own edges but have no node, one of schema.GraphOwners. ID is the
// node's primary key; an owner without a node may use any unique string.
//
// The id of an Experience is a UUID in its usual lower-case text form.
type Key struct {
	Table string
	ID    string
}

// Link is an edge to be written. From and To are the primary keys of the nodes
// of the edge table's ends. A link whose ends are not both in the graph when
// its batch has been applied is left out and counted in [Applied].Dangling.
type Link struct {
	Edge     string // an edge table
	From, To string
	Values   Values
}

// Element is a ledger object as it is now: its properties and all edges that it
// owns. Putting it replaces both.
type Element struct {
	Key
	Values Values
	Links  []Link
}

// Batch is a run of changes up to the ledger's sequence Watermark. Removals are
// applied before puts and nodes before edges; where a key is put more than once
// the last put counts. A removal takes the edges of other objects at the node
// along: they come back when their owners are put again.
//
// A batch whose changes reach only part of sequence n carries the watermark n-1.
type Batch struct {
	Watermark uint64
	Put       []Element
	Remove    []Key
}

// Applied tells what a batch did.
type Applied struct {
	Nodes    int // nodes written
	Edges    int // edges written
	Removed  int // objects removed that were there
	Dangling int // links left out because an end was missing
}

// Len returns the number of changes in the batch.
func (b Batch) Len() int { return len(b.Put) + len(b.Remove) }
