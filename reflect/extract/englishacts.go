package extract

import "github.com/lukasadb/lukasa/internal/text"

// englishSpellings are how chats shorten words, beside those that are [hasty] in any message.
var englishSpellings = spellings{
	"you": "ya", "you're": "your", "are": "r", "please": "plse", "okay": "k kk okey", "what": "wat wut",
	"yes": "yess ya yea ye yup yep yeah yh yas", "thanks": "thx ty tnx", "because": "bc", "sorry": "sry soz", "could": "cud", "would": "wud",
}

func enActs(lines ...string) phrases { return englishSpellings.phrases(lines...) }

// Words of which one stands where several patterns say the same.
const (
	enThat    = "that|that's|this|it|it's|they|they're|these|those"
	enIs      = "is|are|was|were"
	enIsNot   = "isn't|aren't|wasn't|weren't|ain't"
	enWrong   = "wrong|incorrect|false|outdated|inaccurate|untrue|mistaken|misspelled|misspelt|backwards|nonsense|rubbish|bogus"
	enRight   = "right|correct|true|accurate"
	enGood    = "right|correct|good|fine|great|perfect|ok|okay|accurate|fair|reasonable|spot-on"
	enQuite   = "quite|exactly|really|actually|even|entirely|completely|totally|just|simply|all|still|now|plain|very|definitely|absolutely|also|so|way"
	enEmbeds  = "what|what's|who|who's|whose|why|how|how's|which|where|where's|when|if|whether"
	enModal   = "can|could|would|will|can't|couldn't|won't|wouldn't"
	enDay     = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|tonight"
	enMistook = "misread|misspoke|mistyped|miscounted|misheard|misremembered|miscalculated|misunderstood|misquoted|misinterpreted|mistook|confused"
	enSaid    = "said|told|wrote|mentioned|claimed|put|gave|listed|noted|thought|suggested|assumed"
	enMine    = "the|my|our|an|his|her|your"
	enThey    = "i|we|you|he|she|it|they|that|there"
	enDo      = "am|is|are|was|were|do|does|did|have|has|will|would|can|could|should"
	enDoNot   = "haven't|hasn't|don't|doesn't|didn't|can't|couldn't|won't|wouldn't|isn't|wasn't"
	enWould   = "would|really|just|also|do|only|still|'d"
)

