package knowledge

import (
	"context"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/knowledge/mention"
	"github.com/lukasadb/lukasa/schema"
)

// partName is how sure it is that a word means the one whose whole name was said
// before: Diego for Diego Funes.
const partName = .8

// partly links capitalised words that are the first or the last of a name of several
// words which the text or the session said lately, where that is of one entity alone. A
// session is read only when there are such words.
func (l *linking) partly(ctx context.Context, names *Names, p *places, e *schema.Experience, alone []mention.Thing) error {
	alone = slices.DeleteFunc(alone, func(t mention.Thing) bool { return p.taken(t.Start, t.End) })
	if len(alone) == 0 {
		return nil
	}
	before, err := l.before(ctx, e)
	if err != nil {
		return err
	}
	said := slices.Concat(e.Mentions, p.found)
	for _, x := range before {
		if x.live {
			said = append(said, x.mentions...)
		}
	}
	for _, t := range alone {
		word := e.Text()[t.Start:t.End]
		if key, ok := wholeName(names, said, text.Fold(word)); ok {
			p.add(schema.Mention{Entity: key, Text: word, Start: t.Start, End: t.End, Role: schema.RoleMention, Confidence: partName})
		}
	}
	return nil
}

// wholeName is the one entity that was called by a name of several words which begins
// or ends with a word.
func wholeName(names *Names, said []schema.Mention, word string) (sole schema.EntityKey, ok bool) {
	for _, m := range said {
		words := strings.Fields(text.Fold(m.Text))
		if m.Coreference || len(words) < 2 || words[0] != word && words[len(words)-1] != word {
			continue
		}
		key := names.Survivor(m.Entity)
		if ok && key != sole {
			return "", false
		}
		sole, ok = key, true
	}
	return sole, ok
}
