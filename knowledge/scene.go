package knowledge

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/knowledge/mention"
	"github.com/lukasadb/lukasa/schema"
)

// heard is somebody or something that a text speaks of: by a name, by a pronoun, or by a noun alone, which
// names nothing but may be what the next pronoun means.
type heard struct {
	key        schema.EntityKey // empty: nothing that is named
	others     []schema.EntityKey
	start, end int32 // bytes; equal: the caller says so, without a place
	back       int16 // records ago
	sentence   int16
	clause     int16
	who        int16 // whose profile is that of the key, among the antecedents
	subject    bool  // its clause begins with it
	follows    bool  // it is joined by "and" to the one heard before
	unsure     bool  // another may have been meant
	clues      clues
}

// sort is the type of what was heard, as far as it is told by more than a name: Ingrid Marie, who is a
// person by her name, may be a ship by what is said of her.
func (h *heard) sort() schema.EntityType {
	first, _, _ := strings.Cut(h.key.Name(), " ")
	if t := h.key.Type(); t != schema.EntityPerson || !givenName(first) {
		return t
	}
	return schema.EntityObject
}

// scene is what a text speaks of, in its order.
type scene []heard

// mostHeard bounds what is kept of a text: what was said last is what is pointed at.
const mostHeard = 64

// sceneReader reads a scene, word by word.
type sceneReader struct {
	s        string
	words    []mention.Word
	mentions []schema.Mention // that have a place, in its order
	pointers []pointer        // in their order
	out      scene

	sentence, clause int16
	fresh            bool // nothing but words that say nothing stands before in the clause
}

// readScene reads what a text speaks of, by its mentions and by its words.
func readScene(s string, words []mention.Word, mentions []schema.Mention, points []pointer) scene {
	r := sceneReader{s: s, words: words, pointers: points, fresh: true, out: make(scene, 0, len(mentions)+len(points)+4)}
	for _, m := range mentions {
		if m.End > m.Start {
			r.mentions = append(r.mentions, m)
			continue
		}
		r.out = append(r.out, heard{key: m.Entity, subject: m.Role == schema.RoleSubject, unsure: m.Unsure && !m.Coreference})
	}
	slices.SortStableFunc(r.mentions, func(a, b schema.Mention) int { return cmp.Compare(a.Start, b.Start) })
	for i := 0; i < len(r.words); {
		r.divide(i)
		i = r.read(i)
	}
	return r.out
}

// divide begins a sentence or a clause, where word i does.
func (r *sceneReader) divide(i int) {
	if i == 0 {
		return
	}
	gap := r.gap(i)
	sign := gap != " " // most words have no sign between them
	switch {
	case sign && (strings.ContainsAny(gap, "!?\n…") || strings.Contains(gap, ".") && strings.Contains(gap, " ") && !r.abbreviated(i-1)):
		r.sentence++
		fallthrough
	case sign && (strings.ContainsAny(gap, ",;:–—()") || strings.Contains(gap, " - ")), clauseWords.Has(r.words[i].Key):
		r.clause++
		r.fresh = true
	}
}

// abbreviated tells whether a point behind a word need not end a sentence.
func (r *sceneReader) abbreviated(i int) bool {
	w := r.words[i]
	_, title := titles[w.Key]
	return title || utf8.RuneCountInString(w.Key) == 1
}

// gap is what stands before a word.
func (r *sceneReader) gap(i int) string {
	if i == 0 || i >= len(r.words) {
		return ""
	}
	return r.s[r.words[i-1].End:r.words[i].Start]
}

func (r *sceneReader) key(i int) string {
	if i < 0 || i >= len(r.words) {
		return ""
	}
	return r.words[i].Key
}

// joined tells whether nothing but a space or the point of an abbreviation stands before a word.
func (r *sceneReader) joined(i int) bool {
	gap := r.gap(i)
	if gap != " " {
		gap = strings.TrimSpace(gap)
	}
	return i > 0 && i < len(r.words) && (gap == "" || gap == " " || gap == "." && r.abbreviated(i-1))
}

