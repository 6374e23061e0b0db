package extract

import "github.com/lukasadb/lukasa/internal/text"

// diet takes a word that says what somebody does not eat, and is not said of something else.
func diet(_ *language, v []token) []token {
	if len(v) == 0 || !diets[v[0].key] || len(v) > 1 && !breaks(v[1].gap) && text.StopIn(v[1].key) == 0 && !apart[v[1].key] {
		return nil
	}
	return v[:1]
}

// dietBare takes a word for a diet that nothing follows that would make it one of something.
func dietBare(l *language, v []token) []token {
	if len(v) > 1 && !breaks(v[1].gap) && !apart[v[1].key] {
		return nil
	}
	return diet(l, v[:1])
}

// apart are words behind one that stands for itself.
var apart = text.Set(`also btw but by fyi here myself now since so too`)

// observance takes a diet that somebody keeps.
func observance(l *language, v []token) []token {
	if v = diet(l, v); len(v) == 1 && (v[0].key == "kosher" || v[0].key == "halal" || v[0].key == "vegan" || v[0].key == "vegetarian") {
		return v
	}
	return nil
}

// eating accepts what somebody eats again: "eating meat".
func eating(l *language, v []token) []token {
	if v = l.cut(v, nil); len(v) < 2 || len(v) > 4 || v[0].key != "eating" && v[0].key != "drinking" {
		return nil
	}
	return thing(l, v)
}

// abstains accepts what somebody does not eat or drink, or no more.
func abstains(l *language, v []token) []token {
	for i := range v[:min(len(v), 2)] {
		if foods[v[i].key] && (i == 0 || consumed[v[0].key]) {
			if i+1 < len(v) && !breaks(v[i+1].gap) && text.StopIn(v[i+1].key) == 0 && !l.tails[v[i+1].key] {
				return nil // a coffee shop
			}
			return v[:i+1]
		}
	}
	if len(v) == 0 || len(v) > 1 && (text.StopIn(v[1].key) != 0 || mealtimes[v[1].key]) || !consumed[v[0].key] || v[0].key == "have" || v[0].key == "do" || v[0].key == "touch" {
		return nil
	}
	if rest := l.cut(v[1:], wordSetOnce); len(rest) > 0 && len(rest) <= longestItem && thing(l, rest) != nil {
		return v[:len(rest)+1]
	}
	if len(l.trim(v)) == 1 && (v[0].key == "drink" || v[0].key == "drinking") {
		return v[:1]
	}
	return nil
}

var consumed = text.Set(`do drink drinking eat eating have touch`)

// mealtimes are words for when and how people eat.
var mealtimes = text.Set(`alone early enough late much out properly together well`)

// foods are what people do without.
var foods = text.Set(`alcohol beef bread butter caffeine carbs cheese chocolate coffee dairy eggs fish gluten lactose meat milk
	nuts onion onions peanuts pork seafood shellfish soy spirits sugar sweets wheat wine`)

// intolerant takes what somebody does not stand: "lactose intolerant".
func intolerant(_ *language, v []token) []token {
	if len(v) > 1 && v[1].key == "intolerant" {
		return v[:2]
	}
	return nil
}

// allergen takes what somebody has an allergy against: "a nut allergy".
func allergen(_ *language, v []token) []token {
	for i := 1; i < len(v) && i <= longestItem; i++ {
		if v[i].key == "allergy" || v[i].key == "intolerance" {
			return v[:i]
		}
	}
	return nil
}

// cleft takes what stands behind "it's".
func cleft(l *language, v []token) []token {
	if len(v) < 2 || v[0].key != "it's" && v[0].key != "its" {
		return nil
	}
	return thing(l, v[1:])
}

// ailment takes what somebody has for long, and where.
func ailment(l *language, v []token) []token {
	for i := 0; i < len(v) && i < longestItem && (i == 0 || !breaks(v[i].gap) && text.StopIn(v[i].key) == 0 || determiners[v[i-1].key]); i++ {
		if n, ok := knownAilments.at(v[i:], false); ok {
			end := i + n
			if end < len(v) && namely[v[end].key] {
				end++
			}
			return v[:where(v, end)]
		}
	}
	return nil
}

// namely are words behind the name of an ailment that belong to it.
var namely = text.Set(`disease disorder syndrome`)

