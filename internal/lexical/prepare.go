package lexical

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/lukasadb/lukasa/internal/text"
)

// What a variant of a query word counts, and the bounds of a query.
const (
	shareTyped   = 0.5 // the query has diacritics, the record lacks them
	shareUntyped = 0.8 // the query lacks diacritics, the record has them
	shareShort   = 0.9 // the query has a short name of a month or weekday
	weightPart   = 0.3 // a part of a code in the query
	maxPrefix    = 256
	maxClauses   = 64
	maxWords     = 1024 // in all clauses
	maxPhrase    = 64   // words of one phrase
	langShare    = 100  // a language is one the agent writes in if it has a hundredth of the records
)

// Prepared is an analysed query. It is safe for concurrent use.
type Prepared struct {
	x    *Index
	lang text.Lang
	// asked are the conditions in the order of the clauses.
	asked []asked

	mu       sync.Mutex // guards prefixes and kin
	prefixes map[string]*prefixed
	kin      map[string]*kindred

	standing standing
}

// Release gives memory to other queries. It is optional; no call is to be under way, nor to follow.
func (p *Prepared) Release() {
	p.standing.mu.Lock()
	defer p.standing.mu.Unlock()
	p.standing.clear()
}

// prefixed are the words of a state's lexicon that begin with a prefix, among the first seen of them.
type prefixed struct {
	s    *state
	seen int
	ids  []uint32
}

// asked is one condition: a word, a phrase, a prefix or an exact word.
type asked struct {
	kind   Kind
	occur  Occur
	clause int
	in     FieldSet
	weight float64
	stop   bool
	text   string   // as asked
	keys   []string // the word, or the words of the phrase
}

// Prepare analyses a query once for searching and for the features of any number of records. Frequencies and lengths are
// those of the time of each later call. It fails with ErrInvalid for a clause out of bounds and with ErrClosed after Close.
func (x *Index) Prepare(q Query) (*Prepared, error) {
	x.mu.RLock()
	closed := x.st == nil
	x.mu.RUnlock()
	if closed {
		return nil, ErrClosed
	}
	clauses := make([]Clause, 0, len(q.Clauses)+1)
	if q.Text != "" {
		clauses = append(clauses, Clause{Text: q.Text})
	}
	clauses = append(clauses, q.Clauses...)
	if len(clauses) > maxClauses {
		return nil, fmt.Errorf("%w: Query has %d clauses, more than %d", ErrInvalid, len(clauses), maxClauses)
	}
	lang, ok := text.ParseLang(q.Language)
	if !ok {
		return nil, fmt.Errorf("%w: Query.Language %q is not known", ErrInvalid, q.Language)
	}
	if lang == text.Und {
		var all strings.Builder
		for _, c := range clauses {
			all.WriteString(c.Text + " ")
		}
		lang = x.Tongue(all.String())
	}
	p := &Prepared{x: x, lang: lang}
	words := 0
	for i, c := range clauses {
		if err := c.validate(); err != nil {
			return nil, fmt.Errorf("%w in clause %d", err, i)
		}
		p.ask(i, c)
	}
	for _, a := range p.asked {
		words += len(a.keys)
	}
	if words > maxWords {
		return nil, fmt.Errorf("%w: Query has %d words, more than %d", ErrInvalid, words, maxWords)
	}
	p.weakenStops(x.params.Stop)
	return p, nil
}

func (c *Clause) validate() error {
	if c.Kind > Exact || c.Occur > MustNot {
		return fmt.Errorf("%w: Clause.Kind %d or Occur %d is not known", ErrInvalid, c.Kind, c.Occur)
	}
	if !(c.Weight >= 0 && c.Weight <= 1e6) {
		return fmt.Errorf("%w: Clause.Weight %v is not in [0, 1e6]", ErrInvalid, c.Weight)
	}
	if c.In>>NumFields != 0 {
		return fmt.Errorf("%w: Clause.In names unknown fields", ErrInvalid)
	}
	return nil
}

// ask adds the conditions of one clause.
func (p *Prepared) ask(clause int, c Clause) {
	base := asked{kind: c.Kind, occur: c.Occur, clause: clause, in: c.In, weight: c.Weight, text: c.Text}
	if c.Weight == 0 {
		base.weight = 1
	}
	var scan text.Scanner
	scan.Reset(c.Text)
	switch c.Kind {
	case Exact:
		base.keys = []string{text.Fold(strings.TrimSpace(c.Text))}
	case Prefix:
		base.keys = []string{text.Fold(strings.TrimSpace(c.Text))}
	case Phrase:
		for scan.Next() && len(base.keys) < maxPhrase {
			base.keys = append(base.keys, string(scan.Key()))
		}
		if len(base.keys) > 1 {
			break
		}
		scan.Reset(c.Text)
		fallthrough
	default:
		base.kind = Words
		for scan.Next() {
			p.askWord(base, string(scan.Key()))
		}
		return
	}
	if len(base.keys) > 0 && base.keys[0] != "" {
		p.asked = append(p.asked, base)
	}
}

