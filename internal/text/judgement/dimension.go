package judgement

// Dimension is a measure by which things and people are judged.
type Dimension uint8

// The dimensions, each by its good end.
const (
	General   Dimension = iota // good or bad
	Liking                     // what somebody likes
	Speed                      // quick
	Punctual                   // on time
	Reliable                   // works each time
	Intact                     // whole, undamaged
	Quiet                      // without noise
	Rest                       // lets sleep
	Taste                      // tastes well
	Amount                     // enough of it
	Price                      // worth its price
	Ease                       // easy
	Clear                      // understood
	Kind                       // kind, patient
	Gentle                     // does nobody harm
	Calm                       // not afraid, at ease
	Diligent                   // works hard and with care
	Honest                     // to be trusted
	Clean                      // without dirt
	Safe                       // without danger
	Health                     // does one good
	Strong                     // bears much
	Comfort                    // warm, soft, roomy
	Beauty                     // nice to look at or hear
	Fun                        // not boring
	Useful                     // of use
	Skill                      // knows how to
	Informing                  // tells others, replies
	Order                      // tidy
	Growth                     // thrives
	Generous                   // gives
	Strict                     // lets nothing pass
	Effect                     // makes a difference at all
	dimensions
)

// names are what the lexicon calls the dimensions.
var names = [dimensions]string{
	"general", "liking", "speed", "punctual", "reliable", "intact", "quiet", "rest", "taste", "amount", "price", "ease", "clear", "kind",
	"gentle", "calm", "diligent", "honest", "clean", "safe", "health", "strong", "comfort", "beauty", "fun", "useful", "skill", "informing",
	"order", "growth", "generous", "strict", "effect",
}

// Dimensions is a set of dimensions.
type Dimensions uint32

// Of returns the set of some dimensions.
func Of(list ...Dimension) (set Dimensions) {
	for _, d := range list {
		set |= 1 << d
	}
	return set
}

// Meets tells whether two sets have a dimension in common.
func (s Dimensions) Meets(o Dimensions) bool { return s&o != 0 }

// telling has, for each dimension, the others that tell of it: of a room that is loud, how one slept there.
var telling = [dimensions]Dimensions{
	General:   ^Of(Strict, Effect),
	Liking:    Of(Fun, Calm, General),
	Speed:     Of(Punctual),
	Punctual:  Of(Speed, Diligent),
	Reliable:  Of(Intact, Useful),
	Intact:    Of(Strong, Reliable),
	Quiet:     Of(Rest, Calm),
	Rest:      Of(Quiet, Calm, Comfort),
	Taste:     Of(Liking),
	Amount:    Of(Generous),
	Price:     Of(Generous),
	Ease:      Of(Clear),
	Clear:     Of(Ease),
	Kind:      Of(Gentle, Calm, Generous, Informing),
	Gentle:    Of(Kind, Calm, Safe),
	Calm:      Of(Gentle, Rest),
	Diligent:  Of(Order, Punctual, Skill, Safe, Clean),
	Honest:    Of(Price),
	Clean:     Of(Health),
	Safe:      Of(Health, Gentle, Intact),
	Health:    Of(Comfort),
	Strong:    Of(Intact),
	Comfort:   Of(Health, Rest),
	Beauty:    Of(Liking),
	Fun:       Of(Liking),
	Useful:    Of(Ease, Speed, Effect),
	Skill:     Of(Order, Intact, Reliable),
	Informing: Of(Clear),
	Order:     Of(Clean),
	Growth:    Of(Health, Intact),
	Generous:  Of(Kind, Amount),
	Strict:    0,
	Effect:    0,
}

// Told returns the dimensions that tell of any in the set besides these themselves.
func (s Dimensions) Told() (told Dimensions) {
	for d := range dimensions {
		if s.Meets(Of(d)) {
			told |= telling[d]
		}
	}
	return told &^ s
}
