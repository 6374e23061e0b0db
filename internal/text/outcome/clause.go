package outcome

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text/traits"
)

// clause is a stretch of words that says one thing.
type clause struct {
	words      []string
	contrast   bool // it takes back what was said before it
	concession bool // it grants what does not count
}

// contrasts begin a clause that takes back what was said before it.
var contrasts = traits.Set("but however yet except until then unfortunately sadly alas nevertheless whereas")

// concessions begin a clause that grants what does not count: "slower, though it works".
var concessions = traits.Set("though although albeit")

// subordinate begin a clause that says something of its own.
var subordinate = traits.Set("because while so which who")

// clauses cuts a text at its marks and before words that begin another clause.
func clauses(s string) []clause {
	var out []clause
	var now clause
	end := 0
	flush := func() {
		if len(now.words) > 0 {
			out = append(out, now)
		}
		now = clause{}
	}
	for t := range traits.Tokens(s) {
		if parted(s[end:t.Start]) {
			flush()
		}
		if contrasts[t.Word] && !(t.Word == "yet" && len(now.words) > 0) || subordinate[t.Word] || concessions[t.Word] {
			flush()
			now.contrast, now.concession = contrasts[t.Word], concessions[t.Word]
		}
		now.words = append(now.words, t.Word)
		end = t.End
	}
	flush()
	return out
}

// parted tells whether what stands between two words parts clauses; a point or a comma within a figure does not.
func parted(between string) bool {
	if strings.ContainsAny(between, ";:!?()\n—–\"") {
		return true
	}
	return strings.Contains(between, " - ") || strings.ContainsAny(between, ".,") && strings.ContainsAny(between, " \t")
}
