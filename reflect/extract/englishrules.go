package extract

import "slices"

// englishRules are the ways in which people state something of themselves in English, what
// is sure or narrow before what is neither: of a clause, the first that fits is taken.
func englishRules() []rule {
	return slices.Concat(englishLabels(), englishIdentity(), englishReach(), englishState(),
		englishWork(), englishTastes(), englishStudy(), englishLife())
}

// englishIdentity is who somebody is, and who belongs to them.
//
//nolint:misspell // people spell in both ways
func englishIdentity() []rule {
	return []rule{
		{
			kind: UserFact, typ: "name", predicate: "name", confidence: .95, value: name,
			heads: en("my full|first|given? name is", "my names"),
		},
		{kind: UserFact, typ: "name", predicate: "name", confidence: .9, heads: en("i'm called|named"), value: name},
		{
			kind: UserFact, typ: "name", predicate: "name", confidence: .9, value: nameStrict,
			heads: en("the? name is"),
			tails: en("is the|my name"),
		},
		{
			kind: Preference, predicate: Called, confidence: .9, value: nameStrict,
			heads: en("just? call me", "you can|may call|address me as?", "i go by", "people|friends|folks|they|everybody call me",
				"most|my people|friends call me", "everyone|everybody here|else? calls me", "address|refer to? me as",
				"i prefer to be called", "i'd rather|prefer be called", "i'd prefer to be called"),
			tails: en("will do just|fine|nicely? from now|here on", "is fine|enough|plenty from now|here on"),
		},
		{kind: Preference, predicate: Called, confidence: .85, tails: en("is fine|enough|ok|okay", "will do"), value: justName},
		{
			kind: Fact, predicate: "@_name", confidence: .9, value: nameStrict,
			heads: en("my|our @kin name is", "my|our @kinNamed is called|named", "my|our @kin called|named", "the @pet is called|named"),
		},
		{
			kind: Fact, predicate: "favourite_@", confidence: .9, value: thing,
			heads: en("my|our? all-time? favorite|favourite @favourite is now?", "my|our? favorite|favourite @favourite of all time is",
				"my|our? favorite|favourite @favourite has to|always be|been", "my|our? favorite|favourite @favourites"),
			tails: en("is my all-time? favorite|favourite @favourite"),
		},
		{
			kind: Fact, predicate: "@_name", confidence: .85, each: true, far: true, value: names,
			heads: en("my|our|the @counted? @kinMany are", "my|our|the @counted? @kinMany are? called|named"),
		},
		{kind: Fact, predicate: "@_name", confidence: .85, heads: en("my new? @superior is"), value: nameStrict},
		{
			kind: Fact, predicate: "birthday", confidence: .95, value: date,
			heads: en("my? birthday|bday is|falls", "my date of birth is", "my dob is", "my birthday's|bday's", "i was born",
				"born on"),
			tails: en("is my birthday|bday"),
		},
		{
			kind: Fact, predicate: "born_in", confidence: .9, value: birthplace,
			heads: en("i was born in", "i was born in? #### in", "i was born and raised in", "born in", "born in? #### in", "born and raised|bred in"),
		},
		{kind: Fact, predicate: "age", confidence: .9, heads: en("i'm", "i just? turned", "just? turned"), value: years},
		{kind: Fact, predicate: "age", confidence: .85, heads: en("i'm in my early|mid|late?"), value: decade},
	}
}

// englishReach is how somebody is reached.
func englishReach() []rule {
	return []rule{
		{
			kind: Fact, predicate: "email", confidence: .95, far: true, value: addressWithin,
			heads: en("my|our", "the best? email|e-mail|mail address? is", "email|e-mail|mail address? is",
				"email's|e-mail's|mail's", "you can reach|email|mail|write me|to at|on|under?", "you can write to me",
				"reach|email|mail me at|on|under"),
		},
		{
			kind: Fact, predicate: "email", confidence: .9, amid: mistaken, value: address,
			heads: en("it's|its", "it is", "it should be", "use", "the right|correct one is"),
		},
		{
			kind: Fact, predicate: "phone_number", confidence: .95, value: phone,
			heads: en(
				"my direct|work|new|office|private|home|personal? phone|mobile|telephone|cell|cellphone|landline|line|extension|whatsapp number? is",
				"my direct|work|new|office|private|home|personal? phone's|mobile's|cell's|landline's|line's|extension's|number's",
				"my|the? direct|work|new|office|private|home|personal|phone|mobile? number is",
				"you can? reach|ring|call|text|phone me on|at|under", "reach|ring|call|text|phone me on|at|under"),
		},
		{
			kind: Fact, predicate: "address", confidence: .9, far: true, value: postal,
			heads: en("my|our new|home|current|postal|mailing|street|private? address is now?"),
		},
		{
			kind: Fact, predicate: "timezone", confidence: .9, value: exact,
			heads: en("my timezone is", "my time zone is"),
		},
		{kind: Fact, predicate: "timezone", confidence: .85, heads: en("i'm|we're on|in?"), value: zone},
	}
}

