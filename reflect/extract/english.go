package extract

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// kin are those who belong to a person, with the name of the predicate.
var englishClasses = map[string]map[string]string{
	"kin": {
		"wife's": "wife", "husband's": "husband", "partner's": "partner", "son's": "son", "daughter's": "daughter",
		"mother's": "mother", "father's": "father", "brother's": "brother", "sister's": "sister", "dog's": "dog",
		"cat's": "cat", "boss's": "boss", "manager's": "manager",
	},
	"kinNamed": {
		"wife": "wife", "husband": "husband", "partner": "partner", "son": "son", "daughter": "daughter", "mother": "mother",
		"father": "father", "brother": "brother", "sister": "sister", "dog": "dog", "cat": "cat", "boss": "boss", "manager": "manager",
	},
	"superior": {"manager": "manager", "boss": "boss", "supervisor": "supervisor", "tutor": "tutor", "doctor": "doctor"},
	"favourite": {
		"color": "color", "colour": "color", "book": "book", "movie": "movie", "film": "movie", "food": "food", "dish": "dish",
		"song": "song", "band": "band", "team": "team", "sport": "sport", "language": "language", "city": "city",
		"country": "country", "animal": "animal", "drink": "drink", "season": "season", "game": "game", "author": "author",
		"editor": "editor", "subject": "subject",
	},
	"diet": {"vegetarian": "", "vegan": "", "pescatarian": "", "diabetic": "", "teetotal": ""},
}

// occupations end what somebody says they are, in both languages.
var occupations = wordSetPhrases(`accountant actor actress analyst architect artist assistant attorney author baker barber bartender
	biologist bookkeeper builder butcher captain carpenter cashier chef chemist clerk coach consultant cook dentist designer
	detective developer diver doctor driver economist editor electrician engineer entrepreneur farmer firefighter fisherman
	freelancer gardener geologist hairdresser historian journalist judge lawyer lecturer librarian linguist locksmith
	manager marketer mathematician mechanic midwife musician navigator nurse officer optician painter paramedic pharmacist
	photographer physicist physiotherapist pilot plumber policeman postman principal producer professor programmer psychologist
	researcher sailor salesman scientist seamstress secretary skipper soldier statistician student surgeon surveyor tailor
	teacher technician therapist trainee trainer translator tutor veterinarian vet waiter waitress welder writer`,
	"sinh viên", "học sinh", "giáo viên", "giảng viên", "kỹ sư", "bác sĩ", "y tá", "thuyền trưởng", "thuyền viên", "sĩ quan",
	"thuyền phó", "luật sư", "kế toán", "lập trình", "nhân viên", "quản lý", "giám đốc", "phi công", "công nhân", "nông dân",
	"thợ điện", "thợ mộc", "thợ hàn", "tài xế", "lái xe", "đầu bếp", "nhà báo", "phóng viên", "nhà văn", "nhạc sĩ", "ca sĩ",
	"họa sĩ", "kiến trúc", "dược sĩ", "điều dưỡng", "nghiên cứu", "phiên dịch", "thư ký", "nha sĩ", "hải quân", "thủy thủ")

func wordSetPhrases(list string, phrases ...string) words {
	out := wordSet(list)
	for _, p := range phrases {
		out[p] = true
	}
	return out
}

func en(lines ...string) []pattern { return compile(englishClasses, lines...) }

