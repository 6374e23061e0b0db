package names

import "strings"

// sameReading tells whether a name in characters or syllables may be read as one
// in Latin letters, with the family name in either place.
func sameReading(a, b *Form) bool {
	if b.script != latin {
		a, b = b, a
	}
	if a.script == latin || b.script != latin || a.roman == "" || len(b.words) == 0 {
		return false
	}
	read := readAs(a.script)
	want := read(a.roman)
	if len(want) < 3 {
		return false
	}
	last := len(b.words) - 1
	said := make([]string, 0, len(b.words))
	for i := range b.words {
		said = append(said, read(b.words[i].plain))
	}
	return strings.Join(said, "") == want || a.person && last > 0 &&
		(said[last]+strings.Join(said[:last], "") == want || strings.Join(said[1:], "")+said[0] == want)
}

// readAs makes readings by one scheme equal to those by another.
func readAs(s script) func(string) string {
	switch s {
	case hangul:
		return korean
	case kana:
		return japanese
	}
	return mandarin
}

func mandarin(s string) string { return strings.ReplaceAll(s, "v", "u") }

// longVowels are often written short; the rest is as Hepburn and Kunrei have it.
var longVowels = strings.NewReplacer(
	"ou", "o", "oo", "o", "uu", "u", "aa", "a", "ii", "i", "ei", "e", "y", "i", "tch", "c", "cch", "c", "sh", "s", "ch", "c", "ts", "t", "ti", "ci", "m", "n",
)

func japanese(s string) string { return sound(longVowels.Replace(s)) }

// koreanFamilies are family names that are written in their own ways.
var koreanFamilies = map[string]string{
	"ahn": "an", "choi": "choe", "chung": "jeong", "jung": "jeong", "khang": "gang", "kim": "gim", "kwon": "gwon",
	"lee": "i", "li": "i", "lim": "im", "moon": "mun", "noh": "no", "oh": "o", "pak": "bag", "park": "bag", "rhee": "i", "rim": "im", "roh": "no",
	"ryu": "yu", "shin": "sin", "woo": "u", "yi": "i", "yoo": "yu", "yoon": "yun", "youn": "yun",
}

var koreanSounds = strings.NewReplacer(
	"yeo", "yo", "you", "yo", "ae", "e", "ee", "i", "eo", "o", "eu", "u", "oe", "e", "oo", "u", "ye", "e", "ck", "g", "k", "g", "t", "d", "p", "b",
	"ch", "j", "sh", "s", "r", "l", "u", "o",
)

// korean folds a syllable or a word.
func korean(s string) string {
	if family, ok := koreanFamilies[s]; ok {
		s = family
	}
	return sound(koreanSounds.Replace(s))
}
