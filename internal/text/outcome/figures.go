package outcome

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// trend is how figures went.
type trend struct {
	fell, rose bool
	// cost tells that they are of time or room, of which less is better, and share that they are shares of something.
	cost, share bool
}

// A figure before and one after: "from 2.8 s to 190 ms", "14 minutes, down to 5", "50 s in place of 40 minutes".
const figure = `(\d[\d,]*(?:\.\d+)?)(?:\s?(%|[a-zµ]+))?`

var (
	beforeAfter = regexp.MustCompile(figure + `(?: [a-z]+)? (?:down |up )?(?:to|->|→|=>) ` + figure)
	afterBefore = regexp.MustCompile(figure + ` (?:in place of|instead of|rather than|down from|up from|where it was) ` + figure)
)

// trendOf compares the first figures before and after that a text in lower case names.
func trendOf(s string) trend {
	if !twoFigures(s) {
		return trend{}
	}
	if m := beforeAfter.FindStringSubmatch(s); m != nil {
		return compare(m[1], m[2], m[3], m[4])
	}
	if m := afterBefore.FindStringSubmatch(s); m != nil {
		return compare(m[3], m[4], m[1], m[2])
	}
	return trend{}
}

// twoFigures tells, sooner than an expression would, whether a text may name a figure and then another.
func twoFigures(s string) bool {
	const digits = "0123456789"
	first := strings.IndexAny(s, digits)
	return first >= 0 && strings.Contains(s[first:strings.LastIndexAny(s, digits)], " ")
}

func compare(before, unitBefore, after, unitAfter string) trend {
	x, y := number(before), number(after)
	scaleX, costX := units[unitBefore]
	scaleY, costY := units[unitAfter]
	if costX && costY {
		x, y = x*scaleX, y*scaleY
	}
	return trend{fell: y < x, rose: y > x, cost: costX || costY, share: unitBefore == "%" || unitAfter == "%"}
}

func number(s string) float64 {
	x, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// share is how many of how many: "58 of 60", "two out of eight", "48/48".
var (
	share    = regexp.MustCompile(` (\d+|[a-z]+) (?:out )?of (?:the |all |our |my )?(\d+|[a-z]+) `)
	numerals = strings.Fields("none one two three four five six seven eight nine ten eleven twelve")
)

// byShare is how a clause ended that tells of how many of how many it speaks: well of most, badly of few.
func byShare(spaced string) float64 {
	if !strings.Contains(spaced, " of ") {
		return 0
	}
	m := share.FindStringSubmatch(spaced)
	if m == nil {
		return 0
	}
	x, y := count(m[1]), count(m[2])
	switch {
	case !(y > 1) || !(x <= y):
		return 0
	case x >= 0.8*y:
		return 1
	case x <= 0.25*y:
		return -1
	}
	return 0
}

func count(s string) float64 {
	if i := slices.Index(numerals, s); i >= 0 {
		return float64(i)
	}
	return number(s)
}

// gains are things of which more is better.
var gains = text.Set(`throughput sales attendance revenue turnover rating ratings score scores coverage conversion conversions subscribers
	customers members orders bookings visitors accuracy precision yield savings income profit likes occupancy saturation uptime eggs hits
	attendance votes donations margin placement readers mark marks`)
