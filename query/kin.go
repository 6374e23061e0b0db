package query

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/knowledge/names"
	"github.com/lukasadb/lukasa/schema"
)

// Whom the asker calls "my brother" most records call by name, once "my brother Ewan" was said. So the name is put behind the
// word, in English, where the asker has said one name of such a one and no other.

// kinRecords is how many of the records that have the word are read for the name.
const kinRecords = 32

// others are those who are somebody's and may be called by "the" as well: the landlord, the cat.
var others = func() map[string][]string {
	out := text.Alike(`boss
		manager
		supervisor
		landlord landlady
		roommate flatmate housemate
		neighbour
		teacher
		tutor
		coach
		therapist`)
	maps.Copy(out, text.Pets)
	return out
}()

// kinOf returns the words alike to a word, which may be a possessive; nil for any that is not of those who are somebody's.
func kinOf(word string) []string {
	word = strings.TrimSuffix(word, "'s")
	if words := text.Relatives[word]; words != nil {
		return words
	}
	return others[word]
}

// nameKin puts the names of those whom the asker calls "my" or "our" into the question, each behind its word.
func (s *scene) nameKin(ctx context.Context) error {
	asker := s.talk.I
	if asker == "" || !s.req.KnownAt.IsZero() || s.req.excludesText() {
		return nil
	}
	for _, w := range slices.Backward(kinIn(traits.Tokenize(s.text))) { // so that what stands before is as it was
		name, err := s.kinName(ctx, asker, kinOf(w.Word))
		if err != nil {
			return err
		}
		if name == "" || text.IndexWord(strings.ToLower(s.text), strings.ToLower(name)) >= 0 {
			continue
		}
		end := w.Start + len(spelt(s.text, w))
		s.text = s.text[:end] + " " + name + s.text[end:]
	}
	return nil
}

// kinIn returns the words for the speaker's own, such as brother in "my little brother", and the landlord.
func kinIn(tokens []traits.Token) (out []traits.Token) {
	for i := range tokens {
		the := i > 0 && tokens[i-1].Word == "the" && others[strings.TrimSuffix(tokens[i].Word, "'s")] != nil
		if the || kinOf(tokens[i].Word) != nil && ownAt(tokens, i) >= 0 {
			out = append(out, tokens[i])
		}
	}
	return out
}

// ownAt is where the "my" or "our" of a word stands, at most two words before it; -1 for none.
func ownAt(tokens []traits.Token, i int) int {
	for at := i - 1; at >= max(0, i-3); at-- {
		switch w := tokens[at]; {
		case w.Word == "my" || w.Word == "our":
			return at
		case text.StopIn(w.Word).Has(text.English) || kinOf(w.Word) != nil || strings.HasSuffix(w.Word, "'s"):
			return -1
		}
	}
	return -1
}

// kinName is the one name that the asker has said of somebody by one of the words; none where there are several. An index that
// cannot be had costs the name, not the answer.
func (s *scene) kinName(ctx context.Context, asker string, words []string) (string, error) {
	g := s.gate()
	hits, err := s.agent.Words().Search(ctx, lexical.Query{Text: strings.Join(words, " ")}, lexical.SearchOptions{
		K: kinRecords, OwnOnly: true, Budget: wordPostings(s.agent.Columns().Len()), Allow: func(id lexical.ID) bool { return g.admits(id) },
	})
	if err != nil {
		return "", ctx.Err()
	}
	ids := make([]schema.ID, len(hits))
	for i, h := range hits {
		ids[i] = schema.ID(h.ID)
	}
	name := ""
	err = s.reader.store.View(ctx, func(r *ledger.Reader) error {
		records, err := r.Experiences(inOrder(ids))
		for _, e := range records {
			if e == nil || e.Voice() != asker {
				continue
			}
			for _, said := range kinNames(e.Content, words) {
				if name != "" && !strings.EqualFold(name, said) {
					name = ""
					return err
				}
				name = said
			}
		}
		return err
	})
	return name, err
}

// kinNames lists the names that a text gives to one whom it calls "my" or "our" by one of the words: "my brother Ewan",
// "Ewan, my brother", "my landlord, Mr Costa", "my brother is called Ewan", "my brother's name is Ewan".
func kinNames(s string, words []string) (out []string) {
	tokens := traits.Tokenize(s)
	for i, t := range tokens {
		if !slices.Contains(words, strings.TrimSuffix(t.Word, "'s")) {
			continue
		}
		own := ownAt(tokens, i)
		if own < 0 {
			continue
		}
		next := i + 1
		for next < len(tokens) && next < i+3 && calling[tokens[next].Word] && beside(s, tokens, next-1, " ") {
			next++
		}
		owns := strings.HasSuffix(t.Word, "'s") // of "my brother's", only the name may follow
		switch {
		case next < len(tokens) && beside(s, tokens, next-1, " ") && (next > i+1 || !owns) && isCalled(tokens[next]):
			out = append(out, spelt(s, tokens[next]))
		case own > 0 && !owns && beside(s, tokens, own-1, ", ") && isCalled(tokens[own-1]) && explains(s, tokens, i):
			out = append(out, spelt(s, tokens[own-1]))
		case next == i+1 && next < len(tokens) && !owns && beside(s, tokens, i, ", "):
			name := behindTitle(s, tokens, next)
			called := tokens[name]
			called.First = called.First && name == next // the dot is the title's
			if isCalled(called) && explains(s, tokens, name) {
				out = append(out, spelt(s, called))
			}
		}
	}
	return out
}

var calling = text.Set("is named called name")

// beside tells whether exactly gap stands between a token and the next.
func beside(s string, tokens []traits.Token, i int, gap string) bool {
	return s[tokens[i].End:tokens[i+1].Start] == gap
}

// explains tells whether what ends with a token says who somebody is ("Ewan, my brother, sings") and is not one of several ("Ana, my
// brother and I").
func explains(s string, tokens []traits.Token, i int) bool {
	if i+1 == len(tokens) {
		return true
	}
	next := tokens[i+1]
	return strings.ContainsAny(s[tokens[i].End:next.Start], ",.;:!?)") && next.Word != "and" && next.Word != "or"
}

// isCalled tells whether a token is written like somebody's name: at the beginning of a sentence only a known one.
func isCalled(t traits.Token) bool {
	word := strings.TrimSuffix(t.Word, "'s")
	return t.Upper && len(word) > 1 && !text.Title(word) && !traits.Calendar[word] && !text.StopIn(word).Has(text.English) && !strings.Contains(word, "'") &&
		(!t.First || names.Given(word))
}

// behindTitle is where the name stands that a token is the title of, or the token itself.
func behindTitle(s string, tokens []traits.Token, i int) int {
	if text.Title(tokens[i].Word) && i+1 < len(tokens) && (beside(s, tokens, i, " ") || beside(s, tokens, i, ". ")) {
		return i + 1
	}
	return i
}

// spelt is a name as the text has it, not as a possessive.
func spelt(s string, t traits.Token) string {
	word := s[t.Start:t.End]
	if strings.HasSuffix(t.Word, "'s") {
		word = strings.TrimRight(word[:len(word)-1], "'’")
	}
	return word
}
