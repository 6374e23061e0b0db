package names

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// script is a way to write that is not Latin and that is read letter by letter
// or syllable by syllable.
type script uint8

const (
	latin script = iota // or any that is not read
	cyrillic
	greek
	arabic
	hebrew
	devanagari
	kana
	hangul
	han
)

var scripts = []struct {
	script
	in *unicode.RangeTable
}{
	{cyrillic, unicode.Cyrillic},
	{greek, unicode.Greek},
	{arabic, unicode.Arabic},
	{hebrew, unicode.Hebrew},
	{devanagari, unicode.Devanagari},
	{kana, unicode.Hiragana},
	{kana, unicode.Katakana},
	{hangul, unicode.Hangul},
	{han, unicode.Han},
}

// scriptOf is the script of a word, by its first letter.
func scriptOf(s string) script {
	r, _ := utf8.DecodeRuneInString(s)
	if r < 0x370 || r >= 0x1E00 && r < 0x1F00 {
		return latin
	}
	for _, x := range scripts {
		if unicode.Is(x.in, r) {
			return x.script
		}
	}
	return latin
}

// romanise writes a word in Latin letters, or returns "" where it cannot.
func romanise(s string, by script) string {
	switch by {
	case latin:
		return ""
	case han:
		return pinyin(s)
	case hangul:
		return romaja(s)
	case kana:
		return romaji(s)
	case devanagari:
		return hindi(s)
	}
	t := letters()
	var b strings.Builder
	for _, r := range s {
		latin, ok := t[r]
		if !ok {
			return ""
		}
		b.WriteString(latin)
	}
	return b.String()
}

// sameSound tells whether a word of another script may be read as one in Latin
// letters. What schemes of transliteration write in different ways is equal.
func sameSound(x, y *word) bool {
	if x.script == latin {
		x, y = y, x
	}
	if x.script == latin || y.script != latin {
		return false
	}
	if shareName(x.plain, y.plain) {
		return true
	}
	if x.roman == "" {
		return false
	}
	switch x.script {
	case arabic, hebrew:
		return semitic(x.roman, y.plain)
	case devanagari:
		return strings.ReplaceAll(sound(x.roman), "a", "") == strings.ReplaceAll(sound(y.plain), "a", "")
	}
	return sound(x.roman) == sound(y.plain) || shareName(x.roman, y.plain)
}

// sounds are what schemes write in different ways, longest first; what is kept
// is no way to write it well, but one.
var sounds = strings.NewReplacer(
	"schtsch", "s", "shch", "s", "tsch", "c", "tch", "c", "sch", "s",
	"yo", "e", "ye", "e", "je", "e", "ie", "e", "kh", "h", "zh", "z", "sh", "s", "ch", "c", "ts", "c", "tz", "c", "cz", "c",
	"ph", "f", "th", "t", "gh", "h", "dh", "d", "bh", "b", "ks", "x", "ck", "k", "ou", "u", "oo", "u", "ee", "i", "ay", "ai", "ey", "ei",
	"w", "v", "y", "i", "j", "i", "g", "h", "q", "k",
)

// sound is a word as it sounds, roughly: doubled letters are one.
func sound(s string) string {
	s = sounds.Replace(s)
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if len(b) == 0 || b[len(b)-1] != s[i] {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// semitic tells whether a word may be read from one that is written without its
// short vowels. Names that are told apart by these alone are known.
func semitic(written, said string) bool {
	if both := knownSemitic(written, said); both != 0 {
		return both > 0
	}
	return readsAs(consonantSounds.Replace(written), consonantSounds.Replace(said))
}

// knownSemitic compares two names that are known: 1 if they are one, -1 if not.
func knownSemitic(written, said string) int {
	name := words().semitic[written]
	switch {
	case name == "":
		return 0
	case name == said || shareName(name, said):
		return 1
	case words().full[said] != nil:
		return -1
	}
	return 0
}

var consonantSounds = strings.NewReplacer(
	"kh", "x", "sh", "s", "gh", "g", "dh", "d", "th", "t", "ch", "s", "dj", "j", "ph", "f", "tz", "c", "ts", "c",
	"q", "k", "c", "k", "p", "b", "v", "b", "g", "j",
)

// fewestConsonants is how many a word needs to be told by them.
const fewestConsonants = 2

// readsAs lays the letters of a written word along those of a said one: each
// consonant has its own, doubled or not, and each long vowel a vowel like it.
func readsAs(written, said string) bool {
	consonants := 0
	for i := range len(written) {
		vowels := len(said) - len(strings.TrimLeft(said, "aeiouwyh'"))
		switch c := written[i]; c {
		case 'a', 'h':
		case 'w', 'y':
			if !strings.ContainsAny(said[:vowels], longVowel[c]) {
				return false
			}
		default:
			if long := said[:vowels]; i > 0 && !weak(written[i-1]) && (strings.Contains(long, "ou") || strings.Contains(long, "oo") || strings.Contains(long, "ee")) {
				return false
			}
			said = said[vowels:]
			if said == "" || said[0] != c {
				return false
			}
			said = strings.TrimLeft(said, string(c))
			consonants++
		}
	}
	return strings.Trim(said, "aeiouwyh'") == "" && consonants >= fewestConsonants
}

// longVowel is how a letter for a long vowel is said.
var longVowel = map[byte]string{'w': "ouw", 'y': "eiy"}

func weak(c byte) bool { return c == 'a' || c == 'h' || c == 'w' || c == 'y' }
