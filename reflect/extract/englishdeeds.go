package extract

import "github.com/lukasadb/lukasa/internal/text"

// englishWork is what somebody does.
func englishWork() []rule {
	return []rule{
		{
			kind: UserFact, typ: "role", predicate: "role", confidence: .9, value: occupation,
			heads: en("i work as a|an|the?", "my day|current|actual? job is", "my job title is", "my profession|occupation|trade|calling is",
				"i'm working|employed as a|an|the?", "i'm a|an? trained|qualified|certified", "i've been working as a|an|the?",
				"i've worked as a|an"),
		},
		{kind: UserFact, typ: "role", predicate: "role", confidence: .85, tails: en("for a living"), value: living},
		{
			kind: UserFact, typ: "role", predicate: "role", confidence: .85, topic: true, value: tradeNoted,
			heads: en("that's|that me|i", "me ."),
		},
		{
			kind: Insight, typ: "habit", predicate: "habit", confidence: .8, whole: true, self: true, value: shiftwork,
			heads: en("i|we work mostly|mainly|often|always|usually|only? nights|shifts|weekends|part-time|remotely|mornings|evenings|from|night|day|early|late|rotating|split"),
		},
		{kind: Fact, predicate: "works_at", confidence: .85, heads: en("i work in|at|on|for", "i'm working in|at|on|for"), value: workplace},
		{
			kind: Fact, predicate: "works_at", confidence: .85, value: employment,
			heads: en("they've|they given|offered|gave me the|a|my new? job|post|role|position|place on|at|with|in",
				"i|i've got|landed|accepted|taken|been|was given|offered? the|a|my new? job|post|role|position on|at|with|in"),
		},
		{
			kind: Fact, predicate: "works_at", confidence: .8, opens: true, value: placeNamed,
			heads: en("just|recently started|joined at?"),
		},
		{
			kind: Fact, predicate: "works_at", confidence: .9, value: place,
			heads: en("i work now|currently|mostly? at|for", "i'm now|currently? working at|for", "i'm employed at|by",
				"my employer is", "i've been|worked with|at|for", "i'm with the",
				"i teach|lecture|study|nurse|cook|coach|farm|clean|serve|volunteer|consult _? _? at|for", "i drive|fly|deliver|haul|sail _? _? for", "i just|recently? started at",
				"i've just|recently? started|got a|the|my? new? job|role|position at|with",
				"i just|recently? started|got a|the|my? new? job|role|position at|with", "i've just|recently? started at",
				"i've just|recently? joined", "i just|recently joined"),
		},
		{
			kind: Fact, predicate: "works_at", confidence: .8, ahead: true, value: workAhead,
			heads: en("i'll be? working|starting|work|start at|for|with", "i'm starting at|with", "i start at|with",
				"i'm starting|taking up? a|the|my? new? job|role|post|position at|with|in", "i start a|the|my? new? job|role|post|position at|with|in"),
		},
		{
			kind: Fact, predicate: "works_at", confidence: .8, ahead: true, value: joinAhead,
			heads: en("i'll be? joining|join", "i'm joining"),
		},
		{
			kind: UserFact, typ: "level", predicate: "level", confidence: .9, value: level,
			heads: en("my level is", "i'm a|an? @degree?", "i'm a|an absolute|total|complete"),
		},
		{
			kind: UserFact, typ: "level", predicate: "level", confidence: .85, value: gradeAlone,
			heads: en("i'm", "my level is somewhere|about|around|roughly? around|about|near?"),
		},
		{
			kind: UserFact, typ: "level", predicate: "level", confidence: .85, value: gradeFirst,
			heads: en("my @tongue is|at only|about|around|still|now|roughly|just|like|currently|at? at|about?",
				"my @tongue level is", "i'm only|about|around|still|now|at at|on|around?", "i'm up to",
				"i|i've just|finally? got my|the?", "i|i've just|finally? reached|passed the|my?",
				"i|i've just|finally? passed the|my? goethe|telc|delf|dele|celi?"),
		},
		{
			kind: UserFact, typ: "level", predicate: "level", confidence: .85, opens: true, value: gradeFirst,
			heads: en("just|finally? passed|reached the|my? goethe|telc|delf|dele|celi?"),
		},
		{
			kind: UserFact, typ: "role", predicate: "role", confidence: .85, value: occupation,
			heads: en("i'm @degree? also|currently|now|actually|only? a|an|the?", "i've been a|an"),
		},
		{
			kind: UserFact, typ: "level", predicate: "level", confidence: .85, value: level,
			heads: en("my @tongue is @degree?", "i|i've just? reached"),
		},
		{
			kind: UserFact, typ: "role", predicate: "role", confidence: .8, opens: true, value: occupation,
			heads: en("been a|an", "working as a|an|the?"),
		},
		{
			kind: UserFact, typ: "role", predicate: "role", confidence: .8, opens: true, value: trade,
			tails: en("here", "by trade|profession|training"),
		},
		{kind: UserFact, typ: "role", predicate: "role", confidence: .8, far: true, heads: en("as a|an"), value: tradeOf},
		{kind: Fact, predicate: "owns", confidence: .85, far: true, heads: en("i|we own", "i|we also own"), value: property},
		{kind: Fact, predicate: "owns", confidence: .85, far: true, heads: en("i|we run|keep|manage"), value: business},
	}
}

