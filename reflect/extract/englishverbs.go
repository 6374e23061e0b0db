package extract

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// englishVerbs are those that people tell an assistant, or each other, to do something by.
//
//nolint:misspell // people spell in both ways
var englishVerbs = text.Set(`accept act activate add address adjust advise alert align alphabetise alphabetize amend analyse analyze annotate announce
	answer append apply approve archive arrange ask assemble assess assign assume attach avoid be begin block blur bold book brainstorm break
	brief bring browse build bump buy calculate call cancel capitalise capitalize change charge chase check choose chop cite clarify
	classify clean clear click close collect color colour combine come compare compile complete compliment compose compress compute configure
	confirm connect consider contact continue convert copy correct count create critique crop cut debug decline decode decrease define delete
	deliver deploy describe design dial dim disable disconnect discuss display divide do double double-check download draft draw
	drop duplicate edit elaborate email e-mail empty enable encode encrypt end enlarge ensure enter erase escalate estimate evaluate
	examine exclude execute expand explain explore export extend extract fetch fill filter finalise finalize find finish fix flag flip
	focus follow forget format forward generate get give go grab greet grill group guide handle help hide highlight hold hurry identify ignore illustrate
	import improve include increase indent inform insert inspect install invert invite invoice itemise itemize join jot keep kill label
	launch leave lengthen list listen load locate lock log look lower mail make map mark match measure memorise memorize mention merge
	message minimise minimize modify monitor move multiply mute name negotiate note notify number offer omit open optimise optimize order
	organise organize outline overwrite pack paint paraphrase paste pause pay pick pin ping plan play plot post postpone practise
	practice prepare present preserve press pretend preview print prioritise prioritize proceed process produce pronounce proofread propose prove
	provide publish pull push put query quiz quote raise rank rate read rearrange rebook recalculate recap recheck recite recommend record
	redo reduce refactor refer reformat reformulate refresh refund refuse register reheat reject reload remember remind remove rename render
	renew reorder repeat rephrase replace reply report request reschedule research resend reserve reset resize resolve respond restart
	restore resume retry return revert review revise rewind rewrite ring roast rotate round run save say scan schedule scroll search see select
	send separate serve set settle share shift shorten show shrink shuffle shut sign simplify simulate sing skip solve sort speak specify
	spell spellcheck split spread start stay stick stop store stream stretch structure submit subtract suggest sum summarise summarize swap
	switch sync tabulate tag take talk teach tell test text think throw tidy tighten toggle track transcribe transfer transform translate
	transpose treat trim trigger try turn type unblock underline undo unlock unmute unpause unsubscribe update upgrade upload use
	validate verify wait wake walk warn watch weigh whip wipe wire withdraw work wrap write`)

// englishInverted tells whether a clause opens with an auxiliary verb before its subject:
// do bees fly.
func englishInverted(g *acts, t []token, begins bool) bool {
	if len(t) < 2 || !englishAuxiliaries[t[0].key] {
		return false
	}
	verb, next := t[0].key, t[1]
	switch {
	case verb == "do":
		return actors[next.key] || begins && len(t) > 2 && strings.HasSuffix(next.key, "s") && !unlikeSubject[next.key] && !g.objects[next.key]
	case elided[verb]:
		return actors[next.key]
	case len(t) > 2 && superlatives[t[2].key]:
		return false
	case g.subjects[next.key]:
		return true
	case !begins || len(t) < 3:
		return false
	}
	return next.capital || nounal[verb] && !unlikeSubject[next.key]
}

var (
	englishAuxiliaries = englishSpellings.words(`am are can could did do does had has have is may might must shall should was were will would
		aren't couldn't didn't doesn't don't hasn't haven't isn't shouldn't wasn't weren't wouldn't`)
	// elided subjects are usual before these: had a good time, don't worry.
	elided = englishSpellings.words(`have had don't`)
	actors = englishSpellings.words(`i you he she we they these those any anyone anybody someone everyone`)
	// superlatives are told of, the subject left out: was the best day.
	superlatives = text.Set(`best biggest first greatest last longest most worst`)
	// bare nouns may be the subjects of these: is hollandaise safe.
	nounal        = text.Set(`are did does has is`)
	unlikeSubject = text.Set(`a able about always also an back bad been being cool done down fine fun going gonna good great here in it's just late like lovely never
		nice not off ok okay on only out over quite really so still supposed sure to too trying up very well what`)
)