// englishState is how somebody is, where they live and what they speak.
func englishState() []rule {
	return []rule{
		{
			kind: Fact, predicate: "allergic_to", confidence: .95, value: thing,
			heads: en("i'm|i've severely|very|highly|also|quite|badly|deathly? allergic to", "i've an allergy to",
				"i've got an allergy to", "i react badly|violently? to", "i'm intolerant to"),
		},
		{
			kind: Fact, predicate: "allergic_to", confidence: .9, opens: true, value: thing,
			heads: en("severely|very|highly|also|badly|deathly? allergic to"),
		},
		{kind: Fact, predicate: "allergic_to", confidence: .9, heads: en("i've got? a|an"), value: allergen},
		{
			kind: Fact, predicate: "allergic_to", confidence: .9, value: cleft,
			tails: en("i react to", "that? i'm allergic to", "that? i am allergic to", "i can't have|eat"),
		},
		{kind: Fact, predicate: "status", confidence: .9, heads: en("i'm @degree?"), value: intolerant},
		{
			kind: Fact, predicate: "allergic_to", confidence: .85, value: thing,
			tails: en("make|makes|made me swell|itch|wheeze|ill|sick", "make|makes|made me break|come out|up",
				"bring|brings me out in hives"),
		},
		{
			kind: Fact, predicate: "eats", confidence: .85, whole: true, value: abstains,
			heads: en("i don't|can't|won't|never", "i do not", "i cannot", "we don't", "i've|we've stopped|quit", "i stopped|quit",
				"i'm off", "i've cut out", "i cut out", "i've given up", "i gave up"),
		},
		{
			kind: Fact, predicate: "diet", confidence: .9, value: diet,
			heads: en("i'm @degree? a?", "we're all? both? a?", "i've|we've gone|turned|become", "i|we went|turned|became",
				"i've been a? @degree?"),
		},
		{kind: Fact, predicate: "diet", confidence: .9, heads: en("i|we only? keep|eat"), value: observance},
		{
			kind: Fact, predicate: "diet", confidence: .9, opens: true, value: diet,
			heads: en("been a?", "lifelong|strict|mostly|mainly|almost"),
		},
		{kind: Fact, predicate: "diet", confidence: .85, opens: true, self: true, heads: en("@diet"), value: dietBare},
		{
			kind: Fact, predicate: "diet", confidence: .85, value: eating,
			heads: en("i've|we've gone back|over to", "i've|we've started", "i|we went back to", "i'm|we're back to"),
		},
		{
			kind: Fact, predicate: "health", confidence: .85, value: ailment,
			heads: en("i have", "i've got?", "i've had", "i suffer from", "i live with", "i've been diagnosed with",
				"i was diagnosed with", "i got diagnosed with", "they diagnosed me with", "i get", "i wear|use"),
		},
		{kind: Fact, predicate: "health", confidence: .85, opens: true, heads: en("just? diagnosed with"), value: ailment},
		{
			kind: Fact, predicate: "status", confidence: .85, value: affliction,
			far:   true,
			heads: en("i'm @degree? a?", "i've been @degree?", "i was born", "i'm # weeks|months"),
		},
		{kind: Fact, predicate: "status", confidence: .8, opens: true, tails: en("here"), value: affliction},
		{
			kind: Fact, predicate: "takes", confidence: .85, value: medicine,
			heads: en("i'm back? on", "i|we take", "i'm taking", "i've been taking|on", "i've|i just|recently? started taking|on?", "they|she|he put|have|has me on", "the|my doctor|gp|consultant|specialist|cardiologist|neurologist|psychiatrist put|has me on",
				"i switched|changed over? from _ _? to", "i've switched|changed over? from _ _? to"),
		},
		{
			kind: Fact, predicate: "afraid_of", confidence: .85, value: thing,
			heads: en("i'm @degree? afraid|scared|terrified|frightened of", "i've got? a|this @degree? fear|phobia|terror of", "i have a|this @degree? fear|phobia|terror of",
				"i've always been @degree? afraid|scared|terrified|frightened of"),
		},
		{
			kind: Fact, predicate: "symptom", confidence: .85, whole: true, value: raised,
			heads: en("my blood pressure|sugar is", "my cholesterol|thyroid|iron is"),
		},
		{
			kind: Fact, predicate: "symptom", confidence: .8, whole: true, value: ailing,
			heads: en("my left|right|lower|upper? @body is|are|has|have"),
		},
		{
			kind: Fact, predicate: "health", confidence: .8, opens: true, self: true, far: true, value: ailmentBare,
			heads: en("a? bad|dodgy|gammy|bust|weak @body", "@ailment", "stress|hairline|compound? fracture", "torn|ruptured|sprained|strained"),
		},
		{
			kind: Fact, predicate: "speaks", confidence: .85, each: true, far: true, value: tongues,
			tails: en("is my native|first|second|third|mother|main language|tongue"),
			heads: en("i|we speak|understand", "i also|can|only|even speak|understand", "i grew up speaking", "i can also speak",
				"i'm fluent|bilingual in", "my native|first|mother language|tongue is", "i'm a native speaker of"),
		},
		{
			kind: Fact, predicate: "speaks", confidence: .85, each: true, far: true, value: tonguesToo,
			heads: en("besides|beside", "apart|aside from", "as well as"),
		},
		{kind: Fact, predicate: "speaks", confidence: .8, each: true, far: true, heads: en("i know a|some"), value: tonguesKnown},
		{
			kind: Fact, predicate: "lives_in", confidence: .9, value: home,
			heads: en("home is now?", "i|we live now|currently|just|right|out|up|down|over? in|at|near|outside|on|by|off|between",
				"my|our flat|house|place|apartment|home is in|near|outside",
				"i'm|we're now|currently? living in", "i'm|we're based out? in|of|near", "i've|we've lived in",
				"i've|we've been living in"),
			tails: en("is where i|we live", "is home now"),
		},
		{
			kind: Fact, predicate: "lives_in", confidence: .85, value: homeNamed,
			heads: en("i|we just|recently|finally? moved|relocated|emigrated back|over|up|down|out? to",
				"i've|we've just|recently|finally? moved|relocated|emigrated back|over|up|down|out? to", "i've|we've settled in", "i|we just|recently? moved|relocated from _ _? to", "i|we live with my|our|a|the|two _ _? in", "i|we live alone in"),
		},
		{
			kind: Fact, predicate: "lives_in", confidence: .8, opens: true, value: homeNamed,
			heads: en("just|recently? moved|relocated back? to", "just|recently? moved|relocated from _ _? to", "living|based in"),
		},
		{
			kind: Fact, predicate: "lives_in", confidence: .8, amid: moving, value: homeNamed,
			heads: en("the|our|my|a? new flat|place|house|home|apartment|address is? in", "we're|i'm down|up|over|out|back? in|now", "now|finally? in"),
		},
		{
			kind: Fact, predicate: "lives_in", confidence: .8, ahead: true, value: homeAhead,
			heads: en("i'm|we're moving|relocating|emigrating back|over|up|down|out? to", "i|we move|relocate|emigrate back|over|up|down|out? to",
				"i'll|we'll be? moving|relocating|move|relocate back|over|up|down|out? to", "i'll|we'll live|be living in",
				"i'm|we're going to move|relocate back|over|up|down|out? to"),
		},
		{
			kind: Fact, predicate: "from", confidence: .85, value: homeNamed,
			heads: en("my hometown is", "my home town is", "i'm|we're originally? from", "i|we come originally? from", "i'm coming from", "i|we grew up in", "i was raised in",
				"i'm a native of"),
		},
	}
}