// englishTastes is how somebody learns, what they do, can and want.
func englishTastes() []rule {
	return []rule{
		{
			kind: Insight, typ: "learning_style", predicate: "learning_style", confidence: .85, whole: true,
			heads: en("i learn best|better|fastest", "i'm a visual|auditory|hands-on|kinesthetic learner",
				"i like|prefer|love learning|studying through|by|with|from",
				"i like|prefer|love to learn|study through|by|with|from"),
		},
		{
			kind: Insight, typ: "knowledge_gap", predicate: "knowledge_gap", confidence: .9, value: topic,
			heads: en("i still? don't|can't really|fully|quite? understand|grasp",
				"i still? do not|cannot really|fully|quite? understand|grasp", "i keep confusing|mixing|forgetting",
				"i always|often? confuse", "i always|often mix up", "i'm still? confused about|by"),
		},
		{
			kind: Insight, typ: "knowledge_gap", predicate: "knowledge_gap", confidence: .9, value: riddle,
			heads: en("i still? don't get", "i never know"),
		},
		{
			kind: Insight, typ: "habit", predicate: "habit", confidence: .8, whole: true,
			heads: en(
				"i usually|normally|often|typically|mostly|generally study|read|learn|practise|practice|revise|train|run|exercise|swim|write|code|wake|rise|cycle|bike|walk|jog|commute|cook|bake|meditate|pray|nap|knit|garden",
				"i usually|normally|typically|mostly|generally get|go|wake|am up|to|out|for",
				"every monday|tuesday|wednesday|thursday|friday|saturday|sunday morning|afternoon|evening|night i|we",
				"i walk|cycle|bike|drive|commute|run to work|school|uni|college",
				"every morning|evening|day|night|week|weekend|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday i|we",
				"most mornings|evenings|days|nights|weekends i|we",
				"on? mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekdays|weekends i|we",
				"every monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|evening|night|weekend before|after|at|around|during _ _? i|we"),
		},
		{kind: Insight, typ: "habit", predicate: "habit", confidence: .8, whole: true, heads: en("i|we", "i'm up|awake"), value: regular},
		{
			kind: Insight, typ: "habit", predicate: "habit", confidence: .8, whole: true, value: customary,
			heads: en("i|we always|usually|normally|typically have|eat|drink|take|start|finish|do|make|bake|listen", "i'm always|usually|normally|mostly up|awake|asleep|out|in"),
		},
		{
			kind: Insight, typ: "habit", predicate: "habit", confidence: .8, whole: true, opens: true, value: regular,
			heads: en("up|awake at|by|before"),
		},
		{
			kind: Insight, typ: "habit", predicate: "habit", confidence: .8, whole: true, value: pastime,
			heads: en("i play|do|practise|practice|go|sing", "i volunteer"),
		},
		{
			kind: UserFact, typ: "weakness", predicate: "weakness", confidence: .85, value: skill,
			heads: en("i'm @degree? @bad at|in|with|on", "i @degree? struggle with", "i have trouble|difficulty|difficulties with",
				"i find it hard", "i always|often|usually? forget", "i've? never got the hang of", "i always|often|still|usually? get muddled|confused|mixed|lost|stuck up? with|by|over|on", "i can never remember", "i keep forgetting", "i suck|stink at",
				"i'm no good at|with", "i'm not very|that|so|really|any? good|great at|with", "i'm not much good at|with",
				"i've never been any|very|much? good at|with", "my biggest|main|greatest? weakness is",
				"my weak|weakest|sore|blind|soft? spot|point|side|area|subject|link|topic is", "my achilles heel is"),
			tails: en("is|are my weak|weakest|worst spot|point|side|area|subject|paper|link|topic|skill|module",
				"is|are my biggest|main|greatest? weakness|downfall|nemesis", "is my achilles heel",
				"is|are where i'm @degree? lost|stuck", "is|are where i am @degree? lost|stuck", "is|are where i'm @degree? @bad",
				"is|are where i am @degree? @bad", "is|are what i'm @degree? @bad at|with", "is|are what i am @degree? @bad at|with",
				"is|are where i @degree? struggle|fail|suck|fall|freeze",
				"is|are where i @degree? always|usually? come|fall|get|give|go|lose|stumble|trip|drown|slip apart|behind|down|flat|it|lost|over|short|stuck|to|under|unstuck|up|wrong",
				"is|are @degree? beyond me", "isn't|aren't my strong|strongest|best suit|point|side|subject|area", "is|are not my strong|strongest|best suit|point|side|subject|area", "isn't|aren't my forte", "is|are not my forte", "always|usually loses|lose|confuses|confuse me",
				"was|were never my strong|strongest suit|point|subject", "was|were never my forte|thing", "is what|something i @degree? struggle with",
				"is what i find hard|hardest|difficult", "always|still? trips|trip me up",
				"always|still trips|trip|gets|get|confuses|confuse|defeats|defeat|beats|beat|throws|throw|stumps|stump|baffles|baffle me",
				"is|are a nightmare|mystery|struggle for|to me", "is|are my nightmare|kryptonite|bane", "kill|kills me",
				"is|are hard|difficult for me", "terrifies|terrify|scares|scare|stresses|stress me out?"),
		},
		{kind: UserFact, typ: "weakness", predicate: "weakness", confidence: .8, tails: en("is|are @degree? @bad"), value: ownSkill},
		{kind: UserFact, typ: "weakness", predicate: "weakness", confidence: .85, heads: en("i can't|cannot|couldn't"), value: savedLife},
		{
			kind: UserFact, typ: "weakness", predicate: "weakness", confidence: .8, topic: true, value: fronted,
			heads: en("i always|usually|constantly|keep? get|getting it|them|this|that|those wrong|backwards|confused",
				"i always|usually|constantly? mess|mix it|them|this|that|those up",
				"i'm @degree? @bad at|with it|them|this|that|those", "i @degree? struggle with it|them|this|that|those",
				"i always freeze|fail|blank|panic", "never got the hang of"),
		},
		{
			kind: UserFact, typ: "preference", predicate: "dislikes", confidence: .8, topic: true, value: fronted,
			heads: en("i? really|absolutely? hate|detest it|them|those", "i? can't stand it|them|those"),
		},
		{
			kind: UserFact, typ: "goal", predicate: "goal", confidence: .9, value: goal,
			heads: en("my|the main|biggest|long-term|big|current|next|new? goal|ambition is", "goal|ambition|dream is to", "before i retire|die|leave|graduate|go i|we want|hope|plan", "my|the aim|dream|ambition|target|resolution is",
				"my new year's resolution is", "my main|big|biggest? goal|aim|target this|next year|month|term|summer|season is",
				"the dream is", "my big|biggest|lifelong|ultimate dream|ambition|goal is",
				"one|some day i|we want|hope|plan|intend|wanna", "someday|eventually|ultimately i|we want|hope|plan|intend|wanna",
				"one|some day i'll|we'll", "someday|eventually i'll|we'll", "one|some day i'd|we'd like|love",
				"someday|eventually|ultimately i'd|we'd like|love", "i'm|we're aiming for|at|to", "i'm|we're saving up? for",
				"trying|hoping|planning to save up? for", "training|saving up? for", "i'm|we're training for",
				"i am training|working for|towards", "i'm working towards", "i'm determined|hoping",
				"i'm training|studying|learning|qualifying to become|be"),
			tails: en("is the|my main|biggest|big|long-term? goal|dream|ambition|aim"),
		},
		{
			kind: UserFact, typ: "goal", predicate: "goal", confidence: .85, value: deed,
			heads: en("i want|plan|intend|aim|hope|wanna", "i'd like|love", "my|the plan|idea is",
				"i'm trying|hoping|planning|aiming|determined", "i've|we've decided|resolved|vowed", "i|we decided|resolved"),
		},
		{
			kind: UserFact, typ: "goal", predicate: "goal", confidence: .8, opens: true, value: deed,
			heads: en("trying|hoping|planning|aiming|training|determined"),
		},
		{
			kind: UserFact, typ: "goal", predicate: "goal", confidence: .8, opens: true, value: someday,
			heads: en("want|hoping|planning|aiming"),
		},
		{
			kind: UserFact, typ: "goal", predicate: "goal", confidence: .85, value: someday,
			heads: en("i|we want|plan|intend|wanna", "i'd|we'd like|love", "i'm|we're planning|hoping|going"),
		},
		{
			kind: UserFact, typ: "goal", predicate: "goal", confidence: .85, amid: dreams, value: goal,
			heads: en("i'm? tryna", "i'm? trying to", "i? want|wanna|hope to?", "i'm? hoping|planning|going to", "gonna",
				"i'm gonna"),
		},
		{
			kind: UserFact, typ: "goal", predicate: "goal", confidence: .85, value: goal,
			heads: en("i'm preparing for", "i'm revising|prepping for"),
		},
		{
			kind: UserFact, typ: "preference", predicate: "prefers", confidence: .9, value: thing,
			heads: en("i much|really|generally|usually|always? prefer", "i'd prefer"),
		},
		{
			kind: UserFact, typ: "preference", predicate: "prefers", confidence: .9, value: preferred,
			heads: en("i @degree? like|love|enjoy"),
		},
		{kind: UserFact, typ: "preference", predicate: "likes", confidence: .85, heads: en("i'm a @degree? big|huge|massive|lifelong|keen?"), value: fanOf},
		{
			kind: UserFact, typ: "preference", predicate: "dislikes", confidence: .9, value: thing,
			heads: en("i @degree? hate|dislike|detest|loathe|despise", "i @degree? don't like|enjoy", "i do not like|enjoy",
				"i can't|cannot stand|bear", "i'm not a? big|huge|great? fan of", "i'm not @degree? keen on", "i'm no fan of",
				"i'm not into", "i have no time for", "i've no time for", "i've always hated|loathed|detested|disliked", "i've never liked|enjoyed"),
			tails: en("does|do nothing for me", "leaves|leave me cold", "isn't|aren't my thing", "isn't|aren't my cup of tea", "is|are not my thing"),
		},
		{
			kind: UserFact, typ: "preference", predicate: "dislikes", confidence: .9, value: goneOff,
			heads: en("i've gone completely|right? off", "i went off"),
		},
		{
			kind: UserFact, typ: "preference", predicate: "dislikes", confidence: .85, opens: true, value: goneOff,
			heads: en("gone completely|right? off"),
		},
		{
			kind: UserFact, typ: "preference", predicate: "dislikes", confidence: .85, opens: true, value: thing,
			heads: en("can't stand|bear", "hate|loathe|detest", "not a? big|huge|great? fan of", "not keen on"),
		},
		{
			kind: UserFact, typ: "preference", predicate: "likes", confidence: .85, value: thing,
			heads: en("i really|also|absolutely|quite? like|love|enjoy|adore love? love?", "i'm really|very|quite? fond of",
				"i'm really|very|quite|super|big|heavily? into", "i'm a? big|huge|massive fan of", "i've got really? into",
				"i've come to love", "what i @degree? love|like|enjoy best|most? is|are", "i've always loved|liked|enjoyed|adored", "i'm @degree? mad|crazy|nuts|obsessed|passionate about|with"),
			tails: en("is|are what|who i @degree? love|like|enjoy|adore best|most|now?", "is|are my thing|jam|passion|weakness|guilty? pleasure?"),
		},
		{
			kind: UserFact, typ: "preference", predicate: "likes", confidence: .85, value: cleft,
			tails: en("that|who? i @degree? love|like|enjoy|adore|prefer best|most|now?"),
		},
		{
			kind: UserFact, typ: "preference", predicate: "likes", confidence: .8, opens: true, value: thing,
			heads: en("big|huge|massive fan of"),
		},
	}
}

