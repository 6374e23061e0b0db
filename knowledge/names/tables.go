package names

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/lukasadb/lukasa/internal/text"
)

// typeGroups lists types that one thing may have at once.
//
//nolint:misspell // both spellings are in use
const typeGroups = `
person user customer contact employee client speaker author agent human patient member lead
organization organisation org company customer client supplier vendor partner account team business institution
place location city country region address
product item service project system
`

// tables are the lists of this package, ready for use.
type tables struct {
	full    map[string][]string // the names that a given name may stand for, itself among them
	known   map[string]bool     // given and family names in their own right
	given   map[string]bool     // given names and short forms that are hardly ever anything else
	called  map[string]bool     // given names, whatever else they are
	family  map[string]bool     // common family names
	surname map[string]bool     // those of Vietnam

	titles     *titleTables
	kin        map[string]string
	particle   map[string]bool
	personStop map[string]bool

	company     map[string]string // form, its words joined by a blank, to class
	companyEnd  map[string]bool   // the words that forms begin or end with
	longestForm int               // words of the longest form
	glued       []gluedForm       // forms written without a blank

	number       map[string]string
	numbered     map[string]string // short forms before a number
	beforeNumber map[string]bool
	state        map[string]string // short forms of states
	generic      map[string]bool
	extent       map[string]bool
	direction    map[string]bool
	unit         map[string]bool
	street       map[string]bool
	venue        map[string]bool
	stop         map[string]bool
	inside       map[string]bool

	semitic map[string]string // names by their letters in our transliteration
	groups  map[string][]int  // type to the groups it is in
}

var (
	//go:embed data/petnames.txt
	petNames string
	//go:embed data/kin.txt
	kinData string
	//go:embed data/numbered.txt
	numberedData string
	//go:embed data/states.txt
	stateData string
)

// words holds the tables, made when first needed and never changed.
var words = sync.OnceValue(func() *tables {
	t := &tables{
		full: map[string][]string{}, given: text.Set(givenNames), called: text.Set(givenNames), family: text.Set(familyNames), surname: text.Set(surnames),
		titles: readTitles(), kin: shortened(kinData), particle: text.Set(particles), personStop: text.Set(personStops),
		company: map[string]string{}, companyEnd: map[string]bool{},
		number: map[string]string{}, numbered: shortened(numberedData), beforeNumber: text.Set(beforeNumbers), state: shortened(stateData),
		generic: text.Set(generic), extent: text.Set(extents), direction: text.Set(directions), street: text.Set(streets), unit: text.Set(units), venue: text.Set(venues),
		stop: text.Set(stops), inside: text.Set(inside), semitic: map[string]string{}, groups: map[string][]int{},
	}
	t.addNicknames()
	for class, forms := range lines(companyForms) {
		t.addCompany(class, forms)
	}
	slices.SortStableFunc(t.glued, func(a, b gluedForm) int { return len(b.text) - len(a.text) })
	for pair := range strings.FieldsSeq(numbers) {
		word, digit, _ := strings.Cut(pair, ":")
		t.number[word] = digit
	}
	for pair := range strings.FieldsSeq(semiticNames) {
		word, name, _ := strings.Cut(pair, ":")
		t.semitic[romanise(plain(word), scriptOf(word))] = name
	}
	for i, group := range strings.Split(strings.TrimSpace(typeGroups), "\n") {
		for typ := range strings.FieldsSeq(group) {
			t.groups[typ] = append(t.groups[typ], i)
		}
	}
	return t
})

func (t *tables) addNicknames() {
	for name, others := range lines(nicknames) {
		for n := range strings.FieldsSeq(name + " " + others) {
			t.addNickname(name, n)
			t.given[n] = true
		}
	}
	for word := range text.Set(alsoWords) {
		delete(t.given, word)
	}
	for name, others := range lines(petNames) {
		for n := range strings.FieldsSeq(name + " " + others) {
			t.addNickname(plain(name), plain(n))
		}
	}
	t.known = maps.Clone(t.called)
	maps.Copy(t.known, t.family)
}

func (t *tables) addNickname(name, short string) {
	t.called[short] = true
	if !slices.Contains(t.full[short], name) {
		t.full[short] = append(t.full[short], name)
	}
}

// shortened maps the short forms of a table to what they stand for.
func shortened(table string) map[string]string {
	t := map[string]string{}
	for long, others := range lines(table) {
		for short := range strings.FieldsSeq(others) {
			t[short] = long
		}
	}
	return t
}

// lines yields the head and the rest of each line of a table, in order, but not
// its remarks.
func lines(table string) func(yield func(head, rest string) bool) {
	return func(yield func(head, rest string) bool) {
		for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
			head, rest, ok := strings.Cut(line, ":")
			if ok && !strings.HasPrefix(line, "#") && !yield(head, strings.TrimSpace(rest)) {
				return
			}
		}
	}
}
