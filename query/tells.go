package query

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/query/rank"
)

// readName takes the name of the one participant whom the question names. It is no word of the topic, as it stands in nearly
// nothing that they say themselves; but where others speak of them, it tells of whom.
func (s *scene) readName() {
	if len(s.question.Asked) != 1 || s.topic == s.whole {
		return
	}
	name, _, _ := strings.Cut(strings.ToLower(s.question.Asked[0]), " ")
	for _, t := range s.whole.Terms() {
		if bears(t.Text, name) {
			s.called, s.question.NameRarity = name, t.Rarity
		}
	}
}

// bears tells whether a word is a name, which is in lower case, or its possessive.
func bears(word, name string) bool {
	return strings.TrimSuffix(strings.ToLower(word), "'s") == name
}

// findTold finds which of the chosen candidates speak of the one asked about.
func (s *scene) findTold(d *sheet, candidates []rank.Candidate, chosen []int) (err error) {
	for _, i := range d.naming.records {
		c := &candidates[chosen[i]]
		if c.Tells, err = s.tells(c); err != nil {
			return err
		}
	}
	return nil
}

// tells tells whether a candidate that has the name speaks of its bearer, by the words of another.
func (s *scene) tells(c *rank.Candidate) (bool, error) {
	if c.Speaker == s.question.Asked[0] {
		return false, nil
	}
	said, err := s.words(c.ID)
	return err == nil && rank.Tells(said, s.called), err
}

// naming keeps which of the words on a sheet are the name, by their places, and which records have it, by theirs.
type naming struct {
	places  []int
	records []int
}

func (n *naming) clear() { n.places, n.records = n.places[:0], n.records[:0] }

// word notes that the ith record has the word of a place.
func (n *naming) word(i, place int) {
	if slices.Contains(n.places, place) && !slices.Contains(n.records, i) {
		n.records = append(n.records, i)
	}
}
