package rank

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Traits are what can be seen of a record's text without knowing the question.
type Traits struct {
	Asks        bool // ends with a question
	Questions   bool // holds a question
	FirstPerson bool // I, we, my, our
	Told        bool // I or we did something
	HasTime     bool
	HasNumber   bool
	HasName     bool // a capital inside a sentence
}

// TraitsOf reads a text once; its cost is linear. It knows English words; punctuation and digits count in every language.
func TraitsOf(text string) Traits {
	var t Traits
	trimmed := strings.TrimRightFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '"' || r == ')' || r == '\'' })
	t.Asks = strings.HasSuffix(trimmed, "?") || strings.HasSuffix(trimmed, "？")
	t.Questions = t.Asks || strings.ContainsAny(text, "?？")
	subject := 0 // words left in which a verb may follow I or we
	for _, k := range tokenize(text) {
		switch {
		case firstPersons[k.word]:
			t.FirstPerson = true
		case timeWords[k.word]:
			t.HasTime = true
		case numberWords[k.word]:
			t.HasNumber = true
		}
		if k.digits {
			t.HasNumber = true
			t.HasTime = t.HasTime || len(k.word) == 4 && (k.word[:2] == "19" || k.word[:2] == "20")
		}
		if k.upper && !k.sentence && !firstPersons[k.word] {
			t.HasName = true
		}
		switch {
		case subjects[k.word]:
			subject = 3
		case subject > 0 && (pastVerbs[k.word] || len(k.word) > 3 && strings.HasSuffix(k.word, "ed")):
			t.Told, subject = true, 0
		case adverbs[k.word]:
			subject--
		default:
			subject = 0
		}
	}
	return t
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// Closed classes of English words; none of them is about a subject.
var (
	subjects     = set("i we i've we've i'd we'd")
	firstPersons = set("i i'm i've i'd i'll my mine me we we're we've we'd we'll our ours us")
	adverbs      = set("just also recently finally even actually have had once really usually already both all never always")
	pastVerbs    = set(`went got took made bought did was were had saw met found gave told said began became came left lost won
		wrote read ran sang sat spent taught thought felt kept knew heard held built brought grew drove ate drank chose fell flew
		forgot hung paid put quit rode sold sent set slept spoke stood swam wore caught broke drew hid hit hurt led lent let
		lit meant sought shot shook showed shut sold stole stuck struck threw understood woke`)
	calendar = set(`january february march april may june july august september october november december monday tuesday
		wednesday thursday friday saturday sunday`)
	timeWords = with(calendar, `yesterday today tonight tomorrow ago last next recently since weekend week month year years months
		weeks days morning night day evening afternoon`)
	numberWords = set(`one two three four five six seven eight nine ten twice once dozen couple first second third several many`)
)

func with(m map[string]bool, words string) map[string]bool {
	out := set(words)
	for w := range m {
		out[w] = true
	}
	delete(out, "may") // far more often a verb
	return out
}

// token is a word of a text: letters and digits with inner apostrophes, folded to lower case.
type token struct {
	word       string
	start, end int
	upper      bool // begins with a capital
	digits     bool // of digits only
	sentence   bool // first of its sentence
}

// tokenize cuts a text into words.
func tokenize(s string) []token {
	var out []token
	first := true
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			first = first || strings.ContainsRune(".!?:\n。！？", r)
			i += size
			continue
		}
		end, digits := i, true
		for end < len(s) {
			r, size := utf8.DecodeRuneInString(s[end:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !innerApostrophe(s, end, r, size) {
				break
			}
			digits = digits && unicode.IsDigit(r)
			end += size
		}
		word := strings.ReplaceAll(strings.ToLower(s[i:end]), "’", "'")
		out = append(out, token{word, i, end, unicode.IsUpper(r), digits, first})
		first = false
		i = end
	}
	return out
}

func innerApostrophe(s string, i int, r rune, size int) bool {
	if r != '\'' && r != '’' {
		return false
	}
	next, _ := utf8.DecodeRuneInString(s[i+size:])
	return unicode.IsLetter(next)
}
