package knowledge

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/knowledge/names"
)

// sortal is what kind of thing a noun means, as far as pronouns and descriptions tell it apart.
type sortal uint8

const (
	someone  sortal = iota + 1 // a human being
	creature                   // an animal
	firm                       // people who act together
	venue                      // a house that one goes to
	area                       // a place on the map
	vessel                     // a ship, which may be "she"
	article                    // any other thing
)

// noun is a group of words that are said of one thing for one another.
type noun struct {
	group  int16 // more than 0
	loose  bool  // it is said of what nobody said it of before: "Paper Lantern", and then "the shop"
	sort   sortal
	gender names.Gender
	many   bool // the word is a plural
}

// house tells whether a noun means people who act together, or the house where they are.
func (n noun) house() bool { return n.sort == firm || n.sort == venue }

// nounGroups lists nouns by what they mean. Those between two bars may stand for one another. The letter tells the sort: p a
// person (f a woman, m a man), a an animal, o an organisation, v a venue, t a place, s a ship, x a thing; a capital, that the words
// are loose.
//
//nolint:misspell // both spellings are in use
const nounGroups = `
f: mother mum mom mummy mommy mama | sister | wife | daughter | grandmother grandma granny nan | granddaughter | aunt auntie aunty
f: niece | girlfriend fiancée | girl | woman lady | queen princess duchess | actress | waitress | landlady | headmistress
f: stewardess | midwife | widow | nun | bride | stepmother
m: father dad daddy papa | brother | husband | son | grandfather grandpa granddad grandad | grandson | uncle | nephew
m: boyfriend fiancé | boy lad | man bloke gentleman chap | king prince duke | waiter | landlord | headmaster | widower | monk
m: groom bridegroom | stepfather | priest vicar pastor
p: cousin | partner spouse | child kid toddler teenager | baby | friend mate buddy | colleague coworker | neighbour neighbor
p: boss manager supervisor | assistant secretary | chair chairman chairwoman chairperson | president | director | minister | mayor
p: captain capt skipper | sergeant sgt | lieutenant lt | colonel col | major | admiral | general | commander | inspector
p: officer constable policeman policewoman | doctor dr gp | physician | surgeon | physio physiotherapist | dentist | vet
p: nurse matron | therapist counsellor counselor | pharmacist chemist | consultant | professor prof lecturer | teacher tutor
p: headteacher | coach trainer | student pupil | apprentice trainee intern | researcher scientist | engineer technician
p: developer programmer | designer | architect | electrician | plumber | builder | carpenter joiner | mechanic | gardener | farmer
p: fisherman | driver | pilot | courier postman postwoman | chef cook | baker | butcher | barista | bartender barman barmaid
p: shopkeeper | cleaner | caretaker janitor | receptionist | guard | judge | lawyer solicitor attorney barrister
p: accountant bookkeeper | treasurer | banker | broker | buyer | seller | agent | tenant lodger | guest visitor | caller | patient
p: author writer novelist poet | journalist reporter | editor | artist painter | musician | singer | actor | photographer | player
p: goalkeeper goalie keeper | striker | referee ref umpire | rider jockey | runner | winner | volunteer | candidate applicant
p: employee worker | roommate flatmate housemate | babysitter nanny childminder | stranger | person
a: dog puppy pup hound terrier spaniel labrador collie poodle beagle | cat kitten tomcat tabby
a: horse pony mare stallion foal gelding | cow heifer calf bull | sheep ewe lamb ram | goat | pig sow piglet
a: hen chicken cockerel rooster | rabbit bunny | hamster guineapig gerbil | parrot budgie | donkey mule | tortoise turtle
a: animal pet creature
O: company firm business corporation
o: supplier vendor | agency | haulier carrier logistics freight haulage | startup | charity foundation trust | club | council
o: committee | union | bank | insurer insurance | airline airways | brewery | builders roofing roofers construction
o: publisher press | newspaper paper gazette | band orchestra choir quartet | team | party | broadcaster
V: restaurant brasserie bistro trattoria pizzeria diner eatery osteria taverna ristorante | café cafe coffeehouse tearoom
V: pub tavern | bar | hotel inn guesthouse hostel | clinic surgery practice | school academy | shop store boutique
V: bakery patisserie | salon | museum | gallery | campsite
v: hospital infirmary | college | university | nursery kindergarten | pharmacy | bookshop bookstore | garage workshop | farm ranch
v: vineyard winery | factory plant mill | theatre theater playhouse | cinema | library | church chapel | cathedral | mosque
v: temple | castle | palace | gym | stadium arena | hall | studio | care-home
T: town | city | village hamlet | island isle | country
t: region province | county | river | lake | mountain mount | valley | bay | beach | harbour harbor port | park
t: forest wood woods | street road avenue lane | bridge | airport | station
S: ship vessel steamer freighter tanker | boat | yacht | ferry | trawler | dinghy
X: car saloon hatchback | van | lorry truck | bike bicycle | motorbike motorcycle scooter | tractor | tree
x: train locomotive | plane aircraft aeroplane airplane | rose shrub bush | server | cluster | database | service
x: app application | website site | tool | framework | laptop notebook | phone handset smartphone | tablet | printer | router
x: camera | headlamp lamp torch light | headphones | watch | oven | boiler | bed | sofa couch | guitar | piano | violin
x: book novel | film movie | play | song | album | podcast | game | show series | course | project | festival
x: competition tournament | prize award | programme program | scheme | software | model | drug medicine | vaccine
`

