package claim

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// builder makes tokens of words.
type builder struct {
	words  []word
	tokens []token

	at      int    // the word in hand
	phrase  int    // the token with which the phrase began
	inside  int    // that behind its preposition
	is      flags  // of the phrase that begins with the next token, and of the next token
	been    flags  // of the tokens behind a form of "is" in the phrase
	marked  bool   // the phrase has a preposition
	before  *entry // a preposition that may be left out, waiting for what it stands before
	whose   *entry // waits likewise
	thing   int    // the token with which the last thing began
	of      []genitive
	counted int  // the word behind the last figure or unit
	upTo    bool // "at most" was said in this clause
}

func (b *builder) build() {
	b.begin(parts, false)
	for b.at < len(b.words) {
		w := &b.words[b.at]
		switch {
		case w.ends:
			b.begin(parts, false)
		case w.comma:
			b.begin(0, false)
		}
		if !b.figure() {
			b.word(w)
			b.at++
		}
	}
	b.begin(0, false)
	b.sortPairs()
}

// begin ends a phrase and begins the next.
func (b *builder) begin(is flags, hasMark bool) {
	before, whose := b.before, b.whose
	b.before, b.whose = nil, nil
	for _, e := range [...]*entry{before, whose} { // they stand before nothing: "turn it on", "phone her"
		if e != nil {
			b.put(token{id: e.id})
		}
	}
	b.turnGenitives()
	if is&parts != 0 {
		b.upTo = false
	}
	b.phrase, b.inside, b.thing, b.marked = len(b.tokens), len(b.tokens), len(b.tokens), hasMark
	b.is |= is | begins
	b.been = 0
}

// boundary begins a phrase where a thing begins behind one that has a preposition, and is not what that is of.
func (b *builder) boundary() {
	if b.marked && len(b.tokens) > b.inside && !b.reads(b.at-1, "of") {
		b.begin(0, false)
	}
}

// put adds a token to the phrase.
func (b *builder) put(t token) {
	t.is |= b.is | b.been
	b.is = 0
	if n := len(b.tokens); t.is&past != 0 && n > b.phrase && b.tokens[n-1].is&possessed != 0 { // "the kettle's broken"
		t.is |= been
	}
	if b.marked && t.is&begins != 0 {
		t.is |= marked
	}
	if b.before != nil {
		t.before = b.before.id
	}
	if b.whose != nil {
		t.whose = b.whose.id
	}
	b.before, b.whose = nil, nil
	b.tokens = append(b.tokens, t)
}

// word takes in a word that is no figure.
func (b *builder) word(w *word) {
	e := w.known
	if e == nil {
		b.unknown(w)
		return
	}
	switch e.role {
	case optional:
	case article:
		b.boundary()
		b.thing = len(b.tokens)
		if w.key != "the" && (b.counted == b.at || b.counted > 0 && b.counted == b.at-1 && b.role(b.at+1) == unit) { // "25 a session", "25 calls a day"
			b.begin(0, true)
			b.put(token{id: table().words["per"].id})
		}
	case be:
		b.turnGenitives()
		b.is |= told
		b.been, b.thing = been, len(b.tokens)
	case possessive:
		b.boundary()
		b.thing, b.whose = len(b.tokens), e
	case subject:
		b.boundary()
		if w.possessed && w.key == "user" {
			b.whose = table().words["my"]
			return
		}
		b.put(token{id: e.id})
		b.thing = len(b.tokens)
	case weak:
		b.begin(0, true)
		b.before = e
	case strong, clause:
		b.link(w, e)
	default:
		b.say(w, e)
	}
}

// link begins a phrase with a preposition, or a clause.
func (b *builder) link(w *word, e *entry) {
	b.before = nil
	tells := b.tells(b.at + 1)
	switch {
	case tells && (w.key == "about" || w.key == "around"):
		b.put(token{id: table().words["approximately"].id})
		return
	case tells && w.key == "from": // "open from 9 to 5", "open 9 to 5"
		b.begin(0, true)
		b.before = e
		return
	case w.key == "to" && b.at+1 < len(b.words) && b.words[b.at+1].known != nil && b.words[b.at+1].known.is&acts != 0:
		return // of a verb
	case w.key == "to" && b.fromWhere():
	case e.role == clause && !(tells && w.key == "since"):
		b.begin(parts, false)
		if w.key == "that" && b.afterVerb() {
			return // "found that"
		}
	default:
		b.begin(0, true)
	}
	b.put(token{id: e.id, is: e.is})
	b.thing, b.inside = len(b.tokens), len(b.tokens)
}

