package claim

import "slices"

// fold looks the words up and writes phrases as the words that they stand for.
func fold(words []word) []word {
	l := table()
	out := words[:0]
	for i := 0; i < len(words); {
		w := words[i]
		p, ok := l.phraseAt(words[i:])
		if !ok {
			w.known = l.words[w.key]
			out = append(out, w)
			i++
			continue
		}
		if len(out)+len(p.instead) > i+len(p.words) { // they would overwrite what is still to be read
			out = slices.Grow(slices.Clone(out), len(words)-i+len(p.instead))
		}
		for _, key := range p.instead {
			w.key, w.known = key, l.words[key]
			out = append(out, w)
			w = word{}
		}
		i += len(p.words)
	}
	return out
}

// phraseAt finds the longest phrase that begins with a word.
func (l *lexicon) phraseAt(words []word) (phrase, bool) {
	for _, p := range l.phrases[words[0].key] {
		if len(p.words) > len(words) {
			continue
		}
		same := true
		for i, key := range p.words {
			same = same && words[i].key == key
		}
		if same {
			return p, true
		}
	}
	return phrase{}, false
}