// nouns are the words of nounGroups.
var nouns = func() *text.WordMap[noun] {
	sorts := map[byte]sortal{'p': someone, 'f': someone, 'm': someone, 'a': creature, 'o': firm, 'v': venue, 't': area, 's': vessel, 'x': article}
	genders := map[byte]names.Gender{'f': names.Female, 'm': names.Male}
	out := map[string]noun{}
	var group int16
	for line := range strings.Lines(strings.TrimSpace(nounGroups)) {
		letter, list, _ := strings.Cut(line, ":")
		small := letter[0] | ' ' // in lower case
		for words := range strings.SplitSeq(list, "|") {
			group++
			for w := range strings.FieldsSeq(words) {
				out[w] = noun{group: group, sort: sorts[small], gender: genders[small], loose: small != letter[0]}
			}
		}
	}
	return text.NewWordMap(out)
}()

// nounOf reads a noun, in the plural too.
func nounOf(word string) (noun, bool) {
	if n, ok := nouns.Get(word); ok {
		return n, true
	}
	one, plural := strings.CutSuffix(word, "s")
	n, ok := nouns.Get(one)
	n.many = true
	return n, ok && plural
}

// agents are endings of nouns for people of a trade, in the plural.
var agents = []string{"ants", "eers", "ers", "ians", "ists", "men", "ors"}

// titles stand before the name of a person: the noun that they say of them, if any, is one of nouns; gender
// is what they tell beside it.
var titles = func() map[string]names.Gender {
	out := map[string]names.Gender{}
	for gender, list := range map[names.Gender]string{
		names.Female:   "mrs ms miss madam madame mme mlle dame lady frau señora sra doña signora bà cô chị aunt auntie aunty sister mother nana granny grandma",
		names.Male:     "mr sir lord herr señor sr don signor monsieur ông uncle brother father grandpa grandad papa",
		names.NoGender: "mx dr doctor prof professor captain capt sergeant sgt lieutenant lt colonel col major admiral general commander inspector officer constable judge nurse chef coach president mayor rev reverend pastor",
	} {
		for w := range strings.FieldsSeq(list) {
			out[w] = gender
		}
	}
	return out
}()

// Words that tell, beside a name, what bears it.
var (
	// humanly are verbs in the forms that a name stands before, of what people alone do.
	humanly = text.Words(`admitted admits answered asked asks baked bought borrowed born brought brushed called caught chatted cooked
		cried cries decided dreamt drew drove drives earns enjoyed enjoys explained feels felt forgot forgets gave grinned grumbled hates hated heard hopes hoped
		insisted insists invited joked knew knows laughed laughs learned learnt left lent lied likes liked loves loved married met misses
		missed moaned mentioned ordered painted phoned played plays popped prefers pretended promised quit reads reckons remembered remembers retired rang reported rings sang sat
		sat saw says said sings sleeps slept smiled smokes sneezed snored speaks spoke spent studied studies swears swore swims talked talks texted thanked
		thinks thought told tells tried twisted visited volunteered walked wants wanted waved wept wished wishes wonders wondered wore wears wrote writes`)

	// toHuman are verbs and the like before the name of one whom they are done to.
	toHuman = text.Words(`ask asked asking call called calling congratulate congratulated email emailed forgive hug hugged interview interviewed introduce invite
		invited marry married meet met meeting message messaged mother phone phoned phoning ping pinged poor remind reminded ring rang see
		tell telling text texted thank thanked told visit visited warn warned ask dear`)

	// toAnimal are verbs before the name of an animal.
	toAnimal = text.Words(`feed fed feeding groom groomed grooming milk milked neuter neutered pet petted petting saddle saddled shear shod stroke stroked vaccinate vaccinated
		walk walked walking worm wormed`)

	// motions are words before "to" and the name of a place.
	motions = text.Words(`arrive away back came come drive driving drove flew flies flight fly flying go goes going gone home move moved moves moving off return returned
		sail sailed sailing ticket train travel travelled travelling trip walk went`)

	// within are words before the name of a place, and at before that of a place or a house.
	within = text.Words(`across around above below beyond in inside near off outside reached through throughout towards via`)

	// withinVietnamese are such words of Vietnamese.
	withinVietnamese = text.Words(`đến gần ngoài ở qua tại tới trong`)
)
