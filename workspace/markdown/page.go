package markdown

import "time"

// Kind says what a block is, in the words of the format.
type Kind string

// The kinds of block, and the prefix that each has in a Retain section (003-06).
const (
	World       Kind = "world"       // W: a fact about the world
	Experience  Kind = "experience"  // B: what the agent did (biographical)
	Opinion     Kind = "opinion"     // O: a belief with a confidence
	Observation Kind = "observation" // S: an observation or summary; also whatever is told outside of Retain
)

// Prefix returns the letter that marks a bullet of this kind.
func (k Kind) Prefix() string {
	switch k {
	case World:
		return "W"
	case Experience:
		return "B"
	case Opinion:
		return "O"
	}
	return "S"
}

// Page is a parsed file.
type Page struct {
	Front    Front
	Title    string // of the front matter, else the first heading of level one
	Blocks   []Block
	Sections []Section // named Retain
	Regions  []Region
	Problems []Problem
	// Conflicts of a merge that nobody has resolved.
	Conflicts []Conflict
}

// Conflict is where a merge left both sides of what two writers changed.
type Conflict struct {
	Line       int // that begins it, from 1
	Start, End int // bytes, from the first mark to the end of the last
}

// Front is what Lukasa reads of a page's front matter. Fields it does not know
// are ignored.
type Front struct {
	Title   string
	Date    time.Time // of "date" or "updated", to the day
	Aliases []string
}

// Block is one thing that a page tells.
type Block struct {
	Kind Kind
	// Typed tells that the kind was said, by a prefix or by the page, and not
	// merely assumed.
	Typed bool
	// Text without the prefix and the leading entities: lines joined, entities
	// of HTML and escapes resolved, comments dropped.
	Text string
	// Subjects are the @entities before the colon, Mentions those in the text,
	// as written, without the sign; each once.
	Subjects []string
	Mentions []string
	// Confidence of an opinion, 0 to 1, where Rated says that one is given.
	Confidence float64
	Rated      bool
	// Headings above the block, outermost first.
	Headings []string
	// Region that the block stands in, or "". A region in which a merge has left a
	// conflict is nobody's edit.
	Region string
	// Quotes is the path of the page that tells the block, where this is but a line which was of a
	// region of facts; else "". Inferred tells that it was inferred there.
	Quotes   string
	Inferred bool
	// Evidence and Updated end a line of the opinions page; see [Evidence].
	Evidence []Evidence
	Updated  time.Time

	Line, LineEnd int // from 1, inclusive
	Start, End    int // bytes [Start, End) of the page
}

// Problem is a line that does not follow the format. It stays as it is.
type Problem struct {
	Line   int    `json:"line"`   // from 1
	Column int    `json:"column"` // in bytes, from 1
	Text   string `json:"text"`   // of the line, at most 120 bytes
	Reason string `json:"reason"`
}

// Section is a Retain section: its heading and all up to the next heading of its
// level or above.
type Section struct {
	Level      int
	Start, End int // bytes
}

// Region is a part of a page that Lukasa keeps.
type Region struct {
	Name string
	// Edited tells that a person has changed the body since it was written.
	Edited     bool
	Start, End int // bytes of the whole region, markers and their line ends included
	Body       int // byte where the body begins
	BodyEnd    int // and ends
}

// Options say how a page is read. The zero value is a page of no special role.
type Options struct {
	// Kind of list items outside of Retain sections, on a page that has one; a
	// prefix overrules it. Paragraphs are observations on any page.
	Kind Kind
	// Subject is an entity that the whole page is about, or "".
	Subject string
}