// ailing are ailments of several words.
var knownAilments = enPhrases("high|low blood pressure|sugar", "high cholesterol", "hay fever",
	"chronic fatigue|pain|kidney|migraines|migraine", "multiple sclerosis",
	"cerebral palsy", "macular degeneration", "a? bad|dodgy|weak|bust|sore|gammy|broken|torn|injured @body",
	"heart condition|disease|failure|murmur|trouble",
	"a? slipped|herniated disc|disk", "long covid", "stress|hairline|compound? fracture", "torn|ruptured|sprained|strained @body|ligament|meniscus|acl|tendon", "chronic @ailment", "hearing loss|aid|aids", "panic attacks|disorder", "eating disorder",
	"kidney|liver|thyroid disease|problems|condition",
	"a? pacemaker", "a? wheelchair", "crutches", "a? guide|assistance dog", "@ailment")

// where goes on over where it is that something hurts: "in my right eye".
func where(v []token, end int) int {
	if end+1 >= len(v) || v[end].key != "in" && v[end].key != "left" && v[end].key != "right" || breaks(v[end].gap) == (v[end].key == "in") {
		return end
	}
	for i := end + 1; i < len(v) && i < end+longestItem; i++ {
		if bodyParts[v[i].key] || v[i].key == "both" {
			return i + 1
		}
	}
	return end
}

// ailmentBare takes an ailment that is told without a verb, if what follows is about having it.
func ailmentBare(l *language, v []token) []token {
	n, ok := knownAilments.at(v, false)
	if !ok {
		return nil
	}
	end := where(v, n)
	if end == n && (end == len(v) || !breaks(v[end].gap) || !having[v[end].key]) {
		return nil
	}
	return v[:end]
}

// having are words behind an ailment that somebody has.
var having = text.Set(`always diagnosed for had here runs since years`)

// medicine accepts what somebody takes for long.
func medicine(l *language, v []token) []token {
	for i, t := range v[:min(len(v), longestItem)] {
		if medicines[t.key] {
			return v[:i+1]
		}
	}
	return nil
}

var medicines = text.Set(`adalimumab adderall allopurinol amitriptyline amlodipine anticoagulants antidepressants antihistamines apixaban
	atenolol atorvastatin azathioprine beta-blockers betablockers bisoprolol candesartan carbamazepine chemo chemotherapy citalopram clopidogrel
	dialysis donepezil duloxetine eliquis enalapril escitalopram fluoxetine furosemide gabapentin gliclazide humira hydroxychloroquine insulin
	lamotrigine lansoprazole levetiracetam levothyroxine lisinopril lithium losartan metformin methotrexate methylphenidate metoprolol mirtazapine
	montelukast nifedipine olanzapine omeprazole ozempic pantoprazole paroxetine prednisolone prednisone pregabalin propranolol prozac quetiapine
	ramipril risperidone ritalin rivaroxaban rosuvastatin semaglutide sertraline simvastatin spironolactone statins steroids tacrolimus tamoxifen
	thinners thyroxine topiramate tramadol trazodone valproate valsartan venlafaxine warfarin wegovy xarelto zoloft`)

// raised accepts a reading that is not as it should be.
func raised(l *language, v []token) []token {
	if v = l.cut(v, nil); len(v) == 0 || len(v) > 3 || !readings[v[0].key] && !degrees[v[0].key] {
		return nil
	}
	return v
}

var readings = text.Set(`elevated high low overactive raised underactive`)

// affliction takes what somebody is: deaf in one ear.
func affliction(_ *language, v []token) []token {
	n, ok := afflictions.at(v, false)
	if !ok {
		return nil
	}
	end := where(v, n)
	if end+1 < len(v) && v[end].key == "type" && (v[end+1].digit || counts[v[end+1].key] || v[end+1].key == "one") {
		end += 2
	}
	if end < len(v) && !breaks(v[end].gap) && (v[end].key == "to" || text.StopIn(v[end].key) == 0 && !apart[v[end].key]) {
		return nil
	}
	return v[:end]
}

var afflictions = enPhrases("@afflicted", "colour|color blind", "hard of hearing", "partially sighted|deaf", "hiv positive",
	"in a wheelchair", "visually|hearing impaired")

// ailing accepts what is said of a part of the body that is bad.
func ailing(l *language, v []token) []token {
	v = l.cut(v, nil)
	for i, t := range v {
		if i < 3 && (bad[t.key] || damaged[t.key]) {
			return v[:i+1]
		}
	}
	return nil
}

var damaged = text.Set(`arthritic arthritis broken busted dislocated fractured gone injured knackered ruined shot sprained torn`)