// askWord adds a word, and the parts of a code as lesser words. A word asked twice in a clause weighs double.
func (p *Prepared) askWord(base asked, key string) {
	add := func(key string, weight float64) {
		for i := range p.asked {
			if a := &p.asked[i]; a.clause == base.clause && a.keys[0] == key {
				a.weight += weight
				return
			}
		}
		a := base
		a.keys, a.text, a.weight, a.stop = []string{key}, key, weight, text.Idle(key, p.lang)
		p.asked = append(p.asked, a)
	}
	add(key, base.weight)
	if base.occur != Should || text.ShapeOf(key) != text.Code {
		return
	}
	for _, part := range text.Expand(nil, key, text.Und)[1:] {
		add(part.Text, base.weight*weightPart)
	}
}

// weakenStops lowers the weight of stop words, unless the query has no other words.
func (p *Prepared) weakenStops(factor float64) {
	other := slices.ContainsFunc(p.asked, func(a asked) bool { return a.occur != MustNot && !a.stop })
	for i := range p.asked {
		if a := &p.asked[i]; other && a.stop {
			a.weight *= factor
		}
	}
}

// group is a condition resolved against a state: the terms that meet it.
type group struct {
	*asked
	variants []variant
	// places are the variants of each word of a phrase.
	places [][]variant
	df     int
	idf    float64
	late   bool // counts once the other words have chosen
}

type variant struct {
	term  uint32
	share float64
	part  bool // only a part of it is the word, or it of the word
}

// resolve finds the terms of every condition in s. The caller holds the index's lock.
func (p *Prepared) resolve(s *state) []group {
	langs := s.spoken(p.lang)
	groups := make([]group, len(p.asked))
	for i := range p.asked {
		a := &p.asked[i]
		g := group{asked: a}
		switch a.kind {
		case Words:
			g.variants = s.variants(a.keys[0], langs)
			if !a.stop {
				g.variants = p.withKin(s, g.variants, a.keys[0])
			}
		case Prefix:
			g.variants = p.prefixed(s, a.keys[0], langs)
		case Exact:
			g.variants = s.exact(a.keys[0], langs)
		case Phrase:
			s.phrase(&g, langs)
		}
		if a.kind != Phrase {
			g.df = s.frequency(g.variants)
			g.idf = idf(s.totals.live, g.df)
		}
		groups[i] = g
	}
	return groups
}

// idf is the weight of a word that df of n records have.
func idf(n, df int) float64 { return math.Log1p((float64(n-df) + 0.5) / (float64(df) + 0.5)) }

// unread are records that lack a word, beside those of the index.
const unread = 100

// rarity is the idf of a word, had the index a hundred records more, which lack it. By its own few records a word that none has
// would weigh twice what one does that a single record has, and what is asked would seem foreign to a memory that is merely young.
func rarity(n, df int) float64 { return idf(n+unread, df) }

// frequency is how many live records hold one of the variants, counted for each and capped. Words that have only a part in
// common with it make a word no commoner, unless no record has the word itself.
func (s *state) frequency(vs []variant) int {
	whole, parts := 0, 0
	for _, v := range vs {
		if v.part {
			parts += int(s.post.df(v.term))
		} else {
			whole += int(s.post.df(v.term))
		}
	}
	if whole == 0 {
		whole = parts
	}
	return min(whole, s.totals.live)
}

// spoken lists the languages to stem a query in: its own, the default, those the agent writes in, and none, as codes are
// not stemmed.
func (s *state) spoken(lang text.Lang) []text.Lang {
	langs := []text.Lang{lang, text.Und}
	if lang != s.lex.lang {
		langs = append(langs, s.lex.lang)
	}
	for l, n := range s.totals.langs {
		if n > 0 && n*langShare >= s.totals.live && !slices.Contains(langs, text.Lang(l)) {
			langs = append(langs, text.Lang(l))
		}
	}
	return langs
}

