package outcome

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// weighed reads lines of a weight and the words that have it.
func weighed(lines string) map[string]float64 {
	out := map[string]float64{}
	for line := range strings.Lines(lines) {
		weight := 1.0
		for i, w := range strings.Fields(line) {
			if i == 0 {
				weight = map[string]float64{"plain": 1, "weak": 0.5}[w]
				continue
			}
			out[w] = weight
		}
	}
	return out
}

// good are words of a good end, and what a negation makes a bad one. Verbs stand in the forms that are no nouns: "loads", not "load".
var good = weighed(`
	plain succeeded success successful successfully flawless flawlessly perfect perfectly resolved solved fixed cured work works worked working
	plain pass passes passed passing recovered restored healed repaired clean cleanly green healthy stable steady smooth smoothly fine well
	plain correct correctly accurate happy pleased glad delighted thrilled thanked thanks thankful grateful satisfied praised loved loves
	plain beamed beaming clapped applauded smiled smiling impressed relieved compliments enjoyed agreed accepted approved confirmed signed
	plain welcomed shipped delivered arrived done completed complete finished merged deployed published released reachable readable usable
	plain quiet gone vanished disappeared cleared calm freed saved won improved improves faster quicker cheaper easier better shorter
	plain compiles compiled builds boots booted syncs synced connects connected runs running starts opens loads loaded prints printed reads
	plain agree agrees matches matched consistent balanced plausible helped helps useful effective survived caught okay ok
	plain equal equals silent great excellent lovely spotless superb ideal flat normal unchanged unaffected punctual undamaged unharmed safely safe
	plain reproduced granted awarded promoted hired landed stopped ceased aligned charging boosted thriving flourishing
	plain blooming sprouted rooted fresh dry warm crisp tasty delicious slept asleep settled adopted reunited convinced
	plain visible reached obtained placed grasped picked balances patched tight following secured rebooked lgtm attached refreshed printing verified validated
	plain renewed booked blossomed healing recovering laying eased subsided stronger
	plain xong
	weak quick fast nice neat tidy good hold held holds stays replied answered returned came used found bought
	weak ordered allowed paid sold refunded content live all empties growing grew climbed rose intact ready lit hot easy laughed
`)

// bad are words of a bad end, and what a negation makes a good one.
//
//nolint:misspell // tools print "unauthorized"
var bad = weighed(`
	plain worse worst useless vain failed failure failures fails failing error errors crash crashed crashes panic panics timeout timeouts
	plain broke broken breaks died dies dead killed kill kills stuck hang hangs hung stall stalls stalled refused refuses refusal refusals
	plain declined denied rejected aborted abandoned wrong lost loses loss missing missed misses angry furious annoyed upset unhappy
	plain disappointed complained complaint complaints complain complains grumbled confused insulted outraged outage outages downtime
	plain incident incidents alarm alarms warning warnings problem problems trouble issue issues bug bugs leak leaks leaked leaking
	plain duplicate duplicates conflict conflicts overwritten corrupted garbage gibberish blank blocked jammed overflow flooded burnt burned
	plain spoiled ruined cracked torn bent damaged damage harm injured injury sick ill fever bleeding swollen infected wilted rotten
	plain mouldy stale soggy soaked stink stinks smell smells bounced expired delayed overdue slow slower slowly sluggish unusable
	plain unreachable unavailable offline unsolved unresolved unfixed unnoticed unpaid unsold hitch glitch glitches flake flakes flaky
	plain regression regressions oom mess chaos cancelled canceled postponed wasted stopgap mistake mistakes fault faults faulty collapsed
	plain derailed backfired stolen chargeback chargebacks recurrence lockout lockouts exceeded tripped double doubled collided
	plain collision outbid ignored louder longer heavier dearer creaks squeaks dizzy vomited stung bites stained bled
	plain segfault segfaults segfaulted exception exceptions traceback unauthorized forbidden invalid unsupported unable snapped rotted
	plain mush bogus unexpected worn stray slipped hurt hurts sticks spread unlabelled reverts throws threw captcha
	plain garbled mangled wedged
	plain refuted repealed expelled evicted fined sued overruled dismissed quit resigned scalding tepid weaker poorer hated
	plain reproduce recur recurred recurs resurfaced reappeared relapsed relapse lỗi hỏng
	plain red mismatch mismatches
	weak happened occurred appeared drifted crept climbing skipped hidden limped tired queued short
	weak refund refunds empty
`)

// again are words of what comes, or is, as before.
var again = text.Set("again back same next later until soon")

// given are those words of what is bad that tell behind an article what was given, and not how it ended: "bypassed the broken lift".
var given = text.Set("broken missing lost stuck dead faulty damaged failing flaky slow leaking stolen cracked blocked")

var articles = text.Set("the every each our")

// noGain are things of which there is none where nothing was gained.
var noGain = text.Set(`change changes difference effect improvement improvements luck gain gains gained progress use avail dice joy relief
	better impact benefit success result results cigar interest takers buyers bite sale deal agreement solution trace path`)

// noNews are things of which there is none where it is still open how it ended.
var noNews = text.Set("idea reply answer news word decision response reaction feedback verdict comment update confirmation")