// english is how people state things in English.
//
//nolint:misspell // people spell in both ways
var english = &language{
	code: "en", lang: text.English,
	first: wordSet(`i i'm i'd my me we our i've call remember remind note always never don't not correction keep from for in no
		actually sorry make`),
	openers: en("well", "so", "ok", "okay", "hi", "hello", "hey", "yes", "yeah", "yep", "no", "nope", "oh", "ah", "by the way", "btw",
		"also", "please", "actually", "sorry", "and", "but", "fyi", "just so you know", "to be honest", "in fact", "that's wrong",
		"that's not right", "good morning|evening|afternoon|day", "thanks", "currently", "personally", "generally"),
	retract: en("no", "nope", "actually", "sorry", "correction", "that's wrong", "that's not right", "that is wrong"),
	doubts: index(en("if", "unless", "suppose|supposing", "imagine", "pretend", "wish", "maybe", "perhaps", "probably", "might", "whether",
		"i guess", "i wonder", "i doubt", "i hope", "as if|though", "let's say", "for example|instance", "e.g", "hypothetically",
		"said|says|told|tells|thinks|claims|claimed|claim|wrote|writes|believes|believed|according",
		"translate|paraphrase|rewrite|proofread|spellcheck", "in the|my|this|a|that|your game|dream|story|novel|movie|film|book|scene|role|play",
		"kidding", "joking", "never said", "nobody", "someone", "who says", "would you|i", "was|were like", "goes i|my|we|i'm", "shouted|yelled|whispered|screamed|replied", "as a|an user|customer|admin|visitor", "yeah|yea right", "oh great|joy|wonderful|fantastic")),
	asks: en("what", "where", "who", "whose", "why", "how", "which", "when", "is|are|was|were|am it|he|she|that|this|i|you|we|they|my|your|the|there",
		"do|does|did|can|could|will|would|should|have|has i|you|we|they|he|she|it|my|your|the"),
	staging:  englishStaging,
	asksLast: wordSet(`right?`),
	joints:   wordSet(`and but or because so`),
	splits:   wordSet(`i i'm i'd my we our call please you`),
	cuts:     wordSet(`because since but so although though while whereas unless which whenever`),
	tails: wordSetPhrases(`anymore now today too also aswell yet myself please though currently anyway lol btw as well`, "right now", "these days", "at the moment",
		"at present", "for now", "of course", "by the way", "for me", "from now on", "last year", "a lot", "very much", "so much", "at all", "any more", "any longer"),
	vague: wordSet(`it that this these those you your him her them his their me not no nothing something anything everything how when
		what why where who to the being having for on in at all too very so just really still only also we i he she they is are
		is isn't doing going unclear boring wrong broken full same such there here`),
	wishes: []wish{
		{rule: rule{kind: Fact, predicate: Note, confidence: .95, heads: en("remember|note that", "keep|bear in mind that",
			"don't forget that", "do not forget that", "for the record", "for your information")}, least: 2},
		{rule: rule{kind: Fact, predicate: Note, confidence: .95, heads: en("remember|note|memo")}, least: 2, colon: true},
		{rule: rule{kind: Preference, predicate: Instruction, confidence: .9, heads: en("from now on", "from today on", "in future",
			"in the future", "going forward")}, imperative: true},
		{rule: rule{kind: Preference, predicate: Instruction, confidence: .9, heads: en("always", "never", "don't ever")}, imperative: true, self: true},
		{rule: rule{kind: Task, predicate: Reminder, confidence: .9, heads: en("remind me to", "remind me")}},
	},
	rules: []rule{
		{kind: UserFact, typ: "name", predicate: "name", confidence: .95, heads: en("my full|first|given? name is", "my full|first? name's"), value: name},
		{kind: UserFact, typ: "name", predicate: "name", confidence: .9, heads: en("i'm|am called|named", "i am called|named"), value: name},
		{kind: Preference, predicate: Called, confidence: .9, heads: en("call me", "you can|may call me", "i go by", "people|friends call me", "everyone calls me"), value: nameStrict},
		{kind: Fact, predicate: "@_name", confidence: .9, heads: en("my @kin name is", "my @kinNamed is called|named"), value: nameStrict},
		{kind: Fact, predicate: "favourite_@", confidence: .9, heads: en("my favorite|favourite @favourite is"), value: thing},
		{kind: Fact, predicate: "@", confidence: .85, heads: en("my @superior is"), value: nameStrict},
		{kind: Fact, predicate: "email", confidence: .95, heads: en("my email|e-mail address? is", "my mail is"), value: address},
		{kind: Fact, predicate: "phone_number", confidence: .95, heads: en("my phone|mobile|telephone number? is"), value: phone},
		{kind: Fact, predicate: "timezone", confidence: .9, heads: en("my timezone is", "my time zone is"), value: exact},
		{kind: Fact, predicate: "birthday", confidence: .95, heads: en("my birthday is|falls", "my birthday's", "i was born"), value: date},
		{kind: Fact, predicate: "born_in", confidence: .9, heads: en("i was born in"), value: birthplace},
		{kind: Fact, predicate: "age", confidence: .9, heads: en("i'm", "i am"), value: years},
		{kind: Fact, predicate: "allergic_to", confidence: .95, heads: en("i'm|i've severely|very|highly? allergic to", "i am severely|very|highly? allergic to",
			"i have an allergy to"), value: thing},
		{kind: Fact, predicate: "diet", confidence: .9, heads: en("i'm a?", "i am a?"), value: diet},
		{kind: Fact, predicate: "speaks", confidence: .85, heads: en("i speak"), value: tongues},
		{kind: UserFact, typ: "role", predicate: "role", confidence: .9, heads: en("i work as a|an|the?", "my job is"), value: occupation},
		{kind: Fact, predicate: "works_at", confidence: .9, heads: en("i work now|currently? at|for",
			"i'm now|currently? working at|for", "i am now|currently? working at|for", "i'm employed at|by", "my employer is"), value: place},
		{kind: Fact, predicate: "lives_in", confidence: .9, heads: en("i|we live now|currently? in|at|near", "i'm|we're now|currently? living in",
			"i am living in", "i'm|we're based in", "i am based in"), value: home},
		{kind: Fact, predicate: "lives_in", confidence: .85, heads: en("i|we just|recently? moved to", "i've|we've just|recently? moved to"), value: homeNamed},
		{kind: Fact, predicate: "from", confidence: .85, heads: en("i'm|we're originally? from", "i am originally? from", "i come originally? from"), value: homeNamed},
		{kind: UserFact, typ: "level", predicate: "level", confidence: .9, heads: en("my level is", "i'm a|an?", "i am a|an?"), value: level},
		{kind: UserFact, typ: "level", predicate: "level", confidence: .85, heads: en("my english|german|french|spanish|vietnamese is at?"), value: grade},
		{kind: UserFact, typ: "role", predicate: "role", confidence: .85, heads: en("i'm a|an", "i am a|an"), value: occupation},
		{kind: Insight, typ: "learning_style", predicate: "learning_style", confidence: .85, whole: true, heads: en("i learn best|better|fastest",
			"i'm a visual|auditory|hands-on|kinesthetic learner", "i am a visual|auditory|hands-on|kinesthetic learner",
			"i like|prefer|love learning|studying through|by|with|from", "i like|prefer|love to learn|study through|by|with|from")},
		{kind: Insight, typ: "knowledge_gap", predicate: "knowledge_gap", confidence: .9, heads: en("i still? don't|can't really|fully|quite? understand|grasp",
			"i still? do not|cannot really|fully|quite? understand|grasp", "i keep confusing|mixing|forgetting",
			"i always|often? confuse", "i always|often mix up", "i'm still? confused about|by"), value: topic},
		{kind: Insight, typ: "knowledge_gap", predicate: "knowledge_gap", confidence: .9, heads: en("i still? don't get"), value: riddle},
		{kind: Insight, typ: "habit", predicate: "habit", confidence: .8, whole: true, heads: en("i usually|normally|often|typically|mostly study|read|learn|practise|practice|revise|train|run|exercise|swim|write|code",
			"every morning|evening|day|night|week|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday i")},
		{kind: UserFact, typ: "weakness", predicate: "weakness", confidence: .85, heads: en("i'm really|very|quite? weak|bad|terrible at|in",
			"i am really|very|quite? weak|bad|terrible at|in", "i really? struggle with", "i have trouble with", "i find it hard"), value: thing},
		{kind: UserFact, typ: "goal", predicate: "goal", confidence: .9, heads: en("my main|biggest? goal is", "my aim is", "my dream is"), value: goal},
		{kind: UserFact, typ: "goal", predicate: "goal", confidence: .85, heads: en("i want", "i'd like", "my plan is", "i hope", "i'm trying", "i am trying"), value: deed},
		{kind: UserFact, typ: "goal", predicate: "goal", confidence: .85, heads: en("i'm preparing for", "i am preparing for", "i'm studying for", "i am studying for"), value: thing},
		{kind: UserFact, typ: "preference", predicate: "prefers", confidence: .9, heads: en("i much|really|generally? prefer", "i'd prefer", "i would prefer"), value: thing},
		{kind: UserFact, typ: "preference", predicate: "dislikes", confidence: .9, heads: en("i really? hate|dislike|detest", "i really? don't like|enjoy",
			"i do not like|enjoy", "i can't|cannot stand"), value: thing},
		{kind: UserFact, typ: "preference", predicate: "likes", confidence: .85, heads: en("i really|also? like|love|enjoy|adore", "i'm fond of", "i am fond of"), value: thing},
		{kind: UserFact, typ: "name", predicate: "name", confidence: .8, greets: true, heads: en("i'm", "i am"), value: introduction},
	},
	before:   en("i used to want|plan|study|dream|aim|prefer|like", "at first i wanted|planned"),
	after:    index(en("now i", "i now")),
	contrast: englishContrast,
	not:      en("not", "no longer", "don't", "do not", "never"),
	isNot:    map[string]string{"isn't": "is", "aren't": "are"},
	manners: wordSet(`answer reply respond use write show send speak put add avoid include explain format start ask
		mention suggest assume sign don't treat refer address translate summarise summarize round list begin cite quote`),
}