// fromWhere tells whether the phrase says from where or when, so that "to" goes on with it.
func (b *builder) fromWhere() bool {
	if b.phrase == len(b.tokens) {
		return false
	}
	from, last := table().words["from"].id, &b.tokens[len(b.tokens)-1]
	first := &b.tokens[b.phrase]
	return first.id == from || first.before == from || last.is&(figure|dated) != 0 && b.tells(b.at+1)
}

// tells tells whether a figure or a word that tells when stands at a place.
func (b *builder) tells(at int) bool {
	if at >= len(b.words) {
		return false
	}
	if e := b.words[at].known; e != nil {
		switch e.role {
		case number, ordinal, month, clock:
			return true
		}
		return e.is&dated != 0
	}
	key := b.words[at].key
	return key != "" && isDigit(key[0])
}

// afterVerb tells whether a verb was the last word.
func (b *builder) afterVerb() bool {
	return b.at > 0 && b.words[b.at-1].known != nil && b.words[b.at-1].known.is&acts != 0
}

// say adds a word that the table knows.
func (b *builder) say(w *word, e *entry) {
	switch {
	case w.key == "anymore" && b.notAnymore(), e.id == atMost().id && b.upTo:
		return
	case e.id == atMost().id:
		b.upTo = true
	case e.is&denies != 0 && len(b.tokens) == b.phrase: // "tabs, not spaces"
		b.marked = true
	case e.is&acts != 0:
		b.turnGenitives()
	}
	t := token{id: e.id, is: e.is}
	if e.role == short && b.reads(b.at-1, "per") {
		t.id = e.short
	}
	if w.possessed {
		t.is |= possessed
	}
	b.put(t)
	switch {
	case w.key == "no":
		b.hasNot()
	case e.is&acts != 0:
		b.thing = len(b.tokens)
	}
}

// hasNot writes "has no" as "has not", and that as "does not have".
func (b *builder) hasNot() {
	n := len(b.tokens)
	if n < b.phrase+2 || b.tokens[n-2].is&acts == 0 {
		return
	}
	verb, no := &b.tokens[n-2], &b.tokens[n-1]
	no.id = table().words["not"].id
	swap(verb, no)
}

// nearby is how many tokens back a word is looked for, so that work stays linear.
const nearby = 16

// notAnymore makes the "not" of a phrase "no longer", if there is one.
func (b *builder) notAnymore() bool {
	for i := max(b.phrase, len(b.tokens)-nearby); i < len(b.tokens); i++ {
		if t := &b.tokens[i]; t.id == table().words["not"].id {
			t.id = table().words["nolonger"].id
			return true
		}
	}
	return false
}

func atMost() *entry { return table().words["atmost"] }

// unknown adds a word that the table does not know.
func (b *builder) unknown(w *word) {
	if w.key == "of" && len(b.tokens) > b.thing && len(b.of) < nearby {
		b.of = append(b.of, genitive{b.thing, len(b.tokens)})
		b.thing = len(b.tokens)
		return
	}
	key := text.Plain(w.key)
	if n := len(b.tokens); n > 0 && b.tokens[n-1].id == table().words["user"].id { // "I swim", "the user swims"
		key = bareVerb(key)
	}
	t := token{id: identify(key)}
	switch {
	case w.possessed:
		t.is = possessed
	case key == "of": // of what: another thing
		t.is = turns
	case strings.HasSuffix(key, "ed"):
		t.is = past
	}
	if traits.Negates(w.key) { // of a few words in another language
		t.is |= denies
	}
	b.put(t)
}

// bareVerb takes the ending of "swims" and "watches" off.
func bareVerb(verb string) string {
	n := len(verb)
	switch {
	case n < 4 || verb[n-1] != 's' || verb[n-2] == 's':
		return verb
	case n > 4 && verb[n-2] == 'e' && (verb[n-3] == 'h' || verb[n-3] == 's' || verb[n-3] == 'x'):
		return verb[:n-2]
	}
	return verb[:n-1]
}