// noMore are things that are good to be without, beside those that are bad.
var noMore = text.Set(`question questions objection objections query queries ticket tickets page pages paging call calls
	surprise surprises doubt protest accident accidents injuries casualties waited noticed slipped block blocks stop ran delay delays double doubles repeat repeats`)

// waiting are words of what is still open.
var waiting = text.Set(`waiting pending undecided unclear unknown untested unmeasured unverified awaiting tbd tba inconclusive undetermined
	ongoing promised considering`)

// What is wished and denied is bad whatever it is.
var (
	wishes = text.Set("doesn't didn't won't can't couldn't wouldn't don't cannot")
	wanted = text.Set("arrive arrived arrives come came answered replied started finished appeared opened showed works worked called turned")
)

// units are those in which less is better, by what they are of the least one of their kind.
var units = map[string]float64{
	"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "millisecond": 1e-3, "milliseconds": 1e-3, "s": 1, "sec": 1, "secs": 1, "second": 1,
	"seconds": 1, "min": 60, "mins": 60, "minute": 60, "minutes": 60, "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600,
	"kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
}

// A verdict is what a phrase says by itself.
type verdict uint8

const (
	endedWell verdict = iota
	endedBadly
	isOpen
	wasUndone
	wentBefore // of how it went at first, which says nothing of the end
)

// phrase is a sequence of words that says something by itself, whatever they say alone.
type phrase struct {
	words []string
	says  verdict
}

// phrases by their first word, the longest first.
var phrases = func() map[string][]phrase {
	out := map[string][]phrase{}
	for says, lines := range map[verdict]string{endedWell: wellPhrases, endedBadly: badPhrases, isOpen: openPhrases, wasUndone: undonePhrases, wentBefore: earlyPhrases} {
		for p := range strings.SplitSeq(strings.ReplaceAll(lines, "\n", "|"), "|") {
			if words := strings.Fields(p); len(words) > 0 {
				out[words[0]] = append(out[words[0]], phrase{words, says})
			}
		}
	}
	for _, of := range out {
		slices.SortFunc(of, func(a, b phrase) int {
			return cmp.Or(cmp.Compare(len(b.words), len(a.words)), slices.Compare(a.words, b.words))
		})
	}
	return out
}()

// phraseAt is the longest phrase that words begin with.
func phraseAt(words []string) (phrase, bool) {
	for _, p := range phrases[words[0]] {
		if len(p.words) <= len(words) && slices.Equal(p.words, words[:len(p.words)]) {
			return p, true
		}
	}
	return phrase{}, false
}

const (
	wellPhrases = `able to|at no extra cost|free of charge|what i was looking for|in time|on time|at the first try|first try|on the first attempt|at once|by itself|by themselves|did the trick
as it should|as they should|every time|each time|up and running|back to normal|back up|back online|back in stock|back to work
so far so good|turned up|all right|like a stone|like new|like a charm|signed off|signed it off|nothing to correct
nothing to complain|as expected|as planned|as asked|exit code 0|http 200|all good|not bad|asked for seconds|five stars
out of danger|to the last|sold out|fully booked|does the job|as hoped|what we hoped|all tests|went through|goes through|got through
made it|got it right|can't reproduce|cannot reproduce|couldn't reproduce|no hard words|handed over|as good as new|bang on|spot on`
	badPhrases = `returned nothing|nothing relevant|nothing to show|off by|beaten by|locked out|was late|came late|arrived late|hours late
days late|minutes late|late again|http 400|http 401|http 403|http 404|http 429|http 500|http 502|http 503|http 504|on my machine|did nothing|does nothing|as before|as ever|to no avail|turned away|turned down|turned us down
turned him down|turned her down|walked away|fell through|for the bin|in the bin|no one came|nobody came|same as before
full again|out again|there again|short again|down again|the same again|once more|happened again|all over again|no use|wrong way|out of order|cost us|at the cost|costs more|sent home
thrown out|went unnoticed|gave up|ran out|fell apart|came apart|got worse|too late|written off|in vain|put back to bed
put her back to bed|left early|cut short|to be repeated|kept coming|keeps coming|kept failing|keeps failing|had to restore
had to fix|had to redo|started over|over again|no better|sent it back|sent back|sent them back|sent us away|come back|shows up
show up|showed up again|not found|no results|no such file|out of stock|rate limited|nothing happens|nothing happened
does not exist|doesn't exist|could not|not help`
	openPhrases = `not yet|so far|too early|too soon|wait and see|we'll see|we will see|to be seen|nobody knows|don't know|doesn't know
not sure|not decided|not tested|not measured|not known|looking into|hard to say|hard to tell|can't tell|cannot tell|remains open
is open|still open|still to|remains to|has not been|hasn't been|haven't been|haven't tried|will ask|will call|will try
will decide|will check|will come|will look|will know|think about it|thinking about it|proves little|get back to
hasn't started|not started`
	undonePhrases = `reverted|undone|withdrawn|retracted|uninstalled|scrapped|rolled back|rolled it back|taken out|took it out
took them out|switched off|switched it off|turned it off again|put it back|put them back|set it back|backed out|back to the old
back to square|back to the drawing|off again|had to undo|taken back|took it back|taken down again|moved everything back
moved it back|had to go`
	earlyPhrases = `at first|initially|to begin with`
)
