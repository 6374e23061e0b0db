package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// recut is the number of turns that become one exchange.
const recut = 6

// Recut retells conversations as chats of a user with an assistant, in long messages: each speaker in turn becomes the user,
// who asks as "I"; the other's turns, and a few from elsewhere, become the assistant's. So weights are not fitted to short
// turns alone. Questions whose evidence is not all the user's are left out, and so are adversarial ones.
func Recut(all []Conversation) []Conversation {
	r := rand.New(rand.NewPCG(7, 7)) //nolint:gosec // a fixed seed makes the same text each time
	var out []Conversation
	for i := range all {
		other := &all[(i+1)%len(all)]
		for _, user := range all[i].Speakers {
			if c, ok := retell(&all[i], other, user, r); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

func retell(from, other *Conversation, user string, r *rand.Rand) (Conversation, bool) {
	c := Conversation{ID: from.ID + " as " + user, Group: from.Group, Speakers: []string{"user", "assistant"}, User: "user", Addressee: "assistant"}
	became := map[string]string{}
	for start := 0; start < len(from.Turns); {
		end := start + 1
		for end < len(from.Turns) && end < start+recut && from.Turns[end].Session == from.Turns[start].Session {
			end++
		}
		for _, role := range c.Speakers {
			t := Turn{ID: fmt.Sprintf("M%d", len(c.Turns)+1), Speaker: role, Session: from.Turns[start].Session, Time: from.Turns[start].Time}
			var said []string
			for _, x := range from.Turns[start:end] {
				if (x.Speaker == user) == (role == "user") {
					said = append(said, x.Text)
					if x.Caption != "" {
						said = append(said, x.Caption+".")
					}
					became[x.ID] = t.ID
				}
			}
			if len(said) == 0 {
				continue
			}
			if role == "assistant" {
				for range 4 {
					said = append(said, other.Turns[r.IntN(len(other.Turns))].Text)
				}
			}
			t.Text = strings.Join(said, " ")
			c.Turns = append(c.Turns, t)
		}
		start = end
	}
	speakerOf := map[string]string{}
	for _, t := range from.Turns {
		speakerOf[t.ID] = t.Speaker
	}
	for _, p := range from.Probes {
		if q, ok := reask(p, user, speakerOf, became); ok {
			c.Probes = append(c.Probes, q)
		}
	}
	return c, len(c.Probes) > 0
}

// reask turns a question about a person into that person's own.
func reask(p Probe, user string, speakerOf, became map[string]string) (Probe, bool) {
	q := Probe{Category: p.Category, Evidence: map[string]bool{}}
	if p.Category == 5 || !strings.Contains(p.Question, user) {
		return q, false
	}
	for id := range p.Evidence {
		if speakerOf[id] != user {
			return q, false
		}
		q.Evidence[became[id]] = true
	}
	name := regexp.QuoteMeta(user)
	for _, step := range [][2]string{
		{`\b` + name + `['’]s\b`, "my"},
		{`\bdoes ` + name + `\b`, "do I"},
		{`\bis ` + name + `\b`, "am I"},
		{`\bhas ` + name + `\b`, "have I"},
		{`\b` + name + `\b`, "I"},
	} {
		q.Question = regexp.MustCompile(step[0]).ReplaceAllString(choose(q.Question, p.Question), step[1])
	}
	return q, true
}

func choose(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
