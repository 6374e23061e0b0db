package extract

import (
	"strings"
	"sync"

	"github.com/lukasadb/lukasa/internal/text"
)

func wordSetPhrases(list string, phrases ...string) words {
	out := text.Set(list)
	for _, p := range phrases {
		out[p] = true
	}
	return out
}

// en reads patterns, also with the contraction that they open with spelled out.
func en(lines ...string) (out []pattern) {
	for _, line := range lines {
		out = append(out, compile(englishClasses, line)...)
		first, rest, _ := strings.Cut(line, " ")
		var who, is []string
		for w := range strings.SplitSeq(first, "|") {
			if subject, verb, ok := strings.Cut(w, "'"); ok && spelled[verb] != "" && selves[subject] {
				who, is = append(who, subject), append(is, spelled[verb])
			}
		}
		if who != nil {
			out = append(out, compile(englishClasses, strings.Join(who, "|")+" "+strings.Join(is, "|")+" "+rest)...)
		}
	}
	return out
}

// spelled are the words that are contracted with I and we.
var spelled = map[string]string{"m": "am", "re": "are", "ve": "have", "d": "would", "ll": "will"}

func enPhrases(lines ...string) phrases { return index(en(lines...)) }

// enDoctor is who tells people what they have.
const enDoctor = "my|the? doctor|doc|gp|nurse|consultant|specialist|neurologist|cardiologist|dentist|optician|dietician|dietitian|" +
	"midwife|vet|physio|hospital|clinic|surgeon|therapist|psychiatrist"

