package extract

import "github.com/lukasadb/lukasa/internal/text"

// englishDemand is how people say in English how they want to be answered from now on.
//
//nolint:misspell // people spell in both ways
func englishDemand() demand {
	return demand{
		marks: enPhrases("from now|here|today|this|tomorrow point? on|onwards|onward|forward", "from now", "from today|tomorrow on|onwards|onward?", "henceforth", "in the? future",
			"as|by a? standing practice|order|rule|policy|procedure|instruction|custom|arrangement", "standing rule|order|instruction|request|policy",
			"house rule", "as policy", "without exception", "no exceptions", "each and every time",
			"going|moving forward", "as of now|today",
			"every single? time", "each time", "at all times", "all the time", "by default", "as a rule|default", "as standard",
			"for good", "permanently", "until further notice", "in general", "across the board",
			"you can|may go|switch back to",
			"until|unless i say|ask|tell|specify|mention|request so|otherwise|you|for|differently|something? else|otherwise|to?",
			"in anything|everything|all you write|send|give|hand|draft|make|do|produce|show|tell|prepare to|for? me?",
			"in|for all|any|every|each letters|letter|emails|email|mails|replies|reply|answers|answer|messages|message|texts|text|drafts|draft|documents|document you write|send|draft|prepare|make|do to|for? me?"),
		scopes: enPhrases("in|for anything|everything", "on weekdays|weekends|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays",
			"anything|everything you write|send|give|hand|draft|make|do|produce|show|tell|prepare",
			"in|for all|every|any|each @writing", "every|each answer|reply|response|message|email|explanation|text|summary",
			"all|any|every @writing you", "your @writing",
			"for all my", "with all my", "whenever", "whatever i ask|say|send|write",
			"celsius|fahrenheit|metric|imperial|emojis|markdown|english again", "when you write|reply|answer|talk|respond"),
		ended:    enPhrases("anymore", "any more|longer", "not? ever again?"),
		policies: enPhrases("my|our house|general|standing|basic|ground? policy|rule|rules|guideline|guidelines|preference|preferences|instruction|instructions for|on|about|when|with|is|are|of|here", "my|our|house|general|standing policy|rule|rules|instruction|instructions"),
		switches: enPhrases("go|switch|change back|over? to", "go|switch straight? to", "it must|should be", "it has|needs|ought to be", "it's to be",
			"i|we want|need|prefer|expect", "i'd|we'd like|prefer|appreciate", "i'd|we'd rather have", "i only want", "let's have|use|keep", "make it", "you can|may|must|should"),
		doubtful: enPhrases("if you aren't|ain't|are|don't|can't|cannot|do not? sure|certain|unsure|uncertain|know|find|guessing|confident", "if you're not? sure|certain|unsure|uncertain|guessing|confident",
			"if in doubt", "when in doubt", "if unsure"),
		weak:        text.Set(`all always at each ever every for not on permanently`),
		exclusive:   text.Set(`only`),
		obliges:     text.Set(`must needs ought should`),
		pleas:       text.Set(`kindly only please`),
		imperatives: englishVerbs,
		steady:      text.Set(`always never quit stop`),
		verbs: text.Set(`adding apologising apologizing asking be calling check correct correcting cut describe double-check drop end
			explaining flatter give go keep leave lecture make omit patronise praise preach repeating saying skip soften stick
			sugarcoat switch talk tell using verify writing`),
		own:     text.Set(`answers me mine my our replies us your`),
		negated: text.Set(`don't never no quit stop`),
		amounts: text.Set(`fewer less more no only`),
		respects: text.Set(`abbreviations acronyms adverbs answers apologies bullet bullets clichés code caveats celsius disclaimers dashes emoji emojis english essays examples exclamation filler flattery
			fluff format grams greetings headings hedging hyphens imperial intros jargon jokes latin lectures links lists markdown metric paragraphs points preamble prose puns replies
			sentences spelling slang spoilers summaries tables text tone units waffle`),
		clausal: text.Set(`am are aren't can can't could did do does gets got had has have he he's i i'd i'll i'm i've is isn't it it's
			she she's should that's there there's they they're this was we we're were will won't would you you're`),
	}
}

// englishAsked is what people ask in English to be done with what they said just before.
func englishAsked() aftersaid {
	return aftersaid{
		keep: enPhrases("jot|note|write|take|put that|this|it down", "make a note of? that|this|it?",
			"note|save|store|keep that|this|it", "keep|bear that|this|it in mind", "remember that|this|it for? later|me?",
			"don't forget that|this|it", "worth remembering", "please? remember"),
		remind: enPhrases("don't let me forget that|this|it|about?", "do not let me forget that|this|it|about?",
			"make sure that? i remember|don't that|this|it|forget? that|this|it?", "remind me",
			"remind me of|about that|this|it", "remind me nearer|closer the time",
			"i mustn't|can't|shouldn't|cannot forget that|this|it?", "remember that|this|it for me", "set a reminder",
			"set me a reminder", "put|set|add a reminder in|for? that|it?"),
		follow: enPhrases("that|that's|this|same goes|is|applies for? always|everything|all|good|now|permanent|standing|from|every",
			"always", "every time", "from now on", "in future", "same for everything", "and keep it that way", "keep to that|it",
			"please? always please?", "not? ever again?", "please? each|every single? time please?", "please? from today|now|tomorrow on|onwards? please?",
			"that's|it's a? standing? rule|order|policy|request|instruction", "standing rule|order|policy|request|instruction", "house rule", "as a rule", "no exceptions",
			"without exception", "for good", "in everything", "as standing? practice|policy"),
		reminders: text.Set(`a an got have i i've is must need should there there's to`),
	}
}
