package lexical

// Kind is what a clause's text is.
type Kind uint8

// The kinds of clause.
const (
	Words  Kind = iota // any of the words, each scored on its own
	Phrase             // the words side by side and in order, in one field
	Prefix             // words that begin with the text (at most 256 of them, the most frequent)
	Exact              // the whole text as one word: a code, an address, a name; never stemmed nor split
)

// Occur is what a clause asks of a record.
type Occur uint8

// The roles of a clause.
const (
	Should  Occur = iota // adds to the score
	Must                 // adds to the score; records that do not match are left out
	MustNot              // records that match are left out
)

// Clause is one condition of a [Query].
type Clause struct {
	Kind  Kind
	Occur Occur
	Text  string
	// In limits the clause to some fields. The zero value means all.
	In FieldSet
	// Weight multiplies what the clause adds. Zero means 1. It must not be negative.
	Weight float64
}

// Query is what to look for. Text is read as one [Words] clause that should match. A query without a Should or Must
// clause finds nothing.
type Query struct {
	Text    string
	Clauses []Clause
	// Language is the ISO 639-1 code of the text. Empty means: detect, else the index's default.
	Language string
}

// SearchOptions says how much of the answer is wanted.
type SearchOptions struct {
	// K is the greatest number of hits. Zero means 50; at most 10,000.
	K int
	// Candidates is how many records the first stage passes on to be scored with their surroundings. Zero means 4*K, at
	// least 200. It is never less than K.
	Candidates int
	// Budget, when set, is how many postings a question of plain words may read, more or less. Its rarest words, as far as the
	// budget goes and until half of what all could add to a score is theirs, choose half as many records again as are wanted, and
	// all words score these: a record that only common words bring forward may be missing. It does not matter where Allow leaves
	// fewer of the chosen than are wanted, for other queries, and in an index that is searched exhaustively.
	Budget int
	// OwnOnly scores records by their own fields alone, without neighbours and session.
	OwnOnly bool
	// Allow, when set, is asked for each record about to enter the answer; false leaves it out. It must be quick, must
	// not call the index, and must answer the same for the same ID during a search.
	Allow func(ID) bool
	// Explain fills Hit.Why.
	Explain bool
}

// Hit is one record found.
type Hit struct {
	ID    ID
	Score float64
	// Why explains the score. It is nil unless SearchOptions.Explain is set.
	Why *Explanation
}

// Explanation is a score as a tree: Value is made of the children's values as Text says.
type Explanation struct {
	Value    float64
	Text     string
	Children []Explanation `json:",omitempty"`
}

// QueryTerm is one word of a prepared query, after folding and stemming.
type QueryTerm struct {
	Text   string  // the word as asked
	Weight float64 // clause weight, lowered for a stop word
	DF     int     // live records that hold it or a variant of it, at most Len
	IDF    float64
	Rarity float64 // IDF as it were with a hundred records more that lack the word: few records make no word rare
	Stop   bool
	// Variants are the terms it stands for, the first being the likeliest, each with its share.
	Variants []Variant
}

// Variant is a term that a query word stands for.
type Variant struct {
	Term  string
	Share float64 // what one occurrence counts, 0..1
}

// Features are the parts of a record's score against a prepared query. All are >= 0 and computed with the index's
// [Params]; a record that is not in the index has Found false and all else zero.
type Features struct {
	Found bool
	// Score is what Search ranks by: Own with the surroundings joined in.
	Score float64
	// Own is BM25F over the record's own fields.
	Own float64
	// Length counts the words of the body that are not stop words.
	Length int
}

// Surroundings are the scores against a prepared query of what a record stands in. Both are >= 0, and 0 for a record that is
// not in the index.
type Surroundings struct {
	// Window is plain BM25 of the joined bodies, titles and captions of the records of its [Window].
	Window float64
	// Session is the session addend of the score before its weight; 0 without a session.
	Session float64
}

// Window are the records at most two steps away from a record, along the links between records that are in the index: the
// record itself, the previous and the next, and those beyond them; the zero ID where there is none.
type Window [5]ID

// Prev is the record before the window's own, and Next the one after it; the zero ID for none.
func (w *Window) Prev() ID { return w[1] }

// Next is like Prev.
func (w *Window) Next() ID { return w[2] }
