package extract

import "github.com/lukasadb/lukasa/internal/text"

// level accepts a word of levels, and in what.
func level(l *language, v []token) []token {
	v = l.cut(v, nil)
	if len(v) == 0 || len(v) > 5 || !levels[v[0].key] || len(v) > 1 && v[1].key != "in" && v[1].key != "at" && v[1].key != "with" && v[1].key != "level" {
		return grade(l, v)
	}
	return v
}

var levels = text.Set(`advanced basic beginner cao cơ elementary expert fluent freshman intermediate native novice proficient
	sophomore sơ trung`)

// grade accepts a level of the European framework.
func grade(_ *language, v []token) []token {
	if len(v) == 0 || len(v) > 2 || len(v[0].key) != 2 || !v[0].digit || v[0].key[0] < 'a' || v[0].key[0] > 'c' {
		return nil
	}
	return v[:1]
}

// gradeFirst takes a level of the European framework that stands first, whatever follows.
func gradeFirst(l *language, v []token) []token {
	if len(v) == 0 {
		return nil
	}
	return grade(l, v[:1])
}

// gradeAlone takes such a level that nothing follows which would make it something else.
func gradeAlone(l *language, v []token) []token {
	if len(v) > 1 && !breaks(v[1].gap) && text.StopIn(v[1].key) == 0 && !l.tails[v[1].key] {
		return nil
	}
	return gradeFirst(l, v)
}

// ownSkill accepts a skill of the writer's: "my spelling".
func ownSkill(_ *language, v []token) []token {
	if len(v) != 2 || v[0].key != "my" || !ownSkills[v[1].key] && !tongueNames[v[1].key] {
		return nil
	}
	return v[1:]
}

var ownSkills = text.Set(`accent algebra arithmetic cooking drawing driving geometry grammar handwriting math maths memory
	pronunciation punctuation singing spelling typing writing`)

// living takes what somebody does for a living.
func living(l *language, v []token) []token {
	if len(v) < 3 || v[0].key != "i" {
		return nil
	}
	return thing(l, v[1:])
}

// workplace accepts a place of work of a sort: "a bakery".
func workplace(l *language, v []token) []token {
	v = l.cut(v, wordSetOnce)
	for i := 1; i < len(v) && i < longestItem && determiners[v[0].key] && text.StopIn(v[i].key) == 0; i++ {
		if !businesses[v[i].key] && !workplaces[v[i].key] || i+1 < len(v) && text.StopIn(v[i+1].key) == 0 && !breaks(v[i+1].gap) {
			continue
		}
		end := i + 1
		if end+1 < len(v) && (v[end].key == "at" || v[end].key == "of") && v[end+1].capital {
			for end++; end < len(v) && v[end].capital && !breaks(v[end].gap); end++ {
			}
		}
		return v[:end]
	}
	return nil
}

// employment accepts a place of work by its name or its sort.
func employment(l *language, v []token) []token {
	if out := workplace(l, v); out != nil {
		return out
	}
	return placeNamed(l, v)
}

// shiftwork accepts the times at which somebody works.
func shiftwork(_ *language, v []token) []token {
	for i := 1; i < len(v) && i < longestItem; i++ {
		if n, ok := shifts.at(v[i:], false); ok {
			return v[:i+n]
		}
	}
	return nil
}

var shifts = enPhrases("nights|shifts|weekends|part-time|remotely|mornings|evenings", "from home", "night|day|early|late|rotating|split shift|shifts")

// savedLife accepts what somebody cannot do "to save my life".
func savedLife(l *language, v []token) []token {
	for i := 1; i+3 < len(v) && i < longestItem; i++ {
		if v[i].key == "to" && v[i+1].key == "save" && v[i+3].key == "life" || v[i].key == "for" && v[i+1].key == "toffee" {
			return thing(l, v[:i])
		}
	}
	return nil
}

