package knowledge

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text/judgement"
)

// sameTopic are words that speak of the same everyday thing, a line each: who speaks
// of an espresso speaks of coffee.
const sameTopic = `americano caffeine cappuccino coffee espresso latte macchiato
tea brew cuppa
call dial phone rang ring rung telephone voicemail
appointment call meeting session standup sync
demo keynote present presentation slides speech stage talk
downpour drizzle pour rain rainy shower storm wet
lightning rumble thunder thunderstorm
email letter mail message note
boy child children daughter girl kid kids son toddler
class course lecture lesson
commute rail train
car vehicle drive
asleep nap sleep slept
breakfast dawn morning
lunch midday noon
dusk evening night
dog hound puppy
cat kitten
chilly cold freezing frost heating shiver winter
heat hot sun
bath dip swam swim
jog ran run
ate dinner dish eat food meal
drank drink
shop store supermarket
instructor teacher tutor
doctor gp physician
holiday trip vacation
bicycle bike cycle
home house
boss manager
client customer guest
pupil student
backache back spine
flower blossom bloom
aeroplane flight flew fly plane
movie film cinema
book novel
song music tune concert
paint painting
garden bed
roof ceiling
laptop computer pc notebook
bug defect
deploy release rollout`

var topicsOf = func() map[string][]int {
	out := map[string][]int{}
	for line, words := range strings.Split(sameTopic, "\n") {
		for w := range strings.FieldsSeq(words) {
			stem := judgement.Stem(w)
			out[stem] = append(out[stem], line)
		}
	}
	return out
}()

// longEnough is the least length of a stem that begins a longer one of the same
// family: thunder and thunderstorm.
const longEnough = 5

// akin tells whether two stems speak of the same thing.
func akin(a, b string) bool {
	if a == b {
		return true
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) >= longEnough && strings.HasPrefix(b, a) {
		return true
	}
	for _, x := range topicsOf[a] {
		for _, y := range topicsOf[b] {
			if x == y {
				return true
			}
		}
	}
	return false
}
