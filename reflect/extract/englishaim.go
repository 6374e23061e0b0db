package extract

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// goal accepts what a goal is: something, or something to do.
func goal(l *language, v []token) []token {
	from := 0
	if len(v) == 1 && soonOrLate[v[0].key] || len(v) > 0 && v[0].key == "off" {
		return nil
	}
	if len(v) > 1 && (v[0].key == "to" || v[0].key == "the") {
		from = 1
	}
	rest := l.cut(v[from:], nil)
	if n := len(rest); n > 2 && (rest[n-1].key == "here" || rest[n-1].key == "there") {
		rest = rest[:n-1]
	}
	if len(rest) == 0 || len(rest) > longestThing || l.vague[rest[0].key] || points(rest) {
		return nil
	}
	return v[:from+len(rest)]
}

var soonOrLate = text.Set(`later now sure trouble`)

// points tells whether a phrase points at something that only the conversation knows:
// "that" does so but where it tells more of what it stands behind.
func points(v []token) bool {
	for i, t := range v {
		if pointing[t.key] && (t.key != "that" || i < 2 || i+1 == len(v)) {
			return true
		}
	}
	return false
}

// someday accepts a goal with the time until which it is to be reached.
func someday(l *language, v []token) []token {
	v = l.cut(v, nil)
	at, n := horizons.find(v, false)
	if at < 2 || v[0].key != "to" || goal(l, v[:at]) == nil {
		return nil
	}
	if at+n == len(v) && (v[at].key == "one" || v[at].key == "some") {
		return v[:at]
	}
	return v
}

var horizons = enPhrases("before|by i'm|we're #", "before|by i|we turn|hit|reach #", "before|by i|we die|retire|graduate",
	"before|by the time i'm|i", "by|before the? next|this? year|spring|summer|autumn|winter", "by the end of the|this year|decade",
	"by @month", "by|before christmas|easter", "this|next|the|coming spring|summer|autumn|winter|season", "one|some day", "someday", "eventually", "this|next year",
	"by ####", "in|within a|the|two|three|five|ten next|coming|years|year few|two|three|five|ten? years?")

// regular accepts what somebody does at regular times, up to those.
func regular(l *language, v []token) []token {
	if len(v) < 2 || irregular[v[0].key] || strings.HasSuffix(v[0].key, "ed") || strings.HasSuffix(v[0].key, "n't") || pointing[v[0].key] {
		return nil
	}
	at, n := routines.find(v, false)
	if at < 0 || hasAny(v[:at], pointing) {
		return nil
	}
	end := at + n
	if end+1 < len(v) && (v[end].key == "before" || v[end].key == "after" || v[end].key == "at") && !breaks(v[end+1].gap) {
		end += 2
	}
	return v[:end]
}

var routines = enPhrases("every single|other|second? day|morning|afternoon|evening|night|week|weekend|month|weekday|monday|tuesday|wednesday|thursday|friday|saturday|sunday of? the? week?",
	"most days|mornings|evenings|nights|weekends|weekdays", "once|twice a|per day|week|month|year",
	"two|three|four|five|six|# times|days|nights|mornings a|per day|week|month|year",
	"@count _ a|per|every day|week|month|year|night", "# _ a|per|every day|week|month|year|night", "on mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekdays|weekends", "at weekends", "daily", "weekly")

// irregular are verbs that are not what somebody does, and those of the past.
var irregular = text.Set(`always am ate can could did do drank feel felt forget forgot found get got had has hate have hear heard
	just keep kept know like love made may might miss must need never only ran said saw say see should slept still swam tell think
	thought told took tried want was went were will wish woke worked would wrote`)

// pastime accepts what somebody plays or does for pleasure.
func pastime(l *language, v []token) []token {
	if n, ok := ensembles.at(v, false); ok {
		return v[:n]
	}
	v = l.cut(v, pastimeCuts)
	if len(v) == 0 || len(v) > longestThing || hasAny(v, pointing) || hasAny(v, lesser) {
		return nil
	}
	first := v[0]
	if first.key == "the" && len(v) > 1 {
		first = v[1]
	}
	if !pastimes[first.key] || len(v) > 1 && v[1].key == "for" {
		return nil
	}
	return v
}

var (
	ensembles   = enPhrases("in|for a|an|the|our|my local|jazz|rock|brass|school|wedding|metal|punk? band|choir|orchestra|team|league|quartet|club|ensemble")
	pastimeCuts = text.Set(`and at w with`)
	pastimes    = text.Set(`accordion aikido badminton ballet banjo baseball basketball bass bassoon billiards bowls boxing bridge
		camping capoeira cello chess clarinet climbing cricket crossfit cycling darts drums fencing fishing flute football gaelic
		go golf guitar gymnastics handball harmonica harp hiking hockey horn horse-riding hunting hurling judo karate keyboard
		kickboxing lacrosse lute netball oboe organ padel parkour parkrun piano pilates poker pool riding rowing rugby running
		saxophone skiing skittles snooker soccer softball squash surfing swimming taekwondo tennis trombone trumpet tuba ukulele
		viola violin volleyball yoga`)
)

// goneOff accepts what somebody likes no more.
func goneOff(l *language, v []token) []token {
	if len(v) > 0 && ways[v[0].key] {
		return nil
	}
	return thing(l, v)
}

