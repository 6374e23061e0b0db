package extract

import "github.com/lukasadb/lukasa/internal/text"

// englishLabels are notes that people make of themselves: what it is about, and behind a
// colon, a dash or a comma what there is to say of it.
//
//nolint:misspell // people spell in both ways
func englishLabels() []rule {
	return []rule{
		{
			kind: UserFact, typ: "role", predicate: "role", confidence: .85, label: true, opens: true, value: occupation,
			heads: en("my? current|day|actual|main|proper? job|occupation|profession|trade|role|work"),
		},
		{kind: Fact, predicate: "works_at", confidence: .85, label: true, opens: true, heads: en("my? new|current? employer|workplace"), value: placeNamed},
		{
			kind: Fact, predicate: "lives_in", confidence: .85, label: true, opens: true, value: homeNamed,
			heads: en("my|current|new? home|location|residence|city|town|base"),
		},
		{kind: Fact, predicate: "from", confidence: .85, label: true, opens: true, heads: en("my? hometown", "home town"), value: homeNamed},
		{kind: UserFact, typ: "name", predicate: "name", confidence: .9, label: true, opens: true, heads: en("my? full|first? name"), value: nameStrict},
		{kind: Fact, predicate: "age", confidence: .85, label: true, opens: true, heads: en("my? age"), value: years},
		{kind: Fact, predicate: "birthday", confidence: .9, label: true, opens: true, heads: en("my? birthday|bday|dob", "my? date of birth"), value: date},
		{kind: Fact, predicate: "timezone", confidence: .85, label: true, opens: true, heads: en("my? timezone", "my? time zone"), value: exact},
		{kind: Fact, predicate: "email", confidence: .9, label: true, opens: true, heads: en("my? work|private|new? email|e-mail|mail address?"), value: addressWithin},
		{
			kind: Fact, predicate: "phone_number", confidence: .9, label: true, opens: true, value: phone,
			heads: en("my? new|work|direct|private|mobile? phone|mobile|cell|number|tel|line number?"),
		},
		{kind: Fact, predicate: "allergic_to", confidence: .9, label: true, opens: true, heads: en("my? allergies|allergy|intolerances|intolerance"), value: thing},
		{kind: Fact, predicate: "diet", confidence: .9, label: true, opens: true, heads: en("my? diet"), value: dietBare},
		{kind: Fact, predicate: "health", confidence: .85, label: true, opens: true, heads: en("my? health|diagnosis|condition|conditions"), value: ailment},
		{
			kind: UserFact, typ: "goal", predicate: "goal", confidence: .85, label: true, opens: true, value: noted,
			heads: en("my? new|current|next|big|main|long-term|latest|revised|other? goal|goals|target|ambition|dream|aim|resolution",
				"goal|aim|target for|this now|this|next? year|month|season|term"),
		},
		{kind: Fact, predicate: "favourite_@", confidence: .85, label: true, opens: true, heads: en("my? all-time? favorite|favourite @favourite"), value: thing},
		{kind: Fact, predicate: "speaks", confidence: .85, label: true, far: true, each: true, opens: true, heads: en("my? languages"), value: tongues},
		{kind: Fact, predicate: "owns", confidence: .8, label: true, opens: true, heads: en("my? pets|animals"), value: herd},
		{kind: UserFact, typ: "weakness", predicate: "weakness", confidence: .85, label: true, opens: true, heads: en("my? main|biggest? weakness|weaknesses", "my? weak|blind spot|spots|point"), value: fronted},
		{kind: UserFact, typ: "preference", predicate: "likes", confidence: .8, label: true, opens: true, heads: en("my? likes|hobbies|hobby|interests"), value: thing},
		{kind: UserFact, typ: "preference", predicate: "dislikes", confidence: .8, label: true, opens: true, heads: en("my? dislikes", "pet hate|peeve"), value: thing},
		{
			kind: Insight, typ: "habit", predicate: "habit", confidence: .8, label: true, opens: true, value: routine,
			heads: en("every single? morning|evening|day|night|week|weekend|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday"),
		},
	}
}

// noted accepts a goal that is noted: no score.
func noted(l *language, v []token) []token {
	if len(v) == 0 || v[0].key[0] <= '9' || rendezvous[v[0].key] {
		return nil
	}
	return goal(l, v)
}

// rendezvous are verbs of what is to be done at once.
var rendezvous = text.Set(`call come delete find fix meet send stop`)

// routine accepts what is done again and again, and is told without a verb: "ten pages".
func routine(l *language, v []token) []token {
	if len(v) < 2 || !counted(v[0]) && !numerals[v[0].key] {
		return nil
	}
	return thing(l, v)
}

// numerals are the figures that are spelled out and not in counts.
var numerals = text.Set(`fifteen fifty forty hundred ninety one sixty thirty twenty`)
