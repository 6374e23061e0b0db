package dates

import "github.com/lukasadb/lukasa/internal/text"

// English months that people are named after too. Words before and behind one tell that somebody is meant: "with June",
// "did April call", "May and I".
var (
	people = text.Set("april may june august")
	// toSomebody stand before those who do something, or to whom something is done.
	toSomebody = text.Set(`with did does do has have had is was can could will would should dear tell told ask asked take took see saw
		met call called love thank thanks wife husband daughter son sister brother mom mum mother aunt friend partner girlfriend
		boyfriend cousin niece baby`)
	doing   = text.Set("has had says said told asked wants wanted likes liked loves loved thinks thought does did and")
	company = text.Set("i me my we us")
)

// isSomebody tells whether the month at i is somebody's name.
func (p *parser) isSomebody(i int) bool {
	if p.g.lang != text.English || p.alone || !people[p.tokens[i].text] || !p.capital(i) {
		return false
	}
	if i > 0 && toSomebody[p.tokens[i-1].text] && p.joins(i) {
		return true
	}
	if i+1 == len(p.tokens) || !p.joins(i+1) || !doing[p.tokens[i+1].text] {
		return false
	}
	return p.tokens[i+1].text != "and" || i+2 < len(p.tokens) && company[p.tokens[i+2].text]
}