// diet takes one word that says what somebody does not eat.
func diet(l *language, v []token) []token {
	if v = l.trim(v); len(v) == 1 {
		if _, ok := englishClasses["diet"][v[0].key]; ok {
			return v
		}
	}
	return nil
}

// tongues accepts names of languages.
func tongues(l *language, v []token) []token {
	v = l.cut(v, nil)
	for _, t := range v {
		if !t.capital && t.key != "and" && t.key != "a" && t.key != "little" && t.key != "some" {
			return nil
		}
	}
	return v
}

var levels = wordSet(`beginner novice intermediate advanced expert native fluent basic elementary proficient freshman sophomore
	cơ trung cao sơ`)

// level accepts a word of levels, and in what.
func level(l *language, v []token) []token {
	v = l.cut(v, nil)
	if len(v) == 0 || len(v) > 5 || !levels[v[0].key] || len(v) > 1 && v[1].key != "in" && v[1].key != "at" && v[1].key != "level" {
		return grade(l, v)
	}
	return v
}

// grade accepts a level of the European framework.
func grade(_ *language, v []token) []token {
	if len(v) == 0 || len(v) > 2 || len(v[0].key) != 2 || !v[0].digit || v[0].key[0] < 'a' || v[0].key[0] > 'c' {
		return nil
	}
	return v[:1]
}

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

