package traits

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// Words behind which somebody says what they are called: behind the first stands a name, behind the others what is written like one
// and ends there or is told of at once, as in "I'm Marta, from Porto".
var (
	namings = [...]string{
		"my name is ", "my name's ", "user's name is ", "ich heiße ", "ich heisse ", "mein name ist ", "me llamo ", "mi nombre es ",
		"tên tôi là ", "tôi tên là ", "mình tên là ", "tôi tên ", "mình tên ",
	}
	beings = [...]string{"i'm ", "i am ", "call me ", "ich bin ", "tôi là ", "mình là "}
	// hanNamings lead to a name in Chinese.
	hanNamings = [...]string{"我叫", "我的名字是", "我的名字叫", "我名叫"}
	// furtherOn stand behind a name that is told more of.
	furtherOn = text.Set("and from the a an your by at with of in here from und aus der die y de la el")
	// demonyms are what most words for where somebody is from, which are written like names, end with.
	demonyms = [...]string{"ish", "ese", "ian", "ean"}
)

// introduces tells whether a text says what whoever writes it is called.
func introduces(s string) bool {
	s = strings.ReplaceAll(s, "’", "'")
	folded := strings.ToLower(s)
	if len(folded) != len(s) { // a letter whose small form is of another length
		return false
	}
	for _, lead := range hanNamings {
		if _, name, found := strings.Cut(s, lead); found && name != "" && !strings.HasPrefix(name, "什么") {
			return true
		}
	}
	for _, lead := range namings {
		if leadsTo(s, folded, lead, false) {
			return true
		}
	}
	for _, lead := range beings {
		if leadsTo(s, folded, lead, true) {
			return true
		}
	}
	return false
}

// leadsTo tells whether words lead to a name anywhere in a text; written tells that it is to be written like one.
func leadsTo(s, folded, lead string, written bool) bool {
	for at := 0; ; {
		i := strings.Index(folded[at:], lead)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(folded[:at+i])
		if at += i + len(lead); !unicode.IsLetter(before) && isName(s[at:], written) {
			return true
		}
	}
}

// isName tells whether a text begins with a name of up to three words, and no more is said in the same breath than what tells of it.
func isName(s string, written bool) bool {
	tokens := 0
	end := 0
	for t := range Tokens(s) {
		if strings.TrimSpace(s[end:t.Start]) != "" || tokens == 3 || !mayBeName(t, written || tokens > 0) {
			return tokens > 0 && (strings.TrimSpace(s[end:t.Start]) != "" || furtherOn[t.Word])
		}
		tokens, end = tokens+1, t.End
	}
	return tokens > 0
}

func mayBeName(t Token, written bool) bool {
	for _, ending := range demonyms {
		if strings.HasSuffix(t.Word, ending) {
			return false
		}
	}
	return !text.Demonym(t.Word) && (t.Upper || !written) && len(t.Word) > 1 && !t.Digits && !strings.HasSuffix(t.Word, "'s") && !Calendar[t.Word] && text.StopIn(t.Word) == 0
}
