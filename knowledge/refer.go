package knowledge

import (
	"context"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge/mention"
	"github.com/lukasadb/lukasa/schema"
)

// A pronoun in a text, or "the customer", is linked as the records are written
// (000-01, 004-04), and more carefully than when it is asked about: the session
// must have spoken of one entity alone that may be meant, and lately.

// refer links the words of a text that point back. A session is read only when
// there are any.
func (l *linking) refer(ctx context.Context, names *Names, p *places, e *schema.Experience, s string, words []mention.Word) error {
	list := slices.DeleteFunc(pointers(s, words), func(at pointer) bool { return p.taken(at.start, at.end) })
	if len(list) == 0 {
		return nil
	}
	before, err := l.before(ctx, e)
	if err != nil {
		return err
	}
	speakers := speakersOf(e, before)
	all := spokenBefore(names, speakers, before)
	from := len(all)
	all = speakers.with(all, names, 0, readScene(s, words, slices.Concat(e.Mentions, p.found), list))
	var a antecedents
	for i := range all {
		h := &all[i]
		for i >= from && h.key == "" && len(list) > 0 && list[0].start < int(h.start) {
			list = list[1:]
		}
		if i >= from && h.key == "" && len(list) > 0 && list[0].start == int(h.start) {
			a.at, a.past = h, all[max(0, i-mostHeard):i]
			p.refers(&a, list[0], s[h.start:h.end])
		}
		a.hear(h)
	}
	return nil
}

// refers links a word that points back, if it is clear whom it means.
func (p *places) refers(a *antecedents, at pointer, word string) {
	keys, score := a.meant(at)
	if len(keys) == 0 || p.taken(at.start, at.end) || len(p.found)+len(keys) > mostLinks {
		return
	}
	p.take(at.start, at.end)
	for _, key := range keys {
		p.found = append(p.found, schema.Mention{
			Entity: key, Text: word, Start: at.start, End: at.end, Role: schema.RoleMention,
			Confidence: score, Coreference: true, Unsure: score < unsureBelow,
		})
	}
	a.at.key, a.at.others, a.at.clues = keys[0], keys[1:], cluesOfPointer(word)
}

// before lists up to clueBack records of the session of e before it, latest
// first. They are read once for a record, whoever asks.
func (l *linking) before(ctx context.Context, e *schema.Experience) ([]*uttered, error) {
	if l.askedFor == e {
		return l.earlier, nil
	}
	list, err := l.sessionBefore(ctx, e)
	if err == nil {
		l.askedFor, l.earlier = e, list
	}
	return list, err
}

func (l *linking) sessionBefore(ctx context.Context, e *schema.Experience) (list []*uttered, err error) {
	if e.Session == "" {
		return nil, nil
	}
	if list = l.sessions.latest(e); len(list) == clueBack {
		return list, nil
	}
	err = l.book.store.View(ctx, func(r *ledger.Reader) (err error) {
		list, err = l.book.said.before(r, e, list)
		return err
	})
	return list, err
}

// unsureBelow is the score from which on a link is sure (source design 004).
const unsureBelow = .85

// spokenBefore lists what earlier records of a session spoke of, in order.
func spokenBefore(names *Names, speakers speakers, before []*uttered) scene {
	out := make(scene, 0, mostHeard)
	for back, x := range slices.Backward(before) {
		if x.live {
			out = speakers.with(out, names, back+1, x.scene())
		}
	}
	return out
}

// speakers are those who speak in the latest records of a session. Nobody means them by "she": they say "I", and are
// spoken to as "you".
type speakers []string

func speakersOf(e *schema.Experience, before []*uttered) speakers {
	list := speakers{e.Speaker}
	for _, x := range before {
		if !slices.Contains(list, x.speaker) {
			list = append(list, x.speaker)
		}
	}
	return list
}

// with adds a scene of some records ago to what was heard, in which entities are those that stand for them, and nobody speaks.
func (s speakers) with(out scene, names *Names, back int, list scene) scene {
	for _, h := range list {
		if h.key != "" {
			h.key = names.Survivor(h.key)
		}
		if h.back = int16(back); h.key == "" || !slices.ContainsFunc(s, func(speaker string) bool { return speaks(speaker, h.key) }) { //nolint:gosec // at most clueBack
			out = append(out, h)
		}
	}
	return out
}

// speaks tells whether an entity bears a speaker's name, or its first word.
func speaks(speaker string, key schema.EntityKey) bool {
	first, _, _ := strings.Cut(key.Name(), " ")
	return speaker != "" && (strings.EqualFold(speaker, key.Name()) || strings.EqualFold(speaker, first))
}
