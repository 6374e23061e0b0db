package query

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/query/lang"
	"github.com/lukasadb/lukasa/schema"
)

// Parse reads a question in the text syntax of package lang: words, and between
// them conditions such as from:@ana, tag:deploy, since:30d, "a phrase" or
// -staging. Times in words are seen from now. Errors are [*lang.Error]s, which
// point at a column.
func Parse(question string, now time.Time) (Request, error) {
	q, err := lang.Parse(question)
	if err != nil {
		return Request{}, err
	}
	where, err := q.Compile(now)
	if err != nil {
		return Request{}, err
	}
	return Request{Text: where.Text, Agents: where.Require.Agents, Since: where.Since, Until: where.Until, where: where}, nil
}

// admitsWhere tells whether a row meets the conditions of a parsed question.
func (g *gate) admitsWhere(r *column.Row) bool {
	w := g.req.where
	if w == nil {
		return true
	}
	verified, pinned := r.Flags&column.Verified != 0, r.Flags&column.Pinned != 0
	return w.Importance.Contains(float64(r.Importance)) && w.Quality.Contains(float64(r.Quality)) &&
		(!w.Confidence.Set || w.Confidence.Contains(effective(r, g.now, g.decay.PerDay))) &&
		chosen(w.Pinned, pinned) && chosen(w.Verified, verified) &&
		g.hasLabels(r, &w.Require) && !g.hasAnyLabel(r, &w.Exclude)
}

func chosen(c lang.Choice, is bool) bool { return c == lang.Either || (c == lang.Yes) == is }

// labels are what a row says in words.
func (g *gate) labels(r *column.Row) (speaker, session string, tags, scopes []string) {
	return g.table.Speaker(r.Speaker), g.table.Session(r.Session), g.table.Set(r.Tags), g.table.Set(r.Scopes)
}

func (g *gate) hasLabels(r *column.Row, want *lang.Labels) bool {
	speaker, session, tags, scopes := g.labels(r)
	return anyFold(want.Speakers, speaker) && anyOf(want.Sessions, session) && anyOf(want.Kinds, string(r.KindOf())) &&
		anyOf(want.Categories, string(r.CategoryOf())) && anyOf(want.Personas, string(r.PersonaOf())) &&
		(len(want.Statuses) == 0 || inState(g, want.Statuses, r.StatusOf(), r)) && (len(want.Scopes) == 0 || len(scopes) == 0 || overlap(want.Scopes, scopes)) &&
		!slices.ContainsFunc(want.Tags, func(group []string) bool { return !overlap(group, tags) })
}

func (g *gate) hasAnyLabel(r *column.Row, not *lang.Labels) bool {
	speaker, session, tags, scopes := g.labels(r)
	return slices.ContainsFunc(not.Speakers, func(s string) bool { return strings.EqualFold(s, speaker) }) ||
		slices.Contains(not.Sessions, session) || slices.Contains(not.Kinds, string(r.KindOf())) ||
		slices.Contains(not.Categories, string(r.CategoryOf())) || slices.Contains(not.Personas, string(r.PersonaOf())) ||
		inState(g, not.Statuses, r.StatusOf(), r) || overlap(not.Scopes, scopes) ||
		slices.ContainsFunc(not.Tags, func(group []string) bool { return overlap(group, tags) })
}

// scoped is what a parsed question says of scopes alone.
func (r *Request) scoped() *lang.Conditions {
	if r.where == nil {
		return nil
	}
	return &lang.Conditions{
		Require: lang.Labels{Scopes: r.where.Require.Scopes}, Exclude: lang.Labels{Scopes: r.where.Exclude.Scopes},
	}
}

// asksStatus tells whether a parsed question says which states it is about.
func (r *Request) asksStatus() bool { return r.where != nil && len(r.where.Require.Statuses) > 0 }

func anyFold(want []string, v string) bool {
	return len(want) == 0 || slices.ContainsFunc(want, func(s string) bool { return strings.EqualFold(s, v) })
}

// fromPath tells whether a record's source meets the conditions on paths.
func (r *Request) fromPath(path string) bool {
	return r.where == nil || anyOf(r.where.Require.Paths, path) && !slices.Contains(r.where.Exclude.Paths, path)
}

// readsText tells whether there are conditions on the text of a record.
func (r *Request) readsText() bool { return r.demandsText() || r.excludesText() }

// demandsText tells whether something is to be in the text of a record.
func (r *Request) demandsText() bool {
	return r.where != nil && len(r.where.Phrases)+len(r.where.Prefixes) > 0
}

// excludesText tells whether something is not to be in the text of a record.
func (r *Request) excludesText() bool {
	if r.where == nil {
		return false
	}
	not := &r.where.ExcludeText
	return len(not.Words)+len(not.Phrases)+len(not.Prefixes) > 0
}