// englishActs is how people ask, command, correct and confirm in English.
//
//nolint:misspell // chats do
func englishActs() *acts {
	return &acts{
		code: "en", lang: text.English,
		leads: enActs(
			"hey|hi|hello|hiya|yo|heya|dear there|all|everyone|team|folks|guys|again?", "good morning|afternoon|evening", "morning|evening .",
			"ok|okay|alright|right|so|well|now|then|and|but|or|also|plus|because|though|anyway|anyways|btw|fyi|please|kindly|just",
			"oh|ah|ahh|aha|um|umm|uh|er|erm|hm|hmm|hmmm|mm|lol|haha|ugh|ha|argh|damn|wow|first|second|secondly|next|finally|lastly",
			"listen|look|honestly|seriously|basically|really|today|tonight|tomorrow|later .",
			"great|cool|nice|perfect|awesome|good|brilliant|lovely .",
			"thanks|cheers|ta .", "thank you .", "by the way", "i think|mean|guess|believe|suppose", "looks|seems like", "turns out",
			"i'm afraid", "to be clear",
			"just? a? quick|one|another|last|random|silly|stupid|dumb more|last|other|quick|silly? one|question|thing|q", "question .",
			"i|i've have|got a question",
			"sorry|apologies but?", "my apologies", "excuse|pardon me", "sorry to bother|bug|interrupt you?",
			"sorry if i|i've asked|ask this|that|you? already|before but?",
			"if you can|could|would|will|don't mind? .?", "if it's? possible|ok|okay",
			"when you get|have a chance|minute|moment|sec|second|time", "when you can",
			"for next time", "in that case", "can|could|would you help|assist me|us? .", "i need help .", "got a sec|second|minute|moment"),
		revisions: enActs("actually|acutally|actualy", "wait|whoops|oops|ooops|woops|edit", "hold|hang on", "on second thought|thoughts",
			"on reflection",
			"come to think of it", "in fact", "update|correction ."),
		phatic: enActs(
			"what a|an|fun|luck|nonsense", "what i|we|he|she|they|people|matters|worries|bothers|annoys|helps|happened", "what the hell|heck|fuck",
			"how kind|nice|lovely|sweet|cute|funny|sad|awful|cool|wonderful|strange|odd|weird|annoying|thoughtful|generous|exciting|rude|embarrassing|beautiful|interesting|disappointing|frustrating|convenient|dare|time",
			"how i|we|you|they|he|she", "who cares|knows|knew", "who would have?", "why thank|thanks", "which reminds|means|makes",
			"which is|was why|how|what|when|great|nice|good|fine|funny|lovely|annoying|odd|sad|a",
			"no thanks|thank|idea|clue|worries|worry|problem|problems|prob|probs|rush|need|way|doubt|wonder|matter|offence|offense|luck|pressure|hurry|biggie|comment|pain|joke|kidding|harm|one|big|time|news|surprise|surprises",
			"no .? thanks|thank|worries|problem|rush|not", "no .? it's|that's fine|ok|okay|alright|good|cool", "no .? i|we "+enDoNot+" .",
			"no .? i|we "+enDo+" not .",
			"not bad|sure|great|much|too|yet|so|everyone|even|only|all|surprised|happy|looking|feeling|gonna|going",
			"have a|an|fun", "take care .", "take your time", "see you", "let's see|hope|face",
			"let me think|see|check|try|finish|start|look|sleep|ask", "get well",
			"keep it|that up", "keep up the", "sleep well|tight", "come on", "give me a break|minute|min|moment|sec|second", "go figure",
			"fair enough",
			"thank goodness|god|heavens|you", "thanks|cheers|ta for|so|again|a|very|everyone|all|mate|much|anyway",
			"good night|luck|job|work|point|idea|news",
			"great job|work|idea|news|stuff", "look forward", "guess what|who", "well done", "tell me about it",
			"don't|do not? know|care|think|mind|get|like|want|have|need|hate|love|believe|understand",
			"make sense", "so i|we|he|she|they", "fun fact", "why not .", "look at that", "watch out", "in which case",
			"be right|there|back|home", "can you believe|imagine", "i|we never said goodbye|hello|hi|thanks|sorry|anything|much|no",
			"call me old|crazy|stupid|lazy|picky", "do whatever|what", "what you said|did|wrote|told|need|see", "just so you know",
			"just letting you know", "just wanted to say|share|tell|let", "note to self"),
		confirms: enActs(
			"yes|yessir|yessss|yay|aye", "y|yy|yah|mhm|mhmm|mmhm|mm-hm|mm-hmm|uh-huh|uhuh|yus|lgtm|aight|alrighty", "uh huh", "mm hmm|hm",
			"sure|definitely|absolutely|certainly|affirmative|precisely|exactly|indeed|correct|right|totally|naturally|obviously|agreed|confirmed|roger|deal|approved|accepted|true|bingo|granted|amen|understood|gotcha|noted|works .",
			"absolutely|definitely|certainly|affirmative", "exactly|precisely that|this|as|right|what|like|so|my",
			"sure go|that|do|you|it|why|let's|please|i|we|thing", "for sure", "correct on", "very true|well|good", "quite|too right|true",
			"of course", "by all means", "be my guest", "okey dokey", "copy|roger that", "spot|bang on", "dead right", "you bet",
			"nailed it", "no objection|objections|complaints|changes",
			"good|ready to go", "got it .", "why not .", "count me in", "i'm in .", "consider it done", "please do|proceed .?",
			"please? go ahead", "go for it", "go on .", "go with that|it|this", "make it so", "do it|that|so .", "do go ahead", "proceed",
			"let's do it|that|this", "let's go with|ahead|for",
			"ok|okay|alright|fine|great|cool|perfect .? go|do|let's it|that|with|ahead|for|go",
			"ok|okay|alright|fine|great|cool|perfect .? yes|sure|sounds|works",
			"i|we hereby|can|do|also|fully? confirm|agree|approve|accept|concur", "i'd|i|we would say so", "i'd love|like that|to .",
			"i would love|like that|to .", "i think|believe|guess|suppose so", "i'm|i am sure|certain|positive .",
			"i'm|i|we're am? happy|good|fine|ok|okay|cool with that|this|it|these|those|them|either|both",
			"happy|good|fine|ok|okay|great|cool|alright by|with|for me|us|that|this|it|everyone",
			enThat+"|all|everything "+enIs+"? "+enQuite+"? "+enRight+"|fine|ok|okay|perfect|it|her|him|them .", "that|that's is? "+enRight+"|fine",
			enThat+" is? the|my one|guy|man|woman|lady|place|spot", "that|this is my|our|the? "+enRight,
			"that|that's is? exactly|precisely? what|how i|we meant|said|want|wanted|need|needed|asked|had|remember|thought|mean|like",
			"that|this|it|either|both|"+enDay+" works|suits|checks|matches",
			"that|this|it|either|both|"+enDay+" sounds|looks|will|would do|work|good|right|fine|great|correct|perfect",
			"that'll|that'd|it'll do|work|be", "ok|okay .? go .", "ok|okay|alright|fine|good . _ it|that .", "works|suits for? me|us",
			"looks|sounds|seems|reads all|pretty|about|"+enQuite+"? "+enGood+" .",
			"looks|sounds|seems "+enGood+" to|with|by|for|go|let's", "sounds|looks like a plan",
			"you're|you are? "+enQuite+"? right|correct", "you're|you are? spot on", "you've|you got|have it right?",
			"you can|may go|proceed|publish|submit ahead?",
			"all good|"+enRight+"|yes|clear|fine|set .", "all of it|them|that .", enThey+" "+enDo+" .", "100 percent?"),
		assents: enActs("ok|okay|alright|right|fine|perfect|sure|good|cool|great .", "very well ."),
		denies: enActs("no|nope|nah|naw|negative .", "no no|nope|wait|wrong",
			"no|nope|nah "+enThat+"|that'll|i|i'm|i've|i'd|we|we're|he|he's|she|she's|there|there's|the|a|not|my|his|her|our|your|you|you're|sorry|wait|actually|wrong|don't|only|in|on|at|just|let's|make",
			"not really|quite|exactly .",
			"not "+enRight+" .?"),
		corrects: enActs(
			// what was meant
			"i|we meant", "i mean "+enDay+"|next|not", "what i meant|mean",
			"i was thinking|talking|speaking of|about a|the|another|someone|somebody? different|other|wrong|else|last|next|old|new",
			"i was thinking|talking|speaking of|about _ _? .", "i was referring to", "meant to say|write|type|put|be",
			"i should have|of|'ve? said|written|put|typed",
			"it|that|this|which should|ought to? be|read|say|have", "should be|read|say|have", enThat+" "+enIs+"? supposed to",
			"it's|its|it is? actually|pronounced|spelled|spelt|written|called", "pronounced|spelled|spelt",
			// a mistake of one's own
			"my own? mistake|bad|error|fault .", "i|i've|we was|were|am|stand|been wrong|mistaken|corrected",
			"i|i've|we got|had|have it|that|this|them|my|the|those _? wrong|backwards|mixed|confused|muddled",
			"i|i've|we got|had|gave|put|wrote|typed|told|said|entered|sent|used|read|quoted you|it|in|down? the|a wrong|incorrect|old",
			"i|i've|we made a|an mistake|typo|error",
			"i|i've|i'd|we|you|you've must|have|just|totally|completely|probably? have|just? "+enMistook,
			"i|i've|we|you|you've must|have|just|totally|completely|probably? mixed|muddled|messed|swapped _? _? up",
			"typo|misspoke|mistyped|autocorrect",
			"scratch|strike|scrap|disregard|ignore|forget that|what",
			"scratch|strike|disregard|ignore|forget my|the last|previous|first|earlier", "forget|scrap it .",
			"forget the _ one|ones|thing|part", "forget about", "never mind", "nevermind|nvm", "i take that|it back", "correction",
			"let me correct|rephrase|restate", "i need|have|want|must|should|would|'d to? correct|amend|retract",
			// a mistake of the other's
			enWrong+" .", "wrong|incorrect _ .",
			"wrong one|file|person|day|date|name|number|address|link|place|way|account|version|city|country|street|year|month|time|order|size|thread|chat|again",
			"not what|how|who|where|when i|we", enThat+" "+enIs+"? not|never "+enQuite+"? "+enRight,
			enThat+" "+enIsNot+" "+enQuite+"? "+enRight,
			"that|this|that's is|was? not|isn't|wasn't "+enQuite+"? what|how|who|it|him|her|me|mine|the|my",
			enThat+" "+enIs+"? "+enQuite+"? "+enWrong,
			enThat+" is|was? "+enQuite+"? the|an|my|our old|wrong|other|previous|former|incorrect", enThat+" is|are? no longer",
			"that|it was|is last|before",
			"there|there's is|are|was|isn't|aren't? not? no|any? such", "no such",
			"you|you've just|clearly? misspelled|misspelt|invented|hallucinated|forgot|missed|skipped|overlooked", "you left out",
			"you|you've got|have|had|put|made|gotten it|that|this|me|him|her|them|"+enMine+" _? wrong|up|backwards|mixed|confused",
			"you|you've spelled|spelt|got|written|had|have|pronounced _ _? wrong|incorrectly", "your _? _ is missing|lacks|lacking",
			"i said no|not|without|the|next|"+enDay, "you|you've made a|an|another|the mistake|error|typo|same",
			"you're|you are? wrong|mistaken|confusing|mixing|misunderstanding|hallucinating", "you're|you are? thinking|talking of|about",
			"you must|might|may be thinking|confusing|mixing|mistaken", "there's|there is? a|an mistake|error|typo",
			"you|you've got|have|had|used|gave|sent|put|picked|chose|added|booked|quoted|wrote me|us|down|on|in|it? "+enMine+"? wrong|old|other|incorrect|previous",
			"i|we never said|asked|told|wanted|meant|ordered|agreed|mentioned|wrote|booked|requested|claimed",
			"i|we didn't|did|haven't not? say|said|ask|asked|mean|mention|mentioned|request|write|tell|order", "i|we asked for|you|about",
			"i said|wanted|ordered|wrote|specified _? _? _? _? .? not", "i|we don't|do|didn't not? want _? _? _? .? i|we want",
			"who said|told", "says who",
			"the right|correct|actual|proper|real one|name|number|address|date|time|day|figure|amount|spelling|version|file|link|price|word|total is|was|are",
			"please? correct that|this|yourself", "please? fix your mistake|error",
			"your|that|this|those|these _? _? _? "+enIs+"|looks|seems "+enQuite+"? "+enWrong,
			"your _? _? _? "+enIs+"|looks|seems "+enQuite+"? off", "the|my _? _? "+enIs+" "+enQuite+"? "+enWrong,
			"your|that|the|this|those _? _? _? "+enIsNot+" "+enQuite+"? "+enRight,
			"your|that|the|this|those _? _? _? "+enIs+" not "+enQuite+"? "+enRight,
			"your|that|those|these _? _? _? doesn't|don't|does|do|didn't not? exist|match|add|work", "the _? _? _? doesn't|don't|didn't not? exist",
			// a change of mind
			"change|changes of plan|plans|heart|mind", "plans|plan have|has? changed",
			"slight|small|quick|little|one change|correction|amendment", "there's|there has|been? been|a? a? change",
			"i|i've|we|we've have|just? changed my|our mind|minds", "make that", "actually|wait|sorry|oops|hmm|no .? make it|the",
			"let's make it|that",
			"no longer", "not anymore", "not that|this|these|those one|ones", "not in|on|at|him|her|them|"+enDay,
			"not the|my|a|an|any _? _? _? .? the|my|a|an|but|after|it's|we're|that",
			"it|it's got|been|has|was? been|now? moved|pushed|changed|rescheduled|postponed|cancelled|canceled|shifted|delayed"),
		slips: enActs("the|my|our|your|that|this _ _? "+enIsNot+" at|on|in|by|from|for|until|the|a|an|my|called|with _? _? . it|it's|he's|she's|they're|we're|its",
			"that|this|your _ "+enIsNot+" by|from|mine|in|on|at", "no longer _? _? but", "anymore|any . moved|switched|now|sold",
			"it|that|this|he|she|they "+enIsNot+" _? _? _? _? . it|it's|he's|she's|they're|that's", "i'm|we're not _? _? _? . i'm|we're",
			"it|that|this|it's|that's|he's|she's|they're is|are|was? not _? _? _? . it's|he's|she's|they're|that's",
			"i "+enSaid+"|typed|entered|sent _? _? _? by accident|mistake", "not _? _? _? as|like you|i "+enSaid+"|have|had",
			"unlike|contrary to|what? what? you|i "+enSaid, "you made that|it|this all? up", "you _? made up",
			"what you|i have|had|know|remember|stored|saved|"+enSaid+" you|me|us? about|on|for|down|there|is|was|earlier",
			enIs+"|it's|that's|now out of date", "after all .", "changed my mind", "i stand corrected",
			"got that|it|this|them|mixed wrong|backwards|up", "wrong way round|around"),
		claims: enActs("you "+enSaid, "you keep|kept|always", "i|we told|gave|sent you", "i|we said|wrote|put", "i thought", "no longer",
			"anymore", "any more"),
		nots: text.Set(`not`), buts: text.Set(`but`),
		asks: enActs("about|at|by|for|from|in|of|on|since|to|until|with what|which|whom|whose|how|when|where",
			"what|what's|who|who's|whose|why|why's|how|how's|which|wassup|where's|when's", "when|where "+enDo+"|to|exactly|else|again",
			"any|anyone|anybody|anything|anywhere", "thoughts|opinions on|about", "is|are|was|were it|that|this|there",
			"i|i'm|am|was|been|just|still|we|also am|was|were|been|just|still|also|have? wondering|curious", "wondering|wonder|curious",
			"i|we wonder|wondered",
			"i|i'd|we|we'd "+enWould+"? love|like|want|need|wanted|wish|have|keen|dying to know|ask|understand|hear|find|see|learn|check "+enEmbeds+"|about|out|for|something",
			"i|i'd|we "+enWould+"? need|want|wanted|love|like|have to know|ask",
			"need|want|wanted|love|like|dying|would love|like? to know|ask",
			"i'm trying to remember|figure|recall|find|work out? "+enEmbeds+"|out",
			"you know|remember|happen|recall|think to|know? "+enEmbeds+"|any|of|it's",
			"know|remember if|any|where|what|when|who|how|why|whether|anyone|anybody|anything|a",
			"got|seen|heard any|anything", "seen|heard my|the|from", "ever|anyone been|tried|had|wondered|seen|heard",
			"i|we? can't|cannot|don't|couldn't|didn't quite? remember|recall "+enEmbeds, "i|we do|can|could not remember|recall "+enEmbeds,
			"i|i've|we forget|forgot|forgotten "+enEmbeds, enModal+" you please|kindly|just? let me|us know",
			"you there|ok|okay|good|alright|around|free|sure|busy|ready|up|hungry .",
			"meaning|definition|capital|difference|price|cost|weather|distance|population|translation|synonym|recipe of|between|in|for|to"),
		informs: enActs("tell|remind|show|inform|update me|us exactly|again|please? "+enEmbeds, "tell|inform|update me|us about|again|of",
			"tell me|us the|my|your|our|his|her", "remind me|us again",
			"tell|say|explain|clarify|advise|specify|confirm me|us|to? me|us? "+enEmbeds,
			"let me|us know what|which|how|who|where|why|whether|whose", "remember|recall|know|guess|think|say|see "+enEmbeds,
			"find|figure|work out "+enEmbeds, "check if|whether|what|when|how|where|who|which"),
		requests: enActs(
			enModal+" you", "can|could|shall|may we", "can|could|may i please? have|get|see",
			"can|could|would|will someone|somebody|anyone|lukasa", "would|do you mind", "mind .?",
			"would|will it|you be able|kind|possible|great|nice|good|cool|okay|ok|too|helpful|lovely|so kind|good|much|if? as|to|if? to|you|we|could? could|can|would|to?",
			"i|i'm|was|been|just am|was|been|just|still? wondering|hoping if|that|whether? you could|can|would|might",
			"wondering|hoping if|whether|that? you could|can|would|might",
			"i|i'd|we|we'd "+enWould+"? like|love|want|need|prefer|appreciate for|it|if? you to|could|can|would",
			"i|i'd|we'd|we would|be? be|really|very? grateful|happy|glad|obliged|appreciate it? if you could|can|would?",
			"i'd|we'd also|really|just? like to", "i|we would also|really|just? like to", "i|we want|need this|that|it|these|those|them",
			"any|is|there is|there? there|any|a? any|a? chance|way|possibility of? that? you|we could|can|might",
			"do|would you think you could|can",
			"would it|that be possible|ok|okay|fine to|if|for you|we? could?", "is it possible|ok|okay|fine for|if you to|could?",
			"it would|it'd be? be|really? great|nice|good|helpful|lovely|cool|useful|ideal|perfect|awesome if you could|can|would?",
			"feel free to", "go ahead and", "why don't you"),
		softeners: englishSpellings.words(`please kindly just maybe possibly also perhaps quickly then now either`),
		statives: englishSpellings.words(`be been know think believe feel hear understand like love prefer rather say recommend want recall agree imagine mean speak consider
		eat drink freeze die survive afford microwave reheat recycle smoke live swim dance sing the a i you they it he she ever still actually really see happen`),
		abilities: text.Set(`have bake boil bring buy catch climb cook cross drive fit fly get grow learn leave lose mix paint park pay play put remember rent reuse ride run sell stay
		substitute take travel use visit vote walk wash wear win work`),
		orders: enActs("i|we need|want|wanted|'d you to", "i'd|i|we'd|we would? like|love|prefer you to", "i'd|i would? rather|prefer you",
			"you're|you are? now my|a|an|the", "no more|need", "don't|never be|bother|worry|let|go|try|over|even|you",
			"do not be|bother|worry|let|go|try|even", "stop|quit|avoid|cease _", "make sure|certain", "be sure",
			"let me|us|him|her|them know", "let _ know", "let "+enMine+" _ know",
			"i|i'd|we would|'d|'ll? like|want|need|have a|an|the|another|some|two|three|more _? _? _? summary|list|reminder|copy|refund|table|quote|draft|report|taxi|cab|translation|receipt|overview|outline|itinerary|template|hand|help",
			"i|we want|need to cancel|book|change|reschedule|return|update|add|remove|delete|schedule|switch",
			"i|we want all|every|no|only|both|less|fewer|more",
			"have the|my|our|this|them|it _? _? delivered|sent|ready|done|picked|cleaned|fixed|checked|printed|moved",
			"new|another reminder|note|task|event|entry|alarm|timer|appointment|todo|meeting|contact",
			"less|fewer|more|shorter|longer|simpler|slower _? .",
			"every|each day|morning|week|month|evening|night|"+enDay+" send|remind|give|ask|tell|check|add|post|email|ping"),
		standing: enActs("from now|here|today|this on|onwards|onward|point|forward?", "going|moving forward|forwards", "in the? future",
			"henceforth", "as of today|now|tomorrow", "starting today|now|tomorrow"),
		negations: enActs("you need|have to", "you must|should|can", "don't|never|always|only ever?", "do not|always", "let's", "let us"),
		pleas:     englishSpellings.words(`please`),
		verbs:     englishVerbs,
		objects: englishSpellings.words(`the a an my your his our their its this that these those me us it them him all any some every each both another
		everything everyone everybody someone somebody something anything what whatever only up down out off no more to if whether yourself as`),
		finite: englishSpellings.words(`is are was were am isn't aren't wasn't weren't has had hasn't have will won't would can can't could should must may might
		does doesn't did didn't looks looked seems seemed came went got said told made took arrived failed works worked dropped happened
		says goes comes takes needs costs starts started ends ended keeps kept ran runs broke breaks gets gave gives left called calls`),
		subjects: englishSpellings.words(`i i'm i've i'd i'll you you're you've he he's she she's it it's its we we're we've they they're this that that's these those
		there there's the my your his her our their any anyone anybody someone everyone isn't some all both every each`),
		subordinates: text.Set(`if when whenever while before after once until till unless since as because for in on at by with under during given every next
		although though whether that who which where what how from wherever`),
		joints: text.Set(`and but or so because`), relatives: text.Set(`about any anybody anyone anything at by for from in of on since that to until when where which who whose with`),
		inverted: englishInverted,
		polite: map[string]phrases{
			"greet": enActs("hi|hello|hey|hiya", "good morning|evening|afternoon"), "thank": enActs("thanks|cheers", "thank you"),
			"part": enActs("bye|goodbye", "see you", "good night"),
		},
	}
}
