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

// partly links capitalised words of the text s that are the first or the last of a name
// of several words which the text or the session said lately, where that is of one entity
// alone; given names that nobody bore are those of somebody new. A session is read only when there are such words.
func (l *linking) partly(ctx context.Context, names *Names, p *places, e *schema.Experience, s string, alone []mention.Thing) error {
	alone = slices.DeleteFunc(alone, func(t mention.Thing) bool { return p.taken(t.Start, t.End) })
	if len(alone) == 0 {
		return nil
	}
	before, err := l.before(ctx, e)
	if err != nil {
		return err
	}
	parts := nameParts{}
	parts.add(names, e.Mentions)
	parts.add(names, p.found)
	for _, x := range before {
		if x.live {
			parts.add(names, x.mentions)
		}
	}
	for _, t := range alone {
		word := s[t.Start:t.End]
		key, there := parts[text.Fold(word)]
		switch {
		case !there && givenName(word):
			p.thing(s, personally(s, t))
		case key != "" && !titledAgainst(s[:t.Start], key):
			p.add(schema.Mention{Entity: key, Text: word, Start: t.Start, End: t.End, Role: schema.RoleMention, Confidence: partName})
		}
	}
	return nil
}

// personally is a name that opens with a given name as that of a person, where it does not say that
// it is something else's: "in Florence", "the Anna Freud Centre".
func personally(s string, t mention.Thing) mention.Thing {
	words := strings.Fields(s[t.Start:t.End])
	_, thing := nounOf(text.Fold(words[len(words)-1]))
	if t.Sort == 0 && givenName(words[0]) && !(thing && len(words) > 1) && !placed(s[:t.Start]) {
		t.Sort = mention.PersonName
	}
	return t
}

// placed tells whether a name behind some words is said to be where something is or goes.
func placed(before string) bool {
	words := strings.Fields(before[max(0, len(before)-longestTitle):])
	if len(words) == 0 {
		return false
	}
	last := text.Fold(words[len(words)-1])
	return within.Has(last) || withinVietnamese.Has(last) || last == "to" && len(words) > 1 && motions.Has(text.Fold(words[len(words)-2]))
}

// titledAgainst tells whether the title before a name is not that of one who bears a given name: Mrs Steyn is not Conrad Steyn.
func titledAgainst(before string, key schema.EntityKey) bool {
	words := strings.Fields(before[max(0, len(before)-longestTitle):])
	if len(words) == 0 {
		return false
	}
	first, _, _ := strings.Cut(key.Name(), " ")
	return titles[strings.TrimRight(text.Fold(words[len(words)-1]), ".")].Against(genderOf(first))
}

// longestTitle is how many bytes before a name are read for its title.
const longestTitle = 24

// nameParts are the entities that were called by names of several words, by the first and
// the last of these. A word of several names of different ones is nobody's.
type nameParts map[string]schema.EntityKey

func (n nameParts) add(names *Names, said []schema.Mention) {
	for _, m := range said {
		words := strings.Fields(text.Fold(m.Text))
		if m.Coreference || len(words) < 2 {
			continue
		}
		key := names.Survivor(m.Entity)
		for _, word := range [...]string{words[0], words[len(words)-1]} {
			if other, there := n[word]; there && other != key {
				n[word] = ""
			} else {
				n[word] = key
			}
		}
	}
}
