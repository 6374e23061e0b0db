package secret

import (
	"regexp"
	"strings"
)

// national tells whether a piece is the number that a state gives to a person, of a form or with a
// check that other numbers lack.
func national(number string) bool {
	if len(number) < 9 || len(number) > 16 || figures(number) < 6 {
		return false
	}
	for _, state := range states {
		if state.form.MatchString(number) && (state.sound == nil || state.sound(number)) {
			return true
		}
	}
	return false
}

func figures(s string) (n int) {
	for i := range len(s) {
		if digit(s[i]) {
			n++
		}
	}
	return n
}

// states are the forms of their numbers, and what tells one from another number of the form.
var states = []struct {
	form  *regexp.Regexp
	sound func(string) bool
}{
	{regexp.MustCompile(`^\d{3}-\d{2}-\d{4}$`), issuedSSN},                       // United States
	{regexp.MustCompile(`^\d{8}-?[A-HJ-NP-TV-Z]$`), soundDNI},                    // Spain
	{regexp.MustCompile(`^(?:\d{2})?\d{6}[-+]\d{4}$`), soundPersonnummer},        // Sweden
	{regexp.MustCompile(`^\d{3}\.\d{3}\.\d{3}-\d{2}$`), soundCPF},                // Brazil
	{regexp.MustCompile(`^[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]$`), nil}, // Italy
	{regexp.MustCompile(`^[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$`), nil}, // United Kingdom
}

// soundCPF checks the last two digits: each is the sum of those before it, weighed from 2 on backwards, times ten by eleven.
func soundCPF(s string) bool {
	d := strings.NewReplacer(".", "", "-", "").Replace(s)
	for n := 9; n < 11; n++ {
		sum := 0
		for i := range n {
			sum += int(d[i]-'0') * (n + 1 - i)
		}
		if sum*10%11%10 != int(d[n]-'0') {
			return false
		}
	}
	return true
}

// issuedSSN tells whether a number's first part is given out.
func issuedSSN(s string) bool { return s[:3] != "000" && s[:3] != "666" && s[0] != '9' }

// soundDNI checks the letter, which is the remainder by 23.
func soundDNI(s string) bool {
	n := 0
	for i := range 8 {
		n = n*10 + int(s[i]-'0')
	}
	return "TRWAGMYFPDXBNJZSQVHLCKE"[n%23] == s[len(s)-1]
}

// soundPersonnummer checks the last digit, by the same sum as a card's, and that it begins with a day.
func soundPersonnummer(s string) bool {
	d := strings.NewReplacer("-", "", "+", "").Replace(s)
	d = d[len(d)-10:]
	return d[2:4] >= "01" && d[2:4] <= "12" && d[4:6] >= "01" && d[4:6] <= "31" && luhn(d)
}
