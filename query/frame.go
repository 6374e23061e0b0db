package query

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// unframed leaves out of a question what only speaks to the one who is asked, in English: a greeting, where to look, how to
// answer ("Based on our chats, can you tell me who called? Answer briefly." asks "who called?"). Such words are in no
// record that answers, and weighed as much as the others. What would ask nothing then stays whole.
func unframed(question string) string {
	var kept []string
	asks, cut := false, false
	for clause := range strings.FieldsFuncSeq(marked(question), func(r rune) bool { return r == clauseEnd }) {
		clause = strings.TrimSpace(clause)
		if asideOnly(clause) && (len(kept) > 0 || !strings.HasSuffix(clause, "?")) {
			cut = true
			continue
		}
		words := strings.Fields(clause)
		if n := opening(words); n > 0 {
			cut, clause = true, strings.Join(words[n:], " ")
		}
		kept = append(kept, clause)
		asks = asks || len(asking(clause)) > 0
	}
	if !cut || len(kept) == 0 || !asks && !labelled(question) {
		return question
	}
	return strings.Join(kept, " ")
}

// labelled tells whether a text begins with a label or an order that ends in a colon: what follows is the question.
func labelled(question string) bool {
	label, _, found := strings.Cut(question, ": ")
	return found && asideOnly(label+":")
}

// asideOnly tells whether the words of a clause only put a question, none of them being part of it. A question word may be
// among them where it asks nothing ("from what you know,").
func asideOnly(clause string) bool {
	words := strings.Fields(clause)
	switch {
	case strings.HasSuffix(clause, ":"):
		words = slices.DeleteFunc(words, isAsker)
	case len(words) > 1 && !strings.HasSuffix(clause, "?"):
		words = append(words[:1], slices.DeleteFunc(words[1:], isAsker)...)
	}
	n, frame := framed(words)
	return frame && n == len(words)
}

func isAsker(word string) bool { return askers[bare(word)] }

// opening is how many words at the beginning of a clause only lead up to what it asks: up to a question word, or up to
// and with "about", "if" and the like.
func opening(words []string) int {
	n, frame := framed(words)
	switch {
	case n == 0 || n == len(words) || !frame:
		return 0
	case isAsker(words[n]):
		return n
	}
	for i := n - 1; i > 0; i-- {
		if leads(bare(words[i-1]), bare(words[i])) {
			if _, frame := framed(words[:i]); frame {
				return i + 1
			}
		}
	}
	return 0
}

// leads tells whether what is asked begins behind a word: "tell me about", "check if", "search for".
func leads(before, word string) bool {
	switch word {
	case "about", "regarding", "concerning":
		return true
	case "if", "whether", "for":
		return frames[before] || before == "me" || before == "out"
	}
	return false
}

// framed is how many words at the beginning put a question, and whether one of them hardly does anything else.
func framed(words []string) (n int, frame bool) {
	for n < len(words) {
		w := bare(words[n])
		switch {
		case frames[w]:
			frame = true
		case !between[w] && strings.Trim(w, "-–—") != "":
			return n, frame
		}
		n++
	}
	return n, frame
}

// bare is a word in lower case without marks around it.
func bare(word string) string {
	return strings.ToLower(strings.Trim(strings.ReplaceAll(word, "’", "'"), `"'“”()[].,:;!?*`))
}

var (
	// frames are words by which a question is put: of greetings, of asking and finding, of answers, and of what is
	// searched.
	frames = text.Set(`hi hello hey dear good morning afternoon evening thanks thank advance please kindly sorry excuse ok okay quick quickly
		question questions query ask asks asking wonder wondering curious know like want need tell say remind remember recall forget
		forgot find search look retrieve give show provide check checking explain describe help think step steps
		answer answers reply respond response write output return format form phrase sentence sentences word words brief briefly
		short concise concisely honest exact exactly precise precisely specific possible whenever approximate detail details
		conversation conversations chat chats history memory memories context dialogue transcript message messages discussion
		discussions information info record records user assistant speaker speakers participants date dates timestamp
		above below following previous past earlier given based according relevant related using use`)
	// between stand between them and say nothing.
	between = text.Set(`i i'd i'm i've i'll you you'd your me my us our we we've the a an any some all everything anything something of in on
		from to with by as at for and or is are am be been was do does can can't could couldn't would will should may might let let's
		that this these it so if whether here there now well out up into also just only one two between about regarding concerning
		each both get sure not don't no than more keep make happen much very lot`)
)
