package extract

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// Manner names what a wish decides that is kept as a preference, of which one holds at a
// time: the form of address, the language or the length of answers, units; of any other
// instruction what it says apart from always and never, so that "never use emojis" takes
// the place of "always use emojis". The wish is a sentence of [Statement.Sentence]; of
// any other text, and of a wish that holds under a condition, the name is empty.
func Manner(wish string) string {
	for _, book := range []map[string]string{englishSentences, vietnameseSentences} {
		if _, ok := valueIn(book[Called], wish); ok {
			return Called
		}
		if value, ok := valueIn(book[Instruction], wish); ok {
			return decides(value)
		}
	}
	return ""
}

// valueIn finds what stands for the value in a sentence of a form that begins with a name.
func valueIn(form, sentence string) (string, bool) {
	words := strings.TrimSuffix(strings.TrimPrefix(form, "{who}"), "{value}")
	_, value, ok := strings.Cut(sentence, words)
	return value, ok
}

// decides names what an instruction decides.
func decides(instruction string) string {
	var rest []string
	for _, t := range newMessage(instruction).tokens {
		switch {
		case conditions[t.key]:
			return ""
		case !frequencies[t.key]:
			rest = append(rest, t.key)
		}
	}
	for _, m := range manners {
		if m.decided(rest) {
			return m.name
		}
	}
	if len(rest) > 1 && uses[rest[0]] {
		rest = rest[1:]
	}
	return strings.Join(rest, " ")
}

// manner is something about answers of which one holds at a time.
type manner struct {
	name string // no instruction comes to it by its own words
	of   words  // of which an instruction has one, and beside it nothing but fillers
}

func (m *manner) decided(t []string) bool {
	found := false
	for _, w := range t {
		if m.of[w] {
			found = true
		} else if !fillers[w] && text.StopIn(w) == 0 {
			return false
		}
	}
	return found
}

var manners = []manner{
	{"(language)", wordSet(`english french german spanish italian portuguese dutch swedish norwegian danish finnish polish czech russian
		ukrainian turkish greek arabic hebrew hindi chinese mandarin cantonese japanese korean vietnamese thai indonesian
		anh việt pháp đức nga nhật hàn trung`)},
	{"(length)", wordSet(`short shorter brief briefly briefer concise concisely terse tersely succinct succinctly detailed detail depth long
		longer length thorough thoroughly verbose ngắn gọn chi tiết dài`)},
	{"(units)", wordSet(`metric imperial`)},
	{"(temperatures)", wordSet(`celsius fahrenheit centigrade`)},
}

var (
	// conditions make an instruction one of several that hold beside one another.
	conditions = wordSet(`if when whenever unless except only for while until after before during at on khi nếu trừ cho`)
	// frequencies say that an instruction is to be followed always, or never.
	frequencies = wordSet(`always never ever not don't dont please avoid luôn hãy đừng không bao giờ`)
	uses        = wordSet(`use add include put`)
	// fillers are what speaks of answers, whatever they are to be like.
	fillers = wordSet(`answer answers reply replies respond responses response write speak explain explanation explanations use
		units unit system degrees trả lời câu bằng tiếng viết nói dùng`)
)
