package main

import "fmt"

// Young cuts conversations into memories of so many turns of one session at most, each with the questions that it answers by
// itself: how well a floor that was fitted to memories of hundreds of records serves one of a few.
func Young(all []Conversation, turns int) []Conversation {
	var out []Conversation
	for i := range all {
		for rest := all[i].Turns; len(rest) > 0; {
			n := 1
			for n < min(turns, len(rest)) && rest[n].Session == rest[0].Session {
				n++
			}
			if c := all[i].part(rest[:n]); len(c.Probes) > 0 {
				out = append(out, c)
			}
			rest = rest[n:]
		}
	}
	return out
}

// part is a conversation that ended and began with some of its turns.
func (c *Conversation) part(turns []Turn) Conversation {
	p := *c
	p.ID, p.Turns, p.Probes, p.Skipped = fmt.Sprint(c.ID, " from ", turns[0].ID), turns, nil, 0
	told := map[string]bool{}
	for _, t := range turns {
		told[t.ID] = true
	}
	for _, probe := range c.Probes {
		if within(probe.Evidence, told) {
			p.Probes = append(p.Probes, probe)
		}
	}
	return p
}

func within(ids, all map[string]bool) bool {
	for id := range ids {
		if !all[id] {
			return false
		}
	}
	return len(ids) > 0
}
