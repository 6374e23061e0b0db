package secret

import "strings"

func digit(c byte) bool { return c >= '0' && c <= '9' }
func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
func alnum(c byte) bool { return digit(c) || upper(c) || c >= 'a' && c <= 'z' || c == '_' }

// cards finds numbers of payment cards: digits, in groups or not, with the
// beginning and the length of a known issuer and a sound last digit.
func cards(text string) (out []Span) {
	for at := 0; at < len(text); {
		if !digit(text[at]) {
			at++
			continue
		}
		digits, end := number(text, at)
		if free(text, at, end) && issued(digits) && luhn(digits) {
			out = append(out, Span{Start: at, End: end})
		}
		at = end
	}
	return out
}

// number reads digits with one space or hyphen between groups of them, the same
// throughout.
func number(text string, at int) (digits string, end int) {
	var b strings.Builder
	var sign byte
	for end = at; end < len(text); end++ {
		c := text[end]
		if digit(c) {
			b.WriteByte(c)
			continue
		}
		if c != ' ' && c != '-' || sign != 0 && c != sign || end+1 == len(text) || !digit(text[end+1]) {
			break
		}
		sign = c
	}
	return b.String(), end
}

// free tells whether a number stands alone: in no word, no longer identifier, no
// decimal number, and not after the plus of a telephone.
func free(text string, start, end int) bool {
	if start > 0 {
		if c := text[start-1]; alnum(c) || strings.IndexByte("-+.#", c) >= 0 {
			return false
		}
	}
	if end+1 < len(text) && strings.IndexByte(".,", text[end]) >= 0 && digit(text[end+1]) {
		return false
	}
	return end == len(text) || !alnum(text[end]) && text[end] != '-'
}

// issued tells whether digits begin as those of an issuer of cards and are as
// many (ISO/IEC 7812 ranges, as the issuers publish them).
func issued(d string) bool {
	switch n := len(d); {
	case n < 13 || n > 19:
		return false
	case d[0] == '4': // Visa
		return n == 13 || n == 16 || n == 19
	case d >= "34" && d < "35" || d >= "37" && d < "38": // American Express
		return n == 15
	case d >= "300" && d < "306" || d >= "36" && d < "37" || d >= "38" && d < "39": // Diners Club
		return n == 14
	default: // JCB, Mastercard, Discover
		return n == 16 && (d >= "3528" && d < "3590" || d >= "51" && d < "56" || d >= "2221" && d < "2721" ||
			d >= "6011" && d < "6012" || d >= "644" && d < "66")
	}
}

// luhn checks the last digit (ISO/IEC 7812-1, annex B).
func luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// ibanLengths are how long an account's number is in a country (the registry of
// ISO 13616).
var ibanLengths = map[string]int{
	"AD": 24, "AE": 23, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24,
	"FI": 18, "FR": 27, "GB": 22, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IS": 26, "IT": 27, "LI": 21, "LT": 20,
	"LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "QA": 29, "RO": 24, "SA": 24, "SE": 24,
	"SI": 19, "SK": 24, "SM": 27, "TR": 26, "UA": 29,
}

// ibans finds numbers of bank accounts, in groups or not, with sound check digits.
func ibans(text string) (out []Span) {
	for at := 0; at+15 <= len(text); at++ {
		if !upper(text[at]) || !upper(text[at+1]) || !digit(text[at+2]) || !digit(text[at+3]) || at > 0 && alnum(text[at-1]) {
			continue
		}
		account, end := compact(text, at, ibanLengths[text[at:at+2]])
		if account == "" || end < len(text) && alnum(text[end]) || !mod97(account) {
			continue
		}
		out = append(out, Span{Start: at, End: end})
		at = end - 1
	}
	return out
}

// compact reads n capitals and digits, with one space at most between two; "" if
// there are not as many.
func compact(text string, at, n int) (out string, end int) {
	var b strings.Builder
	for end = at; end < len(text) && b.Len() < n; end++ {
		switch c := text[end]; {
		case digit(c) || upper(c):
			b.WriteByte(c)
		case c != ' ' || text[end-1] == ' ':
			return "", end
		}
	}
	if b.Len() < n {
		return "", end
	}
	return b.String(), end
}

// mod97 checks the two check digits (ISO 7064, MOD 97-10): with the first four
// signs at the end and letters as 10 to 35, the number leaves 1.
func mod97(account string) bool {
	rest := 0
	for i := range len(account) {
		c := account[(i+4)%len(account)]
		if digit(c) {
			rest = (rest*10 + int(c-'0')) % 97
		} else {
			rest = (rest*100 + int(c-'A') + 10) % 97
		}
	}
	return rest == 1
}