// read reads what begins with word i and returns the word behind it.
func (r *sceneReader) read(i int) int {
	w := r.words[i]
	for len(r.mentions) > 0 && r.mentions[0].Start < w.Start {
		r.mentions = r.mentions[1:]
	}
	for len(r.pointers) > 0 && r.pointers[0].start < w.Start {
		r.pointers = r.pointers[1:]
	}
	if len(r.mentions) > 0 && r.mentions[0].Start < w.End {
		return r.readMention(i)
	}
	if len(r.pointers) > 0 && r.pointers[0].start == w.Start {
		p := r.pointers[0]
		r.add(heard{start: int32(p.start), end: int32(p.end), clues: p.clues()})
		return r.wordBehind(i, p.end)
	}
	if c, n := r.unnamed(i); n > 0 {
		r.add(heard{start: int32(w.Start), end: int32(r.words[i+n-1].End), clues: c})
		return i + n
	}
	r.fresh = r.fresh && (leading.Has(w.Key) || determiners.Has(w.Key) || isNumber(w.Key))
	return i + 1
}

// readMention reads a mention, with those at the same place: "they" may be two.
func (r *sceneReader) readMention(i int) int {
	m := r.mentions[0]
	h := heard{key: m.Entity, start: int32(m.Start), end: int32(m.End), unsure: m.Unsure && !m.Coreference}
	for r.mentions = r.mentions[1:]; len(r.mentions) > 0 && r.mentions[0].Start == m.Start; r.mentions = r.mentions[1:] {
		h.others = append(h.others, r.mentions[0].Entity)
	}
	behind := r.wordBehind(i, m.End)
	h.clues = r.cluesOf(m, i, behind)
	if h.follows = r.followsAnd(i); h.follows { // what is done to one is done to the other
		last := r.out[len(r.out)-1].clues
		h.clues.acts, h.clues.tame = h.clues.acts || last.acts, h.clues.tame || last.tame
	}
	r.add(h)
	return behind
}

// followsAnd tells whether "and" alone stands between word i and the name heard before.
func (r *sceneReader) followsAnd(i int) bool {
	if len(r.out) == 0 || r.out[len(r.out)-1].key == "" {
		return false
	}
	between := strings.TrimSpace(r.s[r.out[len(r.out)-1].end:r.words[i].Start])
	return between == "and" || between == "&"
}

// wordBehind is the first word from i on that begins behind a place of the text.
func (r *sceneReader) wordBehind(i, end int) int {
	for i++; i < len(r.words) && r.words[i].Start < end; i++ {
	}
	return i
}

func (r *sceneReader) add(h heard) {
	h.sentence, h.clause, h.subject = r.sentence, r.clause, r.fresh || h.follows && r.out[len(r.out)-1].subject
	r.fresh = false
	r.out = append(r.out, h)
}