// variants lists the terms with live records that a word of a query stands for.
func (s *state) variants(key string, langs []text.Lang) []variant {
	var vs []variant
	add := func(term uint32, share float64) {
		if term == 0 || s.post.df(term) == 0 {
			return
		}
		if !slices.ContainsFunc(vs, func(v variant) bool { return v.term == term }) {
			vs = append(vs, variant{term: term, share: share})
		}
	}
	wholes := make([]string, 0, 4)
	for _, l := range langs {
		if w := text.Whole(key, l); !slices.Contains(wholes, w) {
			wholes = append(wholes, w)
			add(s.lex.find([]byte(w)), 1)
		}
	}
	for _, w := range wholes {
		if !wide(w) {
			var accented []uint32
			accented = append(accented, s.lex.plain[s.lex.find([]byte(w))]...)
			slices.SortFunc(accented, func(a, b uint32) int { return bytes.Compare(s.lex.text(a), s.lex.text(b)) })
			for _, t := range accented {
				add(t, shareUntyped)
			}
			continue
		}
		for _, form := range plainForms(w) {
			add(s.lex.find([]byte(form)), shareTyped)
		}
	}
	if long := shortNames[key]; long != "" {
		for _, l := range langs {
			add(s.lex.find([]byte(text.Whole(long, l))), shareShort)
		}
	}
	return vs
}

// shortNames are the short names of months and weekdays, as the date field has the long ones.
var shortNames = map[string]string{
	"jan": "january", "feb": "february", "mar": "march", "apr": "april", "jun": "june", "jul": "july", "aug": "august",
	"sep": "september", "sept": "september", "oct": "october", "nov": "november", "dec": "december", "mon": "monday",
	"tue": "tuesday", "tues": "tuesday", "wed": "wednesday", "thu": "thursday", "thurs": "thursday", "fri": "friday",
	"sat": "saturday", "sun": "sunday",
}

// prefixed lists the terms that begin with a prefix, the most frequent first, after those that are its stem.
func (p *Prepared) prefixed(s *state, prefix string, langs []text.Lang) []variant {
	vs := s.exact(prefix, langs)
	stems := len(vs)
	for _, id := range p.beginning(s, prefix) {
		if s.post.df(id) == 0 {
			continue
		}
		if !slices.ContainsFunc(vs[:stems], func(v variant) bool { return v.term == id }) {
			vs = append(vs, variant{term: id, share: 1})
		}
	}
	slices.SortFunc(vs[stems:], func(a, b variant) int {
		if c := cmp.Compare(s.post.df(b.term), s.post.df(a.term)); c != 0 {
			return c
		}
		return bytes.Compare(s.lex.text(a.term), s.lex.text(b.term))
	})
	return vs[:min(len(vs), maxPrefix)]
}

// beginning returns the words that begin with a prefix. The lexicon is not sorted: it is read through once, and then only
// what was added since.
func (p *Prepared) beginning(s *state, prefix string) []uint32 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.prefixes == nil {
		p.prefixes = map[string]*prefixed{}
	}
	c := p.prefixes[prefix]
	if c == nil || c.s != s {
		c = &prefixed{s: s, seen: 1}
		p.prefixes[prefix] = c
	}
	want := []byte(prefix)
	for ; c.seen < s.lex.words.Len(); c.seen++ {
		if bytes.HasPrefix(s.lex.text(uint32(c.seen)), want) {
			c.ids = append(c.ids, uint32(c.seen))
		}
	}
	return c.ids
}

// exact lists the terms of the word itself in every language; readings check that the word is the same.
func (s *state) exact(key string, langs []text.Lang) []variant {
	var vs []variant
	for _, l := range langs {
		id := s.lex.find([]byte(text.Whole(key, l)))
		if id == 0 || s.post.df(id) == 0 {
			continue
		}
		if !slices.ContainsFunc(vs, func(v variant) bool { return v.term == id }) {
			vs = append(vs, variant{term: id, share: 1})
		}
	}
	return vs
}

// phrase resolves the words of a phrase. Its postings are those of its rarest word, and its idf is the sum of theirs.
func (s *state) phrase(g *group, langs []text.Lang) {
	g.df = s.totals.live + 1
	for _, key := range g.keys {
		vs := s.variants(key, langs)
		df := s.frequency(vs)
		g.idf += idf(s.totals.live, df)
		g.places = append(g.places, vs)
		if df < g.df {
			g.df = df
			g.variants = g.variants[:0]
			for _, v := range vs {
				g.variants = append(g.variants, variant{term: v.term, share: 1})
			}
		}
	}
}

// Terms returns the words of the query with their weights and variants, as of now; nil after Close.
func (p *Prepared) Terms() []QueryTerm {
	p.x.mu.RLock()
	defer p.x.mu.RUnlock()
	if p.x.st == nil {
		return nil
	}
	var out []QueryTerm
	for _, g := range p.resolve(p.x.st) {
		if g.occur == MustNot {
			continue
		}
		q := QueryTerm{
			Text: g.text, Weight: g.weight, DF: g.df, IDF: g.idf, Rarity: rarity(p.x.st.totals.live, g.df), Stop: g.stop,
		}
		for _, v := range g.variants {
			q.Variants = append(q.Variants, Variant{string(p.x.st.lex.text(v.term)), v.share})
		}
		out = append(out, q)
	}
	return out
}
