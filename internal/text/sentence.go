package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences yields the sentences of s as spans without surrounding space. A sentence ends at a line's end, at 。！？, or at
// . ! ? and … followed by space and not by a lower-case letter; the dot of a single letter (an initial), of a title (Dr.) or of a
// number at the start of a line does not end one.
func Sentences(s string) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		start := 0
		emit := func(end int) bool {
			from, to := trimSpan(s, start, end)
			start = end
			return from == to || yield(Span{from, to})
		}
		for i, r := range s {
			end := i + utf8.RuneLen(r)
			if r == utf8.RuneError {
				end = i + 1
			}
			switch r {
			case '\n', '。', '！', '？':
			case '.', '!', '?', '…':
				if end = pastQuotes(s, end); !endsSentence(s, start, i, end, r) {
					continue
				}
			default:
				continue
			}
			if !emit(end) {
				return
			}
		}
		emit(len(s))
	}
}

// pastQuotes returns the end of the closing quotes and brackets at s[end:].
func pastQuotes(s string, end int) int {
	for end < len(s) && (s[end] == '"' || s[end] == ')' || s[end] == '\'') {
		end++
	}
	return end
}

// endsSentence tells whether the sign r at s[i], with its quotes up to end, ends the sentence that began at start.
func endsSentence(s string, start, i, end int, r rune) bool {
	if end == len(s) {
		return true
	}
	if s[end] != ' ' && s[end] != '\t' && s[end] != '\n' && s[end] != '\r' {
		return false
	}
	for end < len(s) && (s[end] == ' ' || s[end] == '\t') {
		end++
	}
	if next, _ := utf8.DecodeRuneInString(s[end:]); unicode.IsLower(next) {
		return false
	}
	if r != '.' {
		return true
	}
	wordStart := i
	for wordStart > start && s[wordStart-1] != ' ' && s[wordStart-1] != '\n' {
		wordStart--
	}
	word := s[wordStart:i]
	if unicode.IsUpper(firstRune(word)) && (utf8.RuneCountInString(word) == 1 || ShortTitle(strings.ToLower(word))) {
		return false
	}
	from, _ := trimSpan(s, start, i)
	return !(from == wordStart && isDigits(word))
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func trimSpan(s string, start, end int) (int, int) {
	for start < end {
		r, n := utf8.DecodeRuneInString(s[start:end])
		if !unicode.IsSpace(r) {
			break
		}
		start += n
	}
	for end > start {
		r, n := utf8.DecodeLastRuneInString(s[start:end])
		if !unicode.IsSpace(r) {
			break
		}
		end -= n
	}
	return start, end
}