// unnamed reads a noun that no name stands beside, of n words: a person (mother, my boss), or anything behind
// "the", "a", "this" and the like.
func (r *sceneReader) unnamed(i int) (c clues, n int) {
	if many.Has(r.words[i].Key) {
		return clues{many: true, noun: noun{sort: someone}}, 1
	}
	at, determined := i, determiners.Has(r.words[i].Key) || r.genitive(i)
	if determined {
		at++
	} else if determined = r.joined(i) && owners.Has(r.key(i-1)); determined && text.StopIn(r.key(i)).Has(text.English) {
		return clues{}, 0
	}
	first := at
	for end := min(at+3, len(r.words)); at < end && (at == i || r.joined(at)); at++ {
		if len(r.mentions) > 0 && r.mentions[0].Start <= r.words[at].Start || len(r.pointers) > 0 && r.pointers[0].start <= r.words[at].Start {
			return clues{}, 0 // "my friend Anna" is no two, "the Corolla" is named
		}
		w := r.words[at].Key
		x, known := nounOf(w)
		switch {
		case known && (x.sort == someone || determined):
			if r.namedBehind(at + 1) {
				return clues{}, 0
			}
			return clues{many: x.many, noun: x}, at + 1 - i
		case !determined:
			at = i + 3
		case passing.Has(w):
			return clues{}, 0
		}
	}
	if r.joined(i+1) && severalAre.Has(r.key(i+1)) && text.StopIn(r.key(i)) == 0 { // "papers are wrong", "Chelsea were"
		return clues{many: true, noun: noun{sort: someone}}, 1
	}
	if !determined && r.joined(i+1) && r.fresh && copulas.Has(r.key(i+1)) && text.StopIn(r.key(i)) == 0 { // "site is bruised"
		return clues{noun: noun{sort: article}}, 1
	}
	if !determined || at == first || text.StopIn(r.key(first)).Has(text.English) {
		return clues{}, 0
	}
	plural := r.plural(first, at)
	if plural != "" && slices.ContainsFunc(agents, func(end string) bool { return strings.HasSuffix(plural, end) }) {
		return clues{many: true, noun: noun{sort: someone}}, 1
	}
	return clues{many: plural != "", noun: noun{sort: article}}, 1
}

// genitive tells whether word i is the "s" of a name's genitive, or may be.
func (r *sceneReader) genitive(i int) bool {
	return r.key(i) == "s" && len(r.out) > 0 && r.out[len(r.out)-1].key != "" && int(r.out[len(r.out)-1].end) == r.words[i-1].End
}

// namedBehind tells whether a name begins with word i, beside the one before, a title between them or not.
func (r *sceneReader) namedBehind(i int) bool {
	if _, title := titles[r.key(i)]; title && r.joined(i) {
		i++
	}
	return i < len(r.words) && r.joined(i) && len(r.mentions) > 0 && r.mentions[0].Start == r.words[i].Start
}

// plural is the one of some words that looks like a noun of several, if any.
func (r *sceneReader) plural(from, to int) string {
	for i := from; i < to; i++ {
		w := r.words[i].Key
		if leading.Has(w) || determiners.Has(w) {
			return ""
		}
		if len(w) > 3 && w[len(w)-1] == 's' && w[len(w)-2] != 's' && w[len(w)-2] != 'u' && w[len(w)-2] != 'i' || many.Has(w) {
			return w
		}
	}
	return ""
}

func isNumber(w string) bool { return w != "" && w[0] >= '0' && w[0] <= '9' }

// Words by which a text is divided.
var (
	// clauseWords begin a clause.
	clauseWords = text.Words(`although and because but if once since so that then though unless until when where which while who`)

	// leading are words that may stand before the subject of a clause.
	leading = text.Words(`about ah also although am and are because but can could did do does dear had has have honestly if is just maybe mr mrs ms miss dr
		no now ok okay oh once or our perhaps poor prof right since so sure that then though today unless until was well were when where while
		what why will would yeah yep yes yesterday captain good great thanks sorry how what as apparently btw anyway still my`)

	// determiners stand before nouns.
	determiners = text.Words(`a an another any each either every her his its my no our some that the their these this those your
		both few many most other several all two three four five six seven eight nine ten dozen`)

	// many are words for several, or for whoever it may be.
	many = text.Words(`anybody anyone children everybody everyone folk folks guys kids men nobody people police somebody someone staff women`)

	// owners are pronouns behind which what they have stands.
	owners = text.Words(`her his its their`)

	// severalAre are verbs behind a plural.
	severalAre = text.Words(`are aren have haven were weren`)

	// passing are nouns that no pronoun means: times and manners.
	passing = text.Words(`afternoon case day days end evening first hour hours kind last least lot minute minutes moment month months morning next night
		point present rest same second sort time times way week weekend weeks while year years`)
)
