package mention

import (
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// units are the measures and currencies that follow a number.
var units = text.Words(`% usd eur gbp jpy cny vnd chf aud cad sgd dollar dollars euro euros pound pounds yen yuan dong đồng đ vnđ triệu tỷ
	nghìn bn million billion mm cm m km mi ft g kg mg t lb lbs oz ml l ms s sec min h hrs hours °c °f c° k° kb mb gb tb kib mib gib hz
	khz mhz ghz w kw kwh v kg. km/h mph rpm px`)

// currencies stand before a number or after it.
const currencies = "$€£¥₫₹₩"

// readAmount reads $1,200.50, 20€, 5 kg and 10% at s[start:end], with the unit
// that may stand behind a space, and returns where it ends.
func readAmount(s string, start, end int) (to int, ok bool) {
	c := s[start:end]
	front := strings.TrimLeft(c, currencies)
	number, unit := cutNumber(front)
	if number == 0 {
		return 0, false
	}
	if len(front) < len(c) && unit == "" {
		return end, true
	}
	if unit != "" {
		return end, len(front) == len(c) && (units.Has(strings.ToLower(unit)) || strings.Trim(unit, currencies) == "")
	}
	from, next := chunk(s, end)
	if from != end+1 || s[end] != ' ' {
		return 0, false
	}
	from, next = trim(s, from, next)
	if unit = strings.ToLower(s[from:next]); !units.Has(unit) || utf8.RuneCountInString(unit) == 1 && unit != "%" && unit != "đ" && unit != "m" && unit != "g" {
		return 0, false
	}
	return next, true
}

// cutNumber returns the length of the number that begins s and what is behind.
func cutNumber(s string) (n int, rest string) {
	for n < len(s) && (s[n] >= '0' && s[n] <= '9' || n > 0 && (s[n] == ',' || s[n] == '.') && n+1 < len(s) && s[n+1] >= '0' && s[n+1] <= '9') {
		n++
	}
	return n, s[n:]
}