// ways are what people go off that they never liked.
var ways = text.Set(`air course duty grid line piste road script sick stage topic track`)

// milestone accepts what happens seldom in a life.
func milestone(l *language, v []token) []token {
	if out := datedDeed(v); out != nil {
		return out
	}
	at := 1
	for at < len(v) && lately[v[at].key] {
		at++
	}
	n, ok := milestones.at(v[at:], false)
	if end := at + n; !ok || end < len(v) && !breaks(v[end].gap) && (v[end].key == "up" || v[end].key == "out" || text.StopIn(v[end].key) == 0 && !times[v[end].key] && !l.tails[v[end].key]) {
		return nil
	}
	return l.trim(v)
}

// datedDeed accepts what somebody did in a year that they tell.
func datedDeed(v []token) []token {
	at := 1
	for at < len(v) && lately[v[at].key] {
		at++
	}
	if at >= len(v) || !strings.HasSuffix(v[at].key, "ed") && !pasts[v[at].key] {
		return nil
	}
	end, n := inYear.find(v[:min(len(v), longestThing)], false)
	if end < at || hasAny(v[at:end], pointing) {
		return nil
	}
	return v[:end+n]
}

// formerTrade accepts an occupation with when somebody had it.
func formerTrade(l *language, v []token) []token {
	out := occupation(l, v)
	if len(out) == 0 || len(out) == len(v) || !spans[v[len(out)].key] {
		return nil
	}
	return l.cut(v, nil)
}

// spans are words that open a time that is past.
var spans = text.Set(`before for from in till until`)

// yearly accepts what somebody did in the year that they told before.
func yearly(l *language, v []token) []token {
	if len(v) < 2 || !strings.HasSuffix(v[0].key, "ed") && !pasts[v[0].key] || hasAny(v, pointing) {
		return nil
	}
	return l.cut(v, nil)
}

// customary accepts what somebody always does at a time of the day.
func customary(l *language, v []token) []token {
	if v = l.cut(v, nil); len(v) == 0 || len(v) > longestThing || hasAny(v, pointing) {
		return nil
	}
	if at, n := dayparts.find(v, false); at >= 0 && at+n == len(v) {
		return v
	}
	return nil
}

var dayparts = enPhrases("for|at|with|before|after|over breakfast|lunch|dinner|supper|tea|bed|work|school|mass|church|training", "in the morning|evening|afternoon|mornings|evenings",
	"at night|noon|weekends|#", "by|at|before|until|till five|six|seven|eight|nine|ten|eleven|midnight|dawn|four|half", "by|at|before half #|five|six|seven|eight|nine|ten")

// preferred takes what is liked better than something.
func preferred(l *language, v []token) []token {
	for i := 1; i+1 < len(v) && i < longestItem; i++ {
		if (v[i].key == "better" || v[i].key == "more") && v[i+1].key == "than" {
			return thing(l, v[:i])
		}
	}
	return nil
}

// fanOf takes whose fan somebody is: "a huge Springsteen fan".
func fanOf(l *language, v []token) []token {
	for i := 1; i < len(v) && i < longestItem; i++ {
		if v[i].key == "fan" && (i+1 == len(v) || breaks(v[i+1].gap) || l.tails[v[i+1].key]) {
			return thing(l, v[:i])
		}
	}
	return nil
}

var (
	inYear = enPhrases("back? in ####", "in @month ####", "in the seventies|eighties|nineties|noughties|sixties|fifties")
	pasts  = text.Set(`became began bred broke built came did drove fought flew got grew had led left lost made met ran rode sang sold
		spent swam swum taught took went won wrote`)
)

var lately = text.Set(`also finally just once recently`)

var milestones = enPhrases("graduated", "retired", "emigrated", "eloped",
	"got married|engaged|divorced|promoted|fired|sacked|tenure", "got laid off", "got|was made redundant",
	"had a baby girl|boy?", "had twins", "had a son|daughter|girl|boy|stroke|miscarriage", "had a heart attack",
	"had an operation", "had surgery", "had a hip|knee|heart|kidney|liver replacement|transplant|bypass", "gave birth",
	"broke|sprained|fractured|tore|dislocated my left|right? @body",
	"broke my left|right? arm|nose|wrist|rib|ribs|collarbone|finger|toe",
	"passed my driving test|exam", "passed my finals|a-levels|bar|theory exam|test?",
	"ran a|my|the first|half|full|london|berlin|boston? marathon|half-marathon|ultramarathon",
	"bought a|our|my first|new? house|flat|home|apartment|boat|farm", "quit|left|lost my job",
	"lost my dad|mum|mom|mother|father|husband|wife|brother|sister|son|daughter|grandmother|grandfather",
	"published|defended|submitted my first? book|novel|thesis|dissertation|paper|album",
	"quit|stopped smoking|drinking|gambling|vaping", "did|got|finished|completed|took|started|earned my|a|an ba|bsc|degree|doctorate|apprenticeship|ma|masters|master's|mba|md|msc|phd|residency|traineeship|thesis",
	"spent @count years|months|summers|winters", "spent # years|months|summers|winters",
	"did my national|military? service", "got my _? driving|pilot's|hgv|teaching? licence|license|certificate",
	"served in the _? army|navy|marines|force|raf|military|infantry|forces", "adopted a|our child|baby|boy|girl", "started my own? business|company")
