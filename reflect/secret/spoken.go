package secret

import (
	"strings"
)

// A secret that is told in plain speech: behind a word for it, "the wifi password is now ...",
// "PIN 3852", "the safe's combination: 34 left, 11 right", what looks like one is one.

// piece is a run of signs without spaces, less the marks around it.
type piece struct {
	start, end int
	as         role
	closes     bool // a sentence ends behind it
}

// role is what a word is when a secret is told.
type role uint8

const (
	tellsPassword role = 1 << iota
	tellsToken
	tellsCode
	elsewhere // before code: it opens nothing, as an error code does
	counted   // behind a number: it counts something
	before    // before a number that is no code
	calls     // before what somebody is called, which is no secret
)

// roles are the words.
var roles = func() map[string]role {
	out := map[string]role{}
	for as, list := range map[role]string{
		tellsPassword: `credentials login opens pass pass-phrase passphrase passwd password passwords passwort pw pwd root sudo unlock unseal
			using wi-fi wifi wlan`,
		tellsToken: `apikey bearer cookie cookies key secret session set-cookie sid token tokens`,
		tellsCode: `2fa alarm code combination combo cupboard cvc cvv cvv2 gate keypad lockbox mfa otp padlock passcode pin puk punch safe
			strongroom texted unlock`,
		elsewhere: `airport area bar batch billing booking building color colour country course currency diagnosis dialling discount
			dress error exit fault genetic hazard http icd item language lot module morse order post postal product promo qr reference
			response return sort source status stock subject tax tracking vendor voucher coupon zip`,
		counted: `am attempts boxes characters chars cm day days degrees digits dollars eggs euro euros files gb guests hour hours items kg km
			l left letters lines m mb min minute minutes ml mm month months pages people percent pm points pounds pupils patients right rows sec
			second seconds times tokens tries units users week weeks words year years`,
		before: `about above around as at bar bed below bus by chapter flight for from id in line login of on over page port room row seat
			since step under until user username v version`,
		calls: `as id login user username`,
	} {
		for w := range strings.FieldsSeq(list) {
			out[w] |= as
		}
	}
	return out
}()

// longestRole is how long the longest of these words is, in bytes.
const longestRole = 12

// Bounds of how far behind its word a secret is told, in pieces.
const (
	passwordReach = 16
	codeReach     = 9
)

// told are the ways in which secrets are told: the role of the words for them, how far behind
// these they stand, and what they look like.
var told = [...]struct {
	kind  Kind
	by    role
	reach int
	like  func(string) bool
}{
	{Password, tellsPassword, passwordReach, passwordlike},
	{APIKey, tellsToken, passwordReach, tokenlike},
	{Code, tellsCode, codeReach, codelike},
}

// spoken finds secrets that are told in plain speech, and numbers of persons.
func spoken(text string) (out []Span) {
	pieces := piecesOf(text)
	for i, p := range pieces {
		if national(text[p.start:p.end]) {
			out = append(out, Span{Start: p.start, End: p.end, Kind: NationalID})
		}
		if p.as&(tellsPassword|tellsToken|tellsCode) == 0 {
			continue
		}
		for _, way := range told {
			if p.as&way.by == 0 || way.by == tellsCode && i > 0 && pieces[i-1].as&elsewhere != 0 {
				continue
			}
			within := pieces[:min(len(pieces), i+way.reach)]
			for at, n := behind(text, within, i, way.like); n > 0; at, n = behind(text, within, at+n-1, way.like) {
				out = append(out, Span{Start: pieces[at].start, End: pieces[at+n-1].end, Kind: way.kind})
			}
		}
	}
	return out
}

// behind finds the pieces that are a secret, the first that look so behind a word. A
// sentence further on speaks of something else.
func behind(text string, pieces []piece, word int, like func(string) bool) (at, n int) {
	ended := 0
	for i := word; i < len(pieces) && ended < 2; i++ {
		if i > word {
			n := grouped(text, pieces, i)
			whole := text[pieces[i].start:pieces[i+n-1].end]
			if like(whole) && !plainly(pieces, i, n, digits(whole)) {
				return i, n
			}
		}
		if pieces[i].closes {
			ended++
		}
	}
	return 0, 0
}