var workplaces = text.Set(`bank brickworks call-centre charity church clinic college council court department depot factory foundry
	hospice hospital kitchen lab laboratory library mill mine ministry museum newspaper newsroom observatory orchestra prison quarry
	refinery shipyard start-up supermarket surgery theatre unit university ward warehouse zoo`)

// decade accepts the ten years that somebody's age lies in.
func decade(_ *language, v []token) []token {
	if len(v) == 0 || !decades[v[0].key] || len(v) > 1 && !breaks(v[1].gap) && !ageEnds[v[1].key] {
		return nil
	}
	return v[:1]
}

var decades = text.Set(`eighties fifties forties nineties seventies sixties teens thirties twenties 20s 30s 40s 50s 60s 70s 80s 90s`)

// topic accepts what is not understood: not "it" or "you".
func topic(l *language, v []token) []token {
	if len(v) > 0 && v[0].key == "up" {
		v = v[1:]
	}
	v = l.cut(v, nil)
	if len(v) == 0 || len(v) > longestThing || len(v) == 1 && l.asksLast[v[0].key] {
		return nil
	}
	if last := v[len(v)-1]; hasAny(v, pronouns) || pointing[last.key] || last.key == "it" || l.vague[v[0].key] && len(v) < 3 {
		return nil
	}
	return v
}

// riddle accepts a topic that is a question: "I don't get" has other meanings.
func riddle(l *language, v []token) []token {
	if len(v) < 2 || !interrogatives[v[0].key] {
		return nil
	}
	return topic(l, v)
}

var interrogatives = text.Set(`how what when where which who why`)

var pronouns = text.Set(`bạn he her him it nó paid she that them they this us you ý`)

// skill is thing, without its article.
func skill(l *language, v []token) []token {
	if len(v) > 1 && v[0].key == "the" {
		v = v[1:]
	}
	return thing(l, v)
}

// fronted accepts what a clause behind it is about.
func fronted(l *language, v []token) []token {
	if len(v) == 0 || len(v) > 4 {
		return nil
	}
	for _, t := range v {
		if text.StopIn(t.key) != 0 && t.key != "of" && t.key != "the" || selves[t.key] || t.digit {
			return nil
		}
	}
	return thing(l, v)
}

// trade accepts an occupation that is all that stands before a tail.
func trade(l *language, v []token) []token {
	if len(v) > 0 && (v[0].key == "a" || v[0].key == "an") {
		v = v[1:]
	}
	for _, t := range v {
		if text.StopIn(t.key) != 0 {
			return nil
		}
	}
	if len(v) > 4 {
		return nil
	}
	return occupation(l, v)
}

// tradeNoted accepts an occupation that was noted: "Architect, for twenty years".
func tradeNoted(l *language, v []token) []token {
	if len(v) == 0 {
		return nil
	}
	return trade(l, v[:clauseEnd(v)])
}

// tradeOf accepts an occupation, of which somebody says "I" behind it: "as a nurse, I …".
func tradeOf(l *language, v []token) []token {
	for i := 1; i < len(v) && i < longestItem; i++ {
		if selves[v[i].key] {
			return trade(l, v[:i])
		}
	}
	return nil
}

// subject accepts what is studied: not when or where.
func subject(l *language, v []token) []token {
	if len(v) > 0 && (v[0].key == "for" || v[0].key == "the") {
		v = v[1:]
	}
	if len(v) > 0 && (months[v[0].key] || weekdays[v[0].key] || v[0].key == "every" || v[0].key == "with") {
		return nil
	}
	return thing(l, dropTime(v))
}

// degree accepts a course of study: "a masters in law".
func degree(l *language, v []token) []token {
	v = thing(l, v)
	for i, t := range v {
		if i < 4 && degreesOf[t.key] {
			return v
		}
	}
	return nil
}

var degreesOf = text.Set(`a-level a-levels apprenticeship ba bachelor bachelor's bachelors bootcamp bsc classes course degree
	diploma doctorate evening-class gcse gcses law lessons ma master master's masters mba medicine msc phd residency`)