// english is how people state things in English.
//
//nolint:misspell // people spell in both ways
var english = sync.OnceValue(func() *language {
	return prepared(&language{
		code: "en", lang: text.English,
		first: text.Set(`i i'm i'd my me we our i've call remember remind note always never don't not correction keep from for in no
			actually sorry make hi hello hey`),
		openers: enPhrases("well", "so", "ok", "okay", "hi", "hello", "hey", "yes", "yeah", "yep", "no", "nope", "oh", "ah",
			"by the way", "btw",
			"also", "please", "actually", "sorry", "and", "but", "fyi", "just so you know", "to be honest", "in fact", "that's wrong",
			"that's not right", "good morning|evening|afternoon|day", "thanks", "thank you", "cheers", "currently", "personally",
			"generally", "anyway", "anyways",
			"honestly", "first off", "heads up", "funny|fun thing|fact", "full disclosure", "quick context|background|intro|note",
			"some context|background", "for context|background|reference|info|information", "for future reference",
			"just to introduce myself", "to introduce myself", "like|as i said", "great", "cool", "nice", "perfect", "good",
			"turns out", "kindly", "wait", "hang|hold on",
			"from|starting|beginning @month #?", "as of @month #?", "from|starting next week|month|year",
			"this year|month|summer|winter|autumn|fall|spring|term|semester", "nowadays", "these days", "lately", "right now",
			"at the moment", "by day|night|trade|profession|training",
			"hm|hmm|hmmm|mm|mmm|um|uh|er|erm|ha|haha|hah|aha|ah|oof|ugh|wow|whoa|huh|yup|ya|aye|alright|listen|look|lol|ngl|tbh|fwiw|ps|plus|incidentally|anyhow|frankly|then|now|news|update|confession|lately",
			"truth is|be told?", "thing|point is", "big|good|bad|great|sad|quick|small news|update|confession|one", "one more|last thing",
			"i should|must|ought|may|might|can|have to? say|add|mention|confess|admit|explain|warn you?", "i'll admit|confess|have you? know?",
			"you should|ought|might|may|must to? as? well? know", "for what it's worth", "as it happens", "as a matter of fact", "mind you",
			"to be fair|frank|clear|precise", "not gonna|going to? lie", "guess what", "since you ask|asked|mention|mentioned",
			"in case you wonder|wondered|ask|asked|need|care", "before you ask|suggest|offer|start", "of course", "naturally", "obviously",
			enDoctor+" says|said|tells|told|thinks|reckons|confirmed|confirms me? that?",
			"they tell|told me that?", "i|i've got|been|was? just? told yesterday|today|recently? that?", "as you know|see|guessed", "in my spare|free time", "in|on the? evenings|mornings|afternoons|weekends", "at weekends", "for work|fun", "at work"),
		mistakes: enPhrases("scratch|strike that", "wrong", "mixed|mix up", "my mistake|bad", "oops", "correction", "typo",
			"i misspoke|mistyped|misspelled|misspelt", "was wrong", "got that|it|this wrong",
			"i meant", "sorry"),
		courtesies: enPhrases("even if|though", "you can|could|may|might imagine|guess|picture",
			"you probably|might|may|must|will|perhaps have? already? figured|guessed|noticed|gathered|know|heard|realised|realized",
			enDoctor+" says|said|tells|told|thinks|reckons me? that? i|i'm|i've",
			"they tell|told me that? i|i'm|i've", "i|i've? got|been|was just? told yesterday|today|recently? that? i|i'm|i've", "i|i've|we told you", "i|i've never|ever told anyone|anybody", "if you know|remember|recall|get what|that|it|him|her|them|me?",
			"if that|it makes", "nobody says|calls|uses|believes|remembers|knows|asked",
			"if you would|like|want|please|prefer|can|could|wish|must|need|may", "if you don't|wouldn't mind",
			"if that|it helps|matters", "if that's|it's ok|okay|fine|alright|possible|relevant|any",
			"if you're|you wondering|curious|interested|asking|wonder|ask", "if i may", "if possible|anything|needed",
			"unless|until i say|ask|tell|specify|mention|request"),
		requests: enPhrases("can|could|will|would you please|kindly|just|also?", "may|might|can|could i ask you to",
			"i'd like|want|need|love you to", "i want|need you to", "please", "do me a favour|favor and?",
			"do you mind|think you could?", "is it possible to", "any chance you could|can?"),
		turns: enPhrases("so|and|but? what|what's|how|how's|which|when|where|who|why|any",
			"so|and|but? can|could|should|would|will you|i|we|it|that|this|they|the|a|there",
			"so|and|but? is|are|was|were there|the|these|those|a|an|my|his|her",
			"so|and|but? do|does|did you|we|they|the|people", "so|and|but? have|has you|anyone|anybody", "so|and|but? is it",
			"you know", "ever been|heard|tried", "got any", "whats"),
		amends:  englishAmends(),
		retract: enPhrases("no", "nope", "actually", "sorry", "correction", "that's wrong", "that's not right", "that is wrong"),
		doubts: enPhrases("if", "unless", "suppose|supposing", "imagine", "pretend", "wish", "maybe", "perhaps", "probably", "might",
			"whether",
			"i guess", "i wonder", "i doubt", "i hope", "as if|though", "let's say", "for example|instance", "e.g", "hypothetically",
			"said|says|told|tells|thinks|claims|claimed|claim|wrote|writes|believes|believed|according",
			"translate|paraphrase|rewrite|proofread|spellcheck",
			"in the|my|this|a|that|your game|dream|story|novel|movie|film|book|scene|role|play",
			"kidding", "joking", "never said", "nobody", "someone", "who says", "would you|i", "was|were like", "goes i|my|we|i'm",
			"shouted|yelled|whispered|screamed|replied", "as a|an user|customer|admin|visitor", "yeah|yea right",
			"oh great|joy|wonderful|fantastic"),
		asks: enPhrases("what", "where", "who", "whose", "why", "how", "which", "when",
			"is|are|was|were|am it|he|she|that|this|i|you|we|they|my|your|the|there",
			"do|does|did|can|could|will|would|should|have|has i|you|we|they|he|she|it|my|your|the"),
		clefts:   enPhrases("what i @degree? love|like|enjoy best|most? is|are"),
		staging:  englishStaging(),
		asksLast: text.Set(`right?`),
		joints:   text.Set(`and but or because so`),
		splits:   text.Set(`call i i'd i'll i'm i've my our please we you`),
		elided: text.Set(`adopted bought come did drive enjoy got grew hate have keep live love moved own play prefer run served speak study use work
			worked`),
		being:    text.Set(`a allergic an based diabetic from living married retired single studying vegan vegetarian working`),
		elliptic: text.Set(`adore am did turned got grew had have live moved own prefer served use work`),
		reports:  enPhrases("says|said|tells|told|thinks|claims|believes|reckons"),
		asides: enPhrases("i regret|must|have|hate to? say|admit|confess", "i'm afraid", "i admit|confess|suppose", "sadly", "alas",
			"unfortunately", "since you ask|asked", "in case you ask|wonder|wondered|care", "if you must know", "before you ask", "for the record", "to be honest|fair|frank", "honestly", "it must be said"),
		cuts: text.Set(`because since but so although though while whereas unless which whenever`),
		tails: wordSetPhrases(`anymore now today too also aswell yet instead myself please though currently anyway lol btw as well`, "right now", "these days", "at the moment",
			"at present", "for now", "of course", "by the way", "for me", "from now on", "last year", "of an evening", "of a morning", "any day", "every time", "by far", "hands down", "by a mile", "by a distance", "by some distance", "without question", "above all else", "over everything", "over everything else",
			"over anything else", "more than anything", "a lot", "very much", "so much",
			"at all", "any more", "any longer"),
		vague: text.Set(`it that this these those you your him her them his their me not no nothing something anything everything how when
			what why where who to the being having for on in at all too very so just really still only also we i he she they is are
			is isn't up doing going unclear boring wrong broken full same such there here`),
		wishes: []wish{
			{rule: rule{kind: Fact, predicate: Note, confidence: .95, heads: en("remember|note that", "keep|bear in mind that",
				"don't forget that", "do not forget that", "for the record", "jot|note|write|put down that",
				"for your information|records|reference|files|notes")}, least: 2},
			{rule: rule{kind: Fact, predicate: Note, confidence: .95, heads: en("remember|note|memo", "note to self",
				"keep|bear this|that in mind", "note|jot|write|take this|that|it down", "keep|save|store|note|remember|file this|that|the? following? for|in later|reference|me|mind|future|file?", "note|reminder|memo for later|future|me|reference")}, least: 2, colon: true},
			{rule: rule{kind: Fact, predicate: Note, confidence: .9, heads: en("remember", "keep|bear in mind", "don't forget",
				"do not forget", "for reference")}, least: 3, lead: text.Set(`my our i i'm we we're`)},
			{rule: rule{kind: Preference, predicate: Instruction, confidence: .9, heads: en("from now|here|today|this|tomorrow point? on|onwards|onward|forward", "in the? future",
				"going|moving forward", "as of now|today")}, imperative: true},
			{rule: rule{kind: Preference, predicate: Instruction, confidence: .9, heads: en("always", "never",
				"don't|only ever")}, imperative: true, self: true},
			{rule: rule{kind: Task, predicate: Reminder, confidence: .9, heads: en("remind me to|that", "remind me",
				"set|put|make|create|add|schedule me? a|an|in? reminder in|down? to|for|about|that",
				"nudge|ping|poke|prod me to|about?", "give me a nudge|shout|poke|ping|reminder to|about|for?",
				"don't let me forget to|that|about?", "do not let me forget to|that|about?",
				"make sure that? i remember to|about?", "make sure that? i don't|won't forget to|about|that?",
				"i need a reminder to|for|about", "i? want|need a reminder|nudge to|for|about", "i'd like a reminder to|for|about")}},
		},
		demand:   englishDemand(),
		asked:    englishAsked(),
		rules:    englishRules(),
		before:   enPhrases("i used to want|plan|study|dream|aim|prefer|like", "at first i wanted|planned"),
		after:    enPhrases("now i", "i now"),
		contrast: englishContrast,
		harmless: enPhrases("is|are fine|ok|okay|safe|harmless", "is|are no problem|issue", "don't bother me", "doesn't bother me"),
		not:      enPhrases("not", "no longer", "don't", "do not", "never"),
		isNot:    map[string]string{"isn't": "is", "aren't": "are"},
		manners: text.Set(`answer reply respond use write show send speak put add avoid include explain format start ask
			mention suggest assume sign don't treat refer address translate summarise summarize round list begin cite quote`),
	})
})