// plainly tells whether the words around some pieces tell that they are no secret.
func plainly(pieces []piece, at, n int, number bool) bool {
	ahead := pieces[at-1].as
	return at+n < len(pieces) && pieces[at+n].as&counted != 0 || ahead&calls != 0 || number && ahead&before != 0
}

// grouped counts the pieces of digits alone from one on that are one number: 83 15 20.
func grouped(text string, pieces []piece, i int) int {
	n := 1
	for i+n < len(pieces) && digits(text[pieces[i+n-1].start:pieces[i+n-1].end]) && digits(text[pieces[i+n].start:pieces[i+n].end]) &&
		text[pieces[i+n-1].end:pieces[i+n].start] == " " {
		n++
	}
	return n
}

// piecesOf cuts a text at its spaces.
func piecesOf(text string) []piece {
	out := make([]piece, 0, 8+len(text)/5)
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && text[end] > ' ' {
			end++
		}
		if end > start {
			out = append(out, pieceOf(text, start, end))
		}
		start = end + 1
	}
	return out
}

// pieceOf takes the marks off a run of signs.
func pieceOf(text string, start, end int) piece {
	run := text[start:end]
	bare := strings.TrimLeft(run, marks)
	start += len(run) - len(bare)
	bare = strings.TrimRight(bare, marks)
	p := piece{start: start, end: start + len(bare), as: roleOf(bare)}
	p.closes = strings.ContainsAny(text[p.end:end], ".!?;")
	return p
}

func roleOf(word string) role {
	head, _, _ := strings.Cut(word, "'")
	if len(head) <= longestRole {
		var room [longestRole]byte
		lower := room[:copy(room[:], head)]
		for i, c := range lower {
			if upper(c) {
				lower[i] = c | 0x20
			}
		}
		return roles[string(lower)]
	}
	if strings.Contains(word, "_") && named(word) {
		return tellsToken
	}
	return 0
}

// marks stand around a secret and are none of it.
const marks = "\"'`()[]{}<>«»,;:.?¡¿“”‘’#=→–—*-"

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// passwordlike tells whether a piece looks like a password: letters with figures, or several
// words that signs or capitals join.
func passwordlike(s string) bool {
	if len(s) < leastValue || len(s) > longestValue || strings.Contains(s, "://") || !real(s) {
		return false
	}
	var letters, figures, signs, inner bool
	for i := range len(s) {
		c := s[i]
		switch {
		case digit(c):
			figures = true
		case alnum(c) && c != '_':
			letters = true
			inner = inner || i > 0 && upper(c) && !upper(s[i-1]) && alnum(s[i-1])
		default:
			signs = true
		}
	}
	return letters && figures && !unitOf(s) && (signs || entropy(s) >= minEntropy) || letters && inner && signs
}

// unitOf tells a figure with what it counts, a version or a day: 12mm, v2.14, 9th.
func unitOf(s string) bool {
	rest := strings.TrimLeft(strings.TrimPrefix(strings.ToLower(s), "v"), "0123456789.,:/-")
	return len(rest) <= 3 && !strings.ContainsAny(rest, "0123456789")
}

// tokenlike tells whether a piece looks drawn by chance.
func tokenlike(s string) bool {
	if _, value, ok := strings.Cut(s, "="); ok {
		s = value
	}
	return len(s) >= 16 && len(s) <= longestValue && !strings.Contains(s, "://") && !strings.ContainsAny(s, "/\\") && real(s) && random(s)
}

// codelike tells whether a piece looks like what is typed on a keypad, or sent to be typed.
func codelike(s string) bool {
	figures, letters := 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case digit(c):
			figures++
		case upper(c):
			letters++
		case c != ' ' && c != '-' && c != '/':
			return false
		}
	}
	total := figures + letters
	return figures >= 2 && total >= 3 && total <= 8 && letters <= 3 && !(letters == 0 && len(s) == 4 && (s[:2] == "19" || s[:2] == "20"))
}
