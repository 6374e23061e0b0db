package text

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"
)

// Detector decides the language of a text from its words. The zero value is ready; it is not safe for concurrent use.
type Detector struct {
	votes [NumLangs]int
	words int
}

// Reset forgets the words added.
func (d *Detector) Reset() { *d = Detector{} }

// Add counts one word: stop and letters are StopIn and LettersOf of it. A letter that only some languages use counts twice.
func (d *Detector) Add(stop, letters LangSet) {
	d.words++
	if stop|letters == 0 {
		return
	}
	for l := Und + 1; l < NumLangs; l++ {
		if stop.Has(l) {
			d.votes[l]++
		}
		if letters.Has(l) {
			d.votes[l] += 2
		}
	}
}

// Lang returns the language of s, the text whose words were added, or fallback when it is not clear.
func (d *Detector) Lang(s string, fallback Lang) Lang {
	best, second := Und, Und
	for l := Und + 1; l < NumLangs; l++ {
		switch {
		case d.votes[l] > d.votes[best] || d.votes[l] == d.votes[best] && l == fallback && d.votes[l] > 0:
			best, second = l, best
		case d.votes[l] > d.votes[second]:
			second = l
		}
	}
	lead := d.votes[best] - d.votes[second]
	if d.votes[best] >= 2 && (lead > 0 || best == fallback) {
		return best
	}
	if d.words >= minTrigramWords && nonASCII(s) {
		if l := trigrams(s); l != Und {
			return l
		}
	}
	return fallback
}

// Detect returns the language of s, or fallback when it is not clear.
func Detect(s string, fallback Lang) Lang {
	var d Detector
	var scan Scanner
	scan.Reset(s)
	for scan.Next() {
		key := string(scan.Key())
		d.Add(StopIn(key), LettersOf(key))
	}
	return d.Lang(s, fallback)
}

// Trigrams cost about 200 microseconds a text, so they are asked only of a text of this many words, beyond ASCII, that
// function words left open, and only of its beginning.
const (
	minTrigramWords = 5
	maxTrigramBytes = 400
)

var trigramLangs = sync.OnceValue(func() map[whatlanggo.Lang]bool {
	m := make(map[whatlanggo.Lang]bool)
	for l := range whatlangs {
		m[l] = true
	}
	return m
})

var whatlangs = map[whatlanggo.Lang]Lang{
	whatlanggo.Eng: English, whatlanggo.Deu: German, whatlanggo.Fra: French, whatlanggo.Spa: Spanish,
	whatlanggo.Por: Portuguese, whatlanggo.Ita: Italian, whatlanggo.Nld: Dutch, whatlanggo.Swe: Swedish,
	whatlanggo.Nob: Norwegian, whatlanggo.Hun: Hungarian, whatlanggo.Rus: Russian, whatlanggo.Vie: Vietnamese,
	whatlanggo.Cmn: Chinese, whatlanggo.Jpn: Japanese, whatlanggo.Kor: Korean,
}

func trigrams(s string) Lang {
	if len(s) > maxTrigramBytes {
		s = strings.ToValidUTF8(s[:maxTrigramBytes], "")
	}
	info := whatlanggo.DetectWithOptions(s, whatlanggo.Options{Whitelist: trigramLangs()})
	if info.Confidence < whatlanggo.ReliableConfidenceThreshold {
		return Und
	}
	return whatlangs[info.Lang]
}

func nonASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}
