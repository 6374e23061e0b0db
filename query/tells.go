package query

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/query/rank"
	"github.com/lukasadb/lukasa/schema"
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

// findMine finds, where the asker asks of himself, which of the chosen candidates nobody says
// and speak of him by name, as what was learned from him does, and which are what somebody
// else says of himself.
func (s *scene) findMine(candidates []rank.Candidate, chosen []int) error {
	if !s.question.Mine {
		return nil
	}
	for _, i := range chosen {
		c := &candidates[i]
		learned, told := s.learned(c), c.Traits.FirstPerson && s.toldByOther(c)
		if !learned && !told {
			continue
		}
		said, err := s.words(c.ID)
		if err != nil {
			return err
		}
		c.Tells = learned && (rank.TellsOf(said, s.talk.I) || rank.TellsOf(said, s.req.User))
		c.Foreign = told && rank.Foreign(said, s.talk.I) && rank.Foreign(said, s.req.User)
	}
	return nil
}

// learned tells whether a candidate is a statement that nobody says.
func (s *scene) learned(c *rank.Candidate) bool { return c.Speaker == "" && c.Class == rank.Semantic }

// toldByOther tells whether a candidate may be what another than the asker and the agent
// says: a message, or an episode, which says whose words it has. Who speaks as the user of
// a chat, by no name, may be the asker.
func (s *scene) toldByOther(c *rank.Candidate) bool {
	if c.Speaker != "" {
		return !rank.IsUser(c.Speaker) && c.Speaker != s.talk.I && c.Speaker != s.talk.You
	}
	row, known := s.agent.Columns().Row(c.ID)
	return known && row.KindOf() == schema.KindEpisode
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
