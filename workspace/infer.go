package workspace

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// maxBullets is how many bullets are inferred for a day (003-05 has two to five).
const maxBullets = 5

// Sentences of fewer or more words than these are not told again.
const (
	leastWords = 5
	mostWords  = 60
)

// inferBullets gives each recent day whose log has no Retain section one, in a
// region: the sentences of the log that name an entity which is known (003-18).
func (r *reflecting) inferBullets() error {
	if r.how.NoInfer {
		return nil
	}
	logs, err := r.recentLogs()
	if err != nil {
		return err
	}
	for _, page := range logs {
		r.names.addSaid(page)
	}
	for _, name := range slices.Sorted(maps.Keys(logs)) {
		body := ""
		if page := logs[name]; !hasOwnRetain(page) {
			bullets := infer(page, r.names)
			r.done.Inferred += len(bullets)
			if len(bullets) > 0 {
				body = "## Retain\n\n" + strings.Join(bullets, "\n") + "\n"
			}
		}
		if err := r.set(name, regionRetain, body); err != nil {
			return err
		}
	}
	return nil
}

// recentLogs reads the logs of recent days, by path.
func (r *reflecting) recentLogs() (map[string]markdown.Page, error) {
	out := map[string]markdown.Page{}
	for name, s := range r.w.index.files {
		if !daily(name) || s.Day.Before(r.since) {
			continue
		}
		src, _, err := r.w.folder.Read(name)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, folder.ErrRefused) {
			continue // since this moment
		}
		if err != nil {
			return nil, err
		}
		out[name] = markdown.Parse(src, role(name))
	}
	return out, nil
}

// hasOwnRetain tells whether a person has written a Retain section.
func hasOwnRetain(p markdown.Page) bool {
	return slices.ContainsFunc(p.Sections, func(s markdown.Section) bool {
		return !slices.ContainsFunc(p.Regions, func(g markdown.Region) bool { return !g.Edited && g.Start <= s.Start && s.Start < g.End })
	})
}

// knownName is an entity as it is written, and how its name stands in running text.
type knownName struct {
	slug   string
	proper bool // one word with a capital: without one it is another word, as in "will"
	alias  bool // of a page that has another name
}

// knownNames are the names of entities, by their words. All that will have a page when a
// reflection ends are among them when it begins, or the next would know more (W3).
type knownNames map[string]knownName

// add notes how an entity is written; of several ways the first by bytes.
func (n knownNames) add(slug string) {
	words := nameWords(slug)
	if have, ok := n[words]; words != "" && (!ok || have.alias || slug < have.slug) {
		n[words] = knownName{slug: slug, proper: isProper(slug)}
	}
}

// addAlias notes another name of an entity, unless it is that of one.
func (n knownNames) addAlias(slug, alias string) {
	words := nameWords(alias)
	if _, ok := n[words]; words != "" && !ok {
		n[words] = knownName{slug: slug, proper: isProper(alias), alias: true}
	}
}

// addSaid notes the entities that a page names by an @.
func (n knownNames) addSaid(p markdown.Page) {
	for i := range p.Blocks {
		for _, slug := range slices.Concat(p.Blocks[i].Subjects, p.Blocks[i].Mentions) {
			n.add(slug)
		}
	}
}

func isProper(written string) bool {
	first, _ := utf8.DecodeRuneInString(written)
	return unicode.IsUpper(first) && !strings.Contains(nameWords(written), " ")
}

// pageNames lists the entities that have a page, with the aliases that their pages give.
func (w *Workspace) pageNames() knownNames {
	out := knownNames{}
	for _, name := range slices.Sorted(maps.Keys(w.index.files)) {
		slug := role(name).Subject
		if nameWords(slug) == "" {
			continue
		}
		out.add(slug)
		for _, alias := range w.index.files[name].Names {
			out.addAlias(slug, alias)
		}
	}
	return out
}

// nameWords is the name of an entity as it appears in running text.
func nameWords(slug string) string {
	return strings.Join(strings.FieldsFunc(text.Fold(slug), func(r rune) bool { return r == '-' || r == '_' || r == ' ' }), " ")
}

// infer picks sentences of a log that name an entity, as bullets: B where the
// writer speaks of what it did, else W.
func infer(p markdown.Page, names knownNames) (bullets []string) {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Region != "" || b.Typed {
			continue
		}
		for span := range text.Sentences(b.Text) {
			sentence := b.Text[span.Start:span.End]
			subjects := named(sentence, names)
			words := len(traits.Tokenize(sentence))
			if len(subjects) == 0 || words < leastWords || words > mostWords || strings.HasSuffix(sentence, "?") {
				continue
			}
			bullets = append(bullets, markdown.Bullet(markdown.Block{Kind: spokenKind(sentence), Subjects: subjects, Text: sentence}))
			if len(bullets) == maxBullets {
				return bullets
			}
		}
	}
	return bullets
}

// named lists the entities that a sentence names, written @name or by their words.
func named(sentence string, names knownNames) []string {
	words, proper := []string{""}, []string{""}
	for _, t := range traits.Tokenize(sentence) {
		word := text.Fold(t.Word)
		words = append(words, word)
		if t.Upper || strings.HasSuffix(sentence[:t.Start], "@") {
			proper = append(proper, word)
		}
	}
	anywhere, capped := strings.Join(words, " ")+" ", strings.Join(proper, " ")+" "
	var out []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		in := anywhere
		if names[name].proper {
			in = capped
		}
		if strings.Contains(in, " "+name+" ") {
			out = append(out, names[name].slug)
		}
	}
	return out[:min(len(out), 3)]
}

// firstPerson are words by which a writer speaks of itself, in English and
// Vietnamese.
var firstPerson = text.Set("i we my our i've we've i'd i'm we're tôi mình em chúng")

func spokenKind(sentence string) markdown.Kind {
	for i, t := range traits.Tokenize(sentence) {
		if firstPerson[t.Word] && i < 4 {
			return markdown.Experience
		}
	}
	return markdown.World
}
