package query

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// understand turns what was asked into what is searched for: of a rambling
// question the part that asks, in the place of a nickname the name it stands
// for, behind "my brother" his name, and words that nobody spells so as the
// agent's records spell them. It says so in the answer.
func (s *scene) understand(ctx context.Context) error {
	var err error
	if s.text, err = s.focus(unframed(s.req.Text)); err != nil {
		return err
	}
	s.text = aged(s.text)
	if err := s.nameKin(ctx); err != nil {
		return err
	}
	if err := s.readEntities(ctx); err != nil {
		return err
	}
	s.text, err = s.repair(s.text)
	return err
}

// aged asks for an age where a question asks how old somebody is: what is called old in records
// is mostly something else, and who turns six is not.
func aged(question string) string { return howOld.ReplaceAllString(question, "what age") }

var howOld = regexp.MustCompile(`(?i)\bhow old\b`)

// Bounds of a question's length, in words.
const (
	longQuestion = 40  // from here on, the part that asks is looked for
	longestFocus = 25  // of that part
	longestText  = 400 // of a text that does not ask anything
)

// focus reduces a long question to its part that asks: from a question word to
// the end of its clause, where there are several the one whose words tell most
// among the agent's records. A long text that asks nothing is kept, up to a length. So
// is the text of a situation, all of which counts even if it asks something.
func (s *scene) focus(question string) (string, error) {
	words := strings.Fields(question)
	if len(words) <= longQuestion {
		return question, nil
	}
	var parts []string
	if !s.req.situation {
		parts = asking(question)
	}
	best, most := "", 0.0
	for _, part := range parts {
		weight, err := s.weight(part)
		if err != nil {
			return "", err
		}
		if weight >= most && weight > 0 {
			best, most = part, weight
		}
	}
	switch {
	case best != "":
		return best, nil
	case len(words) <= longestText:
		return question, nil
	}
	return strings.Join(words[:longestText], " "), nil
}

// asking lists the parts of a text that ask, in order: those with a question
// word, or else those that end with a question mark and ask more than "Any ideas?".
func asking(question string) []string {
	var parts, marks []string
	for clause := range strings.FieldsFuncSeq(marked(question), func(r rune) bool { return r == clauseEnd }) {
		words := strings.Fields(clause)
		at := slices.IndexFunc(words, isAsker)
		switch {
		case at >= 0:
			words = words[at:]
			parts = append(parts, strings.Join(words[:min(len(words), longestFocus)], " "))
		case len(words) > 2 && strings.HasSuffix(strings.TrimSpace(clause), "?"):
			marks = append(marks, strings.Join(words[max(0, len(words)-longestFocus):], " "))
		}
	}
	if len(parts) == 0 {
		return marks
	}
	return parts
}

// clauseEnd stands behind each clause of a marked text: a code point that no text
// uses.
const clauseEnd = '\uFDD0'

// marked puts clauseEnd behind what ends a clause and is followed by a space.
func marked(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		b.WriteRune(r)
		next, _ := utf8.DecodeRuneInString(s[i:])
		if strings.ContainsRune("\n。！？，", r) || strings.ContainsRune(".!?;:,–—", r) && (unicode.IsSpace(next) || next == utf8.RuneError) {
			b.WriteRune(clauseEnd)
		}
	}
	return b.String()
}

// askers begin questions, in the languages that stop words are known of.
var askers = text.Set(`what when where who whom whose which why how was wann wo wer wen wem wessen welche welcher welches welchen welchem
	warum wieso wie wieviel womit wohin quand où qui que quoi quel quelle quels quelles pourquoi comment combien
	qué cuándo dónde quién cuál por cómo cuánto`)

// weight is how much the words of a text tell among the agent's records, those
// that no record has not counted.
func (s *scene) weight(part string) (float64, error) {
	p, err := s.agent.Words().Prepare(lexical.Query{Text: part})
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for _, t := range p.Terms() {
		if t.DF > 0 && !t.Stop {
			sum += t.IDF
		}
	}
	return sum, nil
}

// Lengths from which a word is taken for a misspelling, in letters.
const (
	oneEdit     = 5
	oneEditName = 7 // a name that is nearly another's is mostly just another name
	twoEdits    = 9
)

// repair spells words that neither the agent's records nor the embedder's
// vocabulary know as the nearest word of the records, if one is near enough.
func (s *scene) repair(question string) (string, error) {
	p, err := s.agent.Words().Prepare(lexical.Query{Text: question})
	if err != nil {
		return "", err
	}
	spelling := static.New()
	for _, t := range p.Terms() {
		if t.DF > 0 || t.Stop || !letters(t.Text) || len(spelling.Pieces(nil, t.Text)) == 1 {
			continue
		}
		at := indexFold(question, t.Text)
		if at < 0 {
			continue
		}
		n := utf8.RuneCountInString(t.Text)
		first, _ := utf8.DecodeRuneInString(question[at:])
		least := oneEdit
		if unicode.IsUpper(first) {
			least = oneEditName
		}
		edits := 0
		switch {
		case n >= twoEdits:
			edits = 2
		case n >= least:
			edits = 1
		}
		if edits == 0 {
			continue
		}
		if right, ok := s.agent.Words().Near(t.Text, edits); ok {
			question = question[:at] + right + question[at+len(t.Text):]
		}
	}
	return question, nil
}