// englishStudy is what somebody studies.
func englishStudy() []rule {
	return []rule{
		{
			kind: Fact, predicate: "studies", confidence: .85, value: subject,
			heads: en("i'm studying|revising for?",
				"i'm taking|doing a|an|my? course|degree|masters|master's|phd|doctorate|diploma|bachelor|bachelor's|mba|apprenticeship|class|evening-class|module|certificate in|on",
				"i'm teaching myself", "i'm learning", "i've|i just|recently|finally? started|begun|began learning|studying", "i study", "i'm majoring in", "i major in", "i'm a student of"),
		},
		{
			kind: Fact, predicate: "studies", confidence: .85, value: degree,
			heads: en("i'm doing|taking|finishing|completing|starting|resitting",
				"i'm in my first|second|third|fourth|final|last year of", "i'm halfway|partway through"),
		},
		{
			kind: Fact, predicate: "studies", confidence: .8, opens: true, value: subject,
			heads: en("studying for?", "learning", "taking|doing evening|night? classes|lessons in",
				"working|writing on? my thesis|dissertation on|about"),
		},
	}
}

// englishLife is what somebody has and what happened to them.
func englishLife() []rule {
	return []rule{
		{
			kind: Fact, predicate: "family", confidence: .85, value: children,
			heads: en("i|we have", "i've|we've got?", "i'm a? mum|mom|dad|mother|father|parent of|to"),
		},
		{
			kind: Fact, predicate: "owns", confidence: .85, far: true, value: belonging,
			heads: en("i|we have", "i've|we've got?", "i|we just? got|adopted|bought", "i've|we've just adopted|got",
				"i? just? got myself?", "just? adopted", "i|we drive|ride|keep|play"),
		},
		{kind: Fact, predicate: "owns", confidence: .85, heads: en("i|we own my|our"), value: belongingBare},
		{kind: Fact, predicate: "owns", confidence: .8, heads: en("mine is a|an", "my @belonging is a|an"), value: made},
		{kind: Fact, predicate: "owns", confidence: .85, value: belongingsLeft, tails: en("that? i|we have|own|keep", "that? i've got")},
		{kind: Fact, predicate: "owns", confidence: .75, alone: true, self: true, heads: en("@count", "#"), value: herd},
		{
			kind: Fact, predicate: "status", confidence: .8, value: standing,
			heads: en("i'm currently|now|recently|newly|happily|still|also? a?", "we're currently|now|recently|newly|happily|still?"),
		},
		{kind: Fact, predicate: "did", confidence: .8, whole: true, self: true, heads: en("i", "we", "i've", "we've"), value: milestone},
		{kind: Fact, predicate: "did", confidence: .8, whole: true, heads: en("i was a|an"), value: formerTrade},
		{kind: Fact, predicate: "promised", confidence: .85, far: true, heads: en("i promised", "i've promised"), value: promise},
		{kind: Fact, predicate: "did", confidence: .8, whole: true, heads: en("back? in #### i|we"), value: yearly},
		{
			kind: Fact, predicate: "did", confidence: .75, whole: true, self: true, opens: true, value: milestone,
			heads: en("just|finally"),
		},
		{kind: Fact, predicate: "family", confidence: .75, self: true, amid: among, heads: en("@count", "#"), value: childrenBare},
		{
			kind: Fact, predicate: "status", confidence: .8, self: true, opens: true, value: standingBare,
			heads: en("mum|mom|dad|mother|father|grandmother|grandfather of", "widow|widower|married|divorced|retired|unemployed|single"),
		},
		{kind: UserFact, typ: "name", predicate: "name", confidence: .8, greets: true, tails: en("here"), value: introduced},
		{kind: UserFact, typ: "name", predicate: "name", confidence: .8, greets: true, heads: en("i'm"), value: introduction},
		{kind: UserFact, typ: "name", predicate: "name", confidence: .8, opens: true, heads: en("i'm"), value: introduced},
	}
}

// promise accepts what somebody promised to do, and to whom: "Paul to help him move".
func promise(l *language, v []token) []token {
	v = l.trim(v[:clauseEnd(v)])
	if len(v) < 3 || len(v) > longestThing || !hasAny(v[:min(len(v), 4)], promising) {
		return nil
	}
	return v
}

// promising stand before what is promised.
var promising = text.Set(`that to i i'd i'll we'd we'll`)