// saysWhat tells whether a record's words meet the conditions on its text. Words
// are compared folded, one after the other.
func (r *Request) saysWhat(words string) bool {
	w := r.where
	said := spaced(words)
	has := func(phrase string) bool { return strings.Contains(said, sought(phrase)) }
	says := func(phrase string) bool { return spaced(phrase) != " " && has(phrase) } // one without words is in every text
	begins := func(prefix string) bool { return strings.Contains(said, strings.TrimSuffix(spaced(prefix), " ")) }
	not := &w.ExcludeText
	return !slices.ContainsFunc(w.Phrases, func(p string) bool { return !has(p) }) &&
		!slices.ContainsFunc(w.Prefixes, func(p string) bool { return !begins(p) }) &&
		!slices.ContainsFunc(not.Words, says) && !slices.ContainsFunc(not.Phrases, says) && !slices.ContainsFunc(not.Prefixes, begins)
}

// spaced folds the words of a text and puts a space around each.
func spaced(s string) string {
	var scan text.Scanner
	scan.Reset(s)
	out := []byte{' '}
	for scan.Next() {
		out = append(text.AppendFold(out, scan.Key()), ' ')
	}
	return string(out)
}

// sought is a phrase as it stands between the spaced words of a text. A character of a
// script without spaces that stands alone at an end of it may be half of a pair there.
func sought(phrase string) string {
	out := spaced(phrase)
	words := strings.Fields(out)
	if len(words) == 0 {
		return out
	}
	if alone(words[0]) {
		out = strings.TrimPrefix(out, " ")
	}
	if alone(words[len(words)-1]) {
		out = strings.TrimSuffix(out, " ")
	}
	return out
}

// alone tells whether a word is one character of a script without spaces.
func alone(word string) bool {
	var scan text.Scanner
	scan.Reset(word)
	return utf8.RuneCountInString(word) == 1 && scan.Next() && scan.Shape() == text.Pair
}

// named resolves the entities that a parsed question demands, each group by the
// keys of the agent's entities of those names, and the files that it names.
func (s *scene) named(r *ledger.Reader) error {
	if s.req.where == nil {
		return nil
	}
	if err := s.located(r); err != nil {
		return err
	}
	for _, group := range s.req.where.Require.Entities {
		ids := map[schema.ID]bool{}
		for _, name := range group {
			if err := s.mentioning(r, name, ids); err != nil {
				return err
			}
		}
		s.demand(ids)
	}
	for _, group := range s.req.where.Exclude.Entities {
		for _, name := range group {
			if err := s.mentioning(r, name, s.unwanted); err != nil {
				return err
			}
		}
	}
	return nil
}

// located finds the records of the files that a parsed question demands or excludes.
func (s *scene) located(r *ledger.Reader) error {
	of := func(paths []string) (map[schema.ID]bool, error) {
		ids := map[schema.ID]bool{}
		for _, path := range paths {
			if err := s.collect(r, ledger.FromPath(path), ids); err != nil {
				return nil, err
			}
		}
		return ids, nil
	}
	if paths := s.req.where.Require.Paths; len(paths) > 0 {
		ids, err := of(paths)
		if err != nil {
			return err
		}
		s.demand(ids)
	}
	var err error
	s.unwanted, err = of(s.req.where.Exclude.Paths)
	return err
}

// collect adds the records of an index.
func (s *scene) collect(r *ledger.Reader, in ledger.Index, ids map[schema.ID]bool) error {
	for e, err := range r.Scan(s.agent.Name(), in, ledger.Scan{}) {
		if err != nil {
			return err
		}
		ids[e.ID] = true
	}
	return nil
}

// demand narrows the wanted records to those that are in ids as well.
func (s *scene) demand(ids map[schema.ID]bool) {
	if s.wanted == nil {
		s.wanted = ids
		return
	}
	for id := range s.wanted {
		if !ids[id] {
			delete(s.wanted, id)
		}
	}
}

// mentioning adds the records that mention an entity of this key, name or alias.
func (s *scene) mentioning(r *ledger.Reader, name string, ids map[schema.ID]bool) error {
	for _, key := range entityKeys(s.names, name, s.req.User) {
		s.entities = append(s.entities, key)
		group, err := knowledge.Standing(r, s.agent.Name(), key)
		if err != nil {
			return err
		}
		if err := s.collect(r, ledger.Mentioning(group...), ids); err != nil {
			return err
		}
	}
	return nil
}

// entityKeys lists the entities that a name may mean to a user: those with that
// key, with or without its type, and those that bear it.
func entityKeys(names *knowledge.Names, name, user string) []schema.EntityKey {
	keys := names.Keyed(name)
	for _, b := range names.Normalised(name, user) {
		keys = append(keys, b.Entity)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