func letters(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
}

// indexFold finds a folded word in a text, or returns -1. It looks at ASCII
// words only: others may be of another length when folded.
func indexFold(s, word string) int {
	folded := strings.ToLower(s)
	if len(folded) != len(s) {
		return -1
	}
	return text.IndexWord(folded, word)
}

// readEntities finds the entities that the question names, puts their names in
// the place of nicknames, and finds the records that mention an entity the caller
// demands.
func (s *scene) readEntities(ctx context.Context) error {
	names, err := s.reader.book.For(ctx, s.agent.Name())
	if err != nil {
		return err
	}
	s.names = names
	s.entities = slices.Clone(s.req.Entities)
	if err := s.readNames(); err != nil {
		return err
	}
	return s.reader.store.View(ctx, func(r *ledger.Reader) error {
		if len(s.req.Entities) > 0 {
			s.wanted = map[schema.ID]bool{}
		}
		for _, key := range s.req.Entities {
			group, err := knowledge.Standing(r, s.agent.Name(), key)
			if err != nil {
				return err
			}
			if err := s.collect(r, ledger.Mentioning(group...), s.wanted); err != nil {
				return err
			}
		}
		if err := s.named(r); err != nil {
			return err
		}
		return s.leaveOut(r)
	})
}

// leaveOut finds the records that rest on the one that asks and on nothing else, so
// that they take no place of an answer.
func (s *scene) leaveOut(r *ledger.Reader) error {
	if s.req.AskedIn == (schema.ID{}) {
		return nil
	}
	for e, err := range r.Records(s.agent.Name(), ledger.Referring(ledger.ByEvidence, s.req.AskedIn), ledger.Scan{}) {
		if err != nil {
			return err
		}
		if !derived(e, s.req.AskedIn) {
			continue
		}
		if s.unwanted == nil {
			s.unwanted = map[schema.ID]bool{}
		}
		s.unwanted[e.ID] = true
	}
	return nil
}

// readNames takes the known names in the question for the entities that bear
// them. A nickname that no record uses gives way to the name; one that records
// use stands beside it. Those who take part in the agent's conversations are
// left to the signals of who said what: that a record mentions one of them says
// little. So are names that say no more than their words do.
func (s *scene) readNames() error {
	question := s.text
	for _, f := range s.names.Find(question, s.req.User) {
		if !f.Meant(question) || s.takesPart(question[f.Start:f.End]) || mereWords(f.Bearers) {
			continue
		}
		for _, b := range f.Bearers {
			if !slices.Contains(s.entities, b.Entity) {
				s.entities = append(s.entities, b.Entity)
			}
		}
		if len(f.Bearers) != 1 || !f.Bearers[0].Alias { // one of several, or its own name: the words stay as they are
			continue
		}
		if err := s.spellOut(question[f.Start:f.End], f.Bearers[0].Entity); err != nil {
			return err
		}
	}
	return nil
}

// mereWords tells whether a name stands for one thing of which nothing is known
// but the name: the words find it as well.
func mereWords(bearers []knowledge.Bearer) bool {
	b := bearers[0]
	return len(bearers) == 1 && !b.Alias && b.Given == b.Entity && b.Entity.Type() == schema.EntityObject
}

// takesPart tells whether a name is that of somebody who speaks in the agent's
// records, or their first name.
func (s *scene) takesPart(name string) bool {
	return slices.ContainsFunc(s.agent.Columns().Speakers(), func(speaker string) bool {
		first, _, _ := strings.Cut(speaker, " ")
		return strings.EqualFold(speaker, name) || strings.EqualFold(first, name)
	})
}

// spellOut puts the name of an entity in the place of its nickname.
func (s *scene) spellOut(phrase string, key schema.EntityKey) error {
	name := s.nameOf(key)
	if name == "" || containsFold(s.text, name) {
		return nil
	}
	known, err := s.weight(phrase)
	if err != nil {
		return err
	}
	if known > 0 {
		name = phrase + " " + name
	}
	s.text = replaceWord(s.text, phrase, name)
	return nil
}

// nameOf returns the words of an entity's name; none when it is known by a code
// alone.
func (s *scene) nameOf(key schema.EntityKey) string {
	name := key.Name()
	if e, ok := s.names.Entity(key); ok && e.Name != "" {
		name = e.Name
	}
	if uuid.Validate(name) == nil {
		return ""
	}
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == ' ' }), " ")
}

// replaceWord puts a phrase's first occurrence between word ends in another's
// place.
func replaceWord(s, phrase, by string) string {
	i := text.IndexWord(s, phrase)
	if i < 0 {
		return s
	}
	return s[:i] + by + s[i+len(phrase):]
}
