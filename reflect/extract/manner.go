package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// Manners names what a wish decides that is kept as a preference, of which one holds at a
// time: the form of address, the language or the length of answers, units; of any other
// instruction what it says apart from always and never, so that "never use emojis" takes
// the place of "always use emojis". Of two wishes with a name in common the newer holds.
// The wish is a sentence of [Statement.Sentence]; any other text, and a wish that holds
// under a condition, has no names.
func Manners(wish string) []string {
	for _, book := range []map[string]string{englishSentences, vietnameseSentences} {
		if _, ok := valueIn(book[Called], wish); ok {
			return []string{Called}
		}
		if value, ok := valueIn(book[Instruction], wish); ok {
			return decides(value)
		}
	}
	return nil
}

// valueIn finds what stands for the value in a sentence of a form, behind a name.
func valueIn(form, sentence string) (string, bool) {
	_, words, _ := strings.Cut(strings.TrimSuffix(form, "{value}"), "{who}")
	_, value, ok := strings.Cut(sentence, words)
	return value, ok
}

// decides names what an instruction decides.
func decides(instruction string) []string {
	rest, refused := wantedWords(instruction)
	if len(rest) == 0 {
		return nil
	}
	for _, m := range manners {
		if names := m.decidedBy(rest, refused); names != nil {
			return names
		}
	}
	if len(rest) > 1 && uses[rest[0]] {
		rest = rest[1:]
	}
	return []string{strings.Join(rest, " ")}
}

// wantedWords are the words of an instruction for what is to be done, or refused; none where
// it holds under a condition.
func wantedWords(instruction string) (rest []string, refused bool) {
	t := newMessage(instruction).tokens
	for i := range t {
		switch {
		case (t[i].key == "for" || t[i].key == "in") && i > 0 && i+1 < len(t) && everything[t[i+1].key]:
			return rest, refused
		case conditions[t[i].key]:
			return nil, false
		case refusals[t[i].key], i == 0 && dropping[t[i].key]:
			refused = true
		case t[i].key == "more" && i > 0 && t[i-1].key == "no":
		case !frequencies[t[i].key]:
			rest = append(rest, t[i].key)
		}
	}
	return rest, refused
}

// Opposed tells whether of two wishes one refuses what the other, perhaps in more words, asks
// for: "don't correct my English" and "correct my English mistakes". Each is a sentence of
// [Statement.Sentence].
func Opposed(a, b string) bool {
	form := englishSentences[Instruction]
	a, instructs := valueIn(form, a)
	b, too := valueIn(form, b)
	if !instructs || !too {
		return false
	}
	if outdoes(a, b) || outdoes(b, a) {
		return true
	}
	one, refused := wantedWords(a)
	other, refusedToo := wantedWords(b)
	switch {
	case refused == refusedToo:
		return false
	case refusedToo:
		one, other = other, one
	}
	if core := pith(one); len(core) > 0 && slices.Equal(core, pith(other)) {
		return true
	}
	return len(one) > 1 && len(one) <= len(other) && slices.Equal(one, other[:len(one)])
}

// outdoes tells whether an instruction names what another asks for as what is not wanted any
// more: "prose instead of bullet points".
func outdoes(instruction, other string) bool {
	rival := insteadOf(newMessage(instruction).tokens)
	if rival == nil {
		return false
	}
	asked, refused := wantedWords(other)
	return !refused && slices.Equal(stemsOf(rival), pith(asked))
}

// pith are the stems of what an instruction is about, without how it asks for that.
func pith(words []string) (out []string) {
	for _, w := range words {
		if fillers[w] || everything[w] || w == "w" || text.StopIn(w).Has(text.English) {
			continue
		}
		if s := text.Stem(w, text.English); !uses[s] {
			out = append(out, s)
		}
	}
	return out
}

// manner is something about answers of which one holds at a time.
type manner struct {
	name string // no instruction comes to it by its own words
	of   words  // of which an instruction has one, and beside it nothing but fillers
	with string // a word that an instruction about it has as well
	many bool   // there are more than two: to refuse one is not to want another
}

// decidedBy names what the words of an instruction decide of a manner, if they do.
func (m *manner) decidedBy(words []string, refused bool) (names []string) {
	if m.with != "" && !slices.Contains(words, m.with) {
		return nil
	}
	for _, w := range words {
		if m.of[w] {
			names = append(names, cmp.Or(inEnglish[w], w))
		} else if !fillers[w] && text.StopIn(w) == 0 {
			return nil
		}
	}
	if len(names) == 0 || refused && m.many && len(names) == 1 {
		return names
	}
	return append(names, m.name)
}

var manners = []manner{
	{"(language)", text.Set(`english french german spanish italian portuguese dutch swedish norwegian danish finnish polish czech russian
		ukrainian turkish greek arabic hebrew hindi chinese mandarin cantonese japanese korean vietnamese thai indonesian
		anh việt pháp đức nga nhật hàn trung thái`), "", true},
	{"(length)", text.Set(`short shorter brief briefly briefer concise concisely terse tersely succinct succinctly detailed detail depth long
		longer length thorough thoroughly verbose ngắn gọn chi tiết dài`), "", false},
	{"(units)", text.Set(`metric imperial`), "", false},
	{"(temperatures)", text.Set(`celsius fahrenheit centigrade`), "", false},
	{"(spelling)", text.Set(`american australian british canadian uk us`), "spelling", false},
}

// inEnglish are the languages that Vietnamese has other words for: of one, it is wished or refused in either.
var inEnglish = map[string]string{
	"anh": "english", "việt": "vietnamese", "pháp": "french", "đức": "german", "nga": "russian", "nhật": "japanese", "hàn": "korean",
	"trung": "chinese", "thái": "thai",
}

var (
	// conditions make an instruction one of several that hold beside one another.
	conditions = text.Set(`if when whenever unless except only for while until after before during at on khi nếu trừ cho`)
	// frequencies say that an instruction is to be followed always.
	frequencies = text.Set(`always anymore ever please luôn hãy bao giờ`)
	refusals    = text.Set(`never no not don't avoid quit stop đừng không`)
	// dropping are verbs that refuse what they open an instruction about.
	dropping   = text.Set(`chuck cut ditch drop lose omit skip`)
	everything = text.Set(`all anything everything`)
	uses       = text.Set(`use add include put`)
	// fillers are what speaks of answers, whatever they are to be like.
	fillers = text.Set(`answer answers reply replies respond responses response spelling write speak explain explanation explanations use
		units unit system degrees trả lời câu bằng tiếng viết nói dùng`)
)