var interrogatives = wordSet(`how why what where when which who`)

var pronouns = wordSet(`it you that this him her them us paid ý bạn nó`)

// goal accepts what a goal is: something, or something to do.
func goal(l *language, v []token) []token {
	if len(v) > 1 && v[0].key == "to" {
		if rest := thing(l, v[1:]); rest != nil {
			return v[:len(rest)+1]
		}
		return nil
	}
	return thing(l, v)
}

var greetings = wordSet(`hi hello hey chào xin`)

// introduction accepts a name where a greeting opens the sentence: "Hi, I'm Ana".
// Elsewhere "I'm Done" and "I'm German" look the same.
func introduction(l *language, v []token) []token {
	if len(v) > 2 {
		return nil
	}
	for _, t := range v {
		if strings.HasSuffix(t.key, "ing") {
			return nil
		}
	}
	return nameStrict(l, v)
}

// englishContrast reads "not Tuesday but Wednesday", "I meant Lisbon, not Porto",
// "no, it's 42", "make that 7pm" and "correction: …".
func englishContrast(l *language, t []token) (wrong, right []token) {
	body := l.open(t, false)
	if n, _, ok := longest(iMeant, body, false); ok {
		return meant(l, body[n:])
	}
	if n, _, ok := longest(contrastHeads, body, false); ok {
		for i := n + 1; i < len(body); i++ {
			if body[i].key == "but" {
				return bothExact(l, body[n:i], body[i+1:])
			}
		}
	}
	if n, _, ok := longest(itIs, body, false); ok && l.retracts(t, false) {
		return nil, pointed(l, body[n:])
	}
	if n, _, ok := longest(makeIt, body, false); ok && (body[1].key == "that" || l.retracts(t, false)) {
		return nil, pointed(l, body[n:])
	}
	if n, _, ok := longest(correctionIs, t, false); ok && len(t) > n+1 {
		return nil, l.trim(t[n:])
	}
	return nil, nil
}

var (
	contrastHeads = en("it's|that's? not", "it|that is not")
	iMeant        = en("i meant", "i mean")
	itIs          = en("it's", "it is", "it should be")
	makeIt        = en("make it|that")
	correctionIs  = en("correction")
)

// meant reads "Lisbon, not Porto".
func meant(l *language, v []token) (wrong, right []token) {
	for i := 1; i+1 < len(v); i++ {
		if v[i].key == "not" {
			return bothExact(l, v[i+1:], v[:i])
		}
	}
	return nil, pointed(l, v)
}

// pointed takes an exact value, a day in small letters, or what tells one of several by
// its colour: the blue one.
func pointed(l *language, v []token) []token {
	if w := exact(l, v); w != nil {
		return w
	}
	v = l.trim(v)
	if len(v) == 3 && v[0].key == "the" && (v[2].key == "one" || v[2].key == "ones") && colours[v[1].key] {
		return v[1:2]
	}
	if last := len(v) - 1; last >= 0 && last <= 1 && (weekdays[v[last].key] || colours[v[last].key]) && (last == 0 || leads[v[0].key]) {
		return v
	}
	return nil
}

var weekdays = wordSet("monday tuesday wednesday thursday friday saturday sunday")

func bothExact(l *language, wrong, right []token) ([]token, []token) {
	wrong, right = exact(l, wrong), exact(l, right)
	if len(wrong) == 0 || len(right) == 0 {
		return nil, nil
	}
	return wrong, right
}
