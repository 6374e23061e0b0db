package extract

import "github.com/lukasadb/lukasa/internal/text"

// englishClasses are the words that a slot of a pattern may stand for, with what they are
// called in the name of a predicate.
var englishClasses = map[string]map[string]string{
	"kin": possessed(kin), "kinNamed": kin, "pet": pets, "belonging": nameless(belongings),
	"superior":  {"manager": "manager", "boss": "boss", "supervisor": "supervisor", "tutor": "tutor", "doctor": "doctor"},
	"favourite": favourites,

	"favourites": possessed(favourites), "kinMany": kinMany, "counted": nameless(counts), "month": nameless(months),
	"diet": nameless(diets), "degree": nameless(degrees), "tongue": nameless(tongueNames), "bad": nameless(bad), "body": nameless(bodyParts),
	"writing": nameless(writings), "ailment": nameless(ailments), "afflicted": nameless(afflicted), "count": nameless(counts),
}

// favourites are what people have one of that they like best.
//
//nolint:misspell // people spell in both ways
var favourites = map[string]string{
	"color": "color", "colour": "color", "book": "book", "movie": "movie", "film": "movie", "food": "food", "dish": "dish",
	"song": "song", "band": "band", "team": "team", "sport": "sport", "language": "language", "city": "city",
	"country": "country", "animal": "animal", "drink": "drink", "season": "season", "game": "game", "author": "author",
	"editor": "editor", "subject": "subject", "actor": "actor", "album": "album", "artist": "artist", "beer": "beer", "bird": "bird",
	"cake": "cake", "character": "character", "cheese": "cheese", "chocolate": "chocolate", "club": "club", "cocktail": "cocktail",
	"composer": "composer", "cuisine": "cuisine", "director": "director", "flavour": "flavour", "flavor": "flavour", "flower": "flower",
	"fruit": "fruit", "genre": "genre", "hobby": "hobby", "holiday": "holiday", "instrument": "instrument", "meal": "meal",
	"month": "month", "musician": "musician", "number": "number", "painter": "painter", "place": "place", "plant": "plant",
	"player": "player", "podcast": "podcast", "poem": "poem", "poet": "poet", "recipe": "recipe", "restaurant": "restaurant",
	"series": "series", "show": "show", "singer": "singer", "snack": "snack", "tea": "tea", "tree": "tree", "vegetable": "vegetable",
	"anime": "anime", "aria": "aria", "biscuit": "biscuit", "building": "building", "car": "car", "coffee": "coffee", "comedian": "comedian",
	"comic": "comic", "constellation": "constellation", "dessert": "dessert", "distro": "distro", "driver": "driver", "exercise": "exercise",
	"font": "font", "footballer": "footballer", "framework": "framework", "gin": "gin", "herb": "herb", "ice-cream": "ice-cream", "island": "island",
	"library": "library", "moth": "moth", "mountain": "mountain", "museum": "museum", "musical": "musical", "novel": "novel", "opera": "opera",
	"piece": "piece", "pizza": "pizza", "planet": "planet", "play": "play", "pub": "pub", "pudding": "pudding", "river": "river",
	"sandwich": "sandwich", "sitcom": "sitcom", "soup": "soup", "spice": "spice", "stitch": "stitch", "sweet": "sweet", "symphony": "symphony",
	"theorem": "theorem", "tool": "tool", "topping": "topping", "town": "town", "train": "train", "tune": "tune", "whisky": "whisky", "yarn": "yarn",
	"wine": "wine", "word": "word", "writer": "writer",
}

// kinMany are those of whom somebody has several.
var kinMany = map[string]string{
	"boys": "son", "sons": "son", "girls": "daughter", "daughters": "daughter", "kids": "child", "children": "child", "twins": "child",
	"dogs": "dog", "cats": "cat", "brothers": "brother", "sisters": "sister",
}

// kin are those who belong to a person, with what their name is called.
var kin = called(map[string]string{
	"toddler": "child", "baby": "child", "kid": "child", "child": "child", "eldest": "child", "oldest": "child", "youngest": "child",
	"firstborn": "child", "band": "band", "boat": "boat", "company": "company", "farm": "farm", "shop": "shop", "flatmate": "flatmate",
	"roommate": "roommate", "boss": "boss", "manager": "manager",
}, text.Relatives, text.Pets)

// pets are those of them that are called "the".
var pets = called(map[string]string{"baby": "child"}, text.Pets)

// called adds words to a class, each called by the commonest of those alike to it.
func called(class map[string]string, more ...map[string][]string) map[string]string {
	for _, alike := range more {
		for w, words := range alike {
			class[w] = words[0]
		}
	}
	return class
}

// possessed are the words of a class in the genitive.
func possessed(class map[string]string) map[string]string {
	out := map[string]string{}
	for w, name := range class {
		out[w+"'s"] = name
	}
	return out
}

func nameless(of words) map[string]string {
	out := map[string]string{}
	for w := range of {
		out[w] = ""
	}
	return out
}

var (
	diets   = text.Set(`flexitarian halal keto kosher pescatarian pescetarian teetotal vegan vegetarian veggie`)
	degrees = text.Set(`absolutely always awfully bit completely extremely fairly genuinely honestly incredibly just pretty
		properly quite rather really so still super terribly totally utterly very`)
	bad = text.Set(`abysmal atrocious awful bad clueless crap dire dreadful hopeless lousy poor rubbish rusty shaky shit shocking
		terrible useless weak`)
	tongueNames = wordSetOf(manners[0].of, `afrikaans albanian bengali bulgarian catalan croatian estonian farsi filipino gaelic
		georgian hungarian icelandic irish latin latvian lithuanian malay nepali persian punjabi romanian serbian slovak slovene
		somali swahili tagalog tamil telugu urdu welsh yoruba zulu`)
	// bodyParts are those that give somebody trouble.
	bodyParts = text.Set(`achilles ankle ankles back calf collarbone chest ear ears elbow elbows eye eyes eyesight feet femur foot groin hamstring hand hands head hearing heel heels hip hips jaw
		knee knees leg legs lung lungs memory neck pelvis rib ribs shin shins shoulder shoulders sight skin spine stomach throat thumb tibia toe wrist wrists`)
)

func wordSetOf(of words, list string) words {
	out := text.Set(list)
	for w := range of {
		out[w] = true
	}
	return out
}

// occupations end what somebody says they are, in both languages.
//
//nolint:misspell // people spell in both ways
var occupations = wordSetPhrases(`accountant actor actress actuary adviser advisor agent agronomist anaesthetist analyst
	archaeologist architect archivist artist assistant astronaut astronomer attorney auditor author baker banker barber barista
	barmaid barman barrister bartender beautician beekeeper biochemist biologist blacksmith boatbuilder bookbinder bookkeeper
	bookseller bosun botanist brewer bricklayer broadcaster broker builder butcher buyer caddie captain cardiologist caregiver
	carer caretaker carpenter cartographer cashier caterer chaplain chauffeur chef chemist childminder chiropractor cleaner clerk
	clinician coach cobbler columnist comedian composer concierge conductor confectioner conservator consultant contractor
	controller cook copywriter coroner correspondent counsellor counselor courier curator dancer dealer decorator dentist
	dermatologist designer detective dev developer dietician dietitian diplomat director dispatcher diver docker doctor dramatist
	dressmaker driver ecologist economist editor educator electrician engineer entomologist entrepreneur estimator executive
	fabricator farmer farmhand farrier financier firefighter fisherman fishmonger fitter florist foreman forester freelancer
	fundraiser gardener geneticist geographer geologist geophysicist glazier goldsmith governess grocer groundskeeper groundsman
	guard guide gynaecologist hairdresser handyman headmaster headteacher historian housekeeper hygienist illustrator inspector
	instructor interpreter investigator ironmonger janitor jeweler jeweller jockey joiner journalist judge keeper laborer labourer
	landlady landlord landscaper lawyer lecturer librarian lifeguard linguist locksmith logistician lumberjack machinist magician
	magistrate maid maker manager marketeer marketer mason masseur masseuse mathematician mechanic mediator metallurgist
	meteorologist microbiologist midwife milkman miller miner minister model mortician musician nanny nephrologist neurologist
	neurosurgeon notary novelist nun nurse nutritionist obstetrician officer oncologist operator optician optometrist organist
	orthodontist osteopath paediatrician painter palaeontologist paralegal paramedic paratrooper pastor pathologist pensioner
	pharmacist pharmacologist philosopher photographer physician physicist physio physiologist physiotherapist pianist picker
	pilot planner plasterer playwright plumber podiatrist poet policeman policewoman policymaker politician porter postdoc postman
	potter presenter priest principal printer producer professor programmer psychiatrist psychologist psychotherapist publican
	publicist publisher puppeteer radiographer radiologist rancher ranger realtor receptionist recruiter rector referee registrar
	reporter researcher restaurateur retailer rigger roofer sailor salesman salesperson saleswoman scaffolder scientist
	screenwriter sculptor seamstress secretary seismologist server setter shepherd sheriff shipwright shoemaker shopkeeper singer
	skipper sociologist soldier solicitor sommelier songwriter specialist statistician stevedore steward stewardess stockbroker
	stonemason storekeeper strategist student stuntman stylist superintendent supervisor surgeon surveyor tailor tanner tattooist
	teacher technician technologist telemarketer teller tester therapist tiler toolmaker trader trainee trainer translator trapper
	trucker tuner turner tutor typist undergrad undergraduate undertaker underwriter upholsterer urologist usher valet vet
	veterinarian vicar videographer vintner violinist virologist volunteer waiter waitress warden watchmaker weaver welder
	winemaker woodworker worker writer yachtsman zookeeper zoologist`,
	"sinh viên", "học sinh", "giáo viên", "giảng viên", "kỹ sư", "bác sĩ", "y tá", "thuyền trưởng", "thuyền viên", "sĩ quan",
	"thuyền phó", "luật sư", "kế toán", "lập trình", "nhân viên", "quản lý", "giám đốc", "phi công", "công nhân", "nông dân",
	"thợ điện", "thợ mộc", "thợ hàn", "tài xế", "lái xe", "đầu bếp", "nhà báo", "phóng viên", "nhà văn", "nhạc sĩ", "ca sĩ",
	"họa sĩ", "kiến trúc", "dược sĩ", "điều dưỡng", "nghiên cứu", "phiên dịch", "thư ký", "nha sĩ", "hải quân", "thủy thủ")

// belongings are what people have for long: animals, vehicles, instruments, land and gear.
var belongings = text.Set(`acre acres allotment aquarium banjo bass beehive beehives bees bicycle bike bikes boat boats bookshop budgie
	bulldog bungalow bunnies cabin cactus camera camper campervan canary canoe car caravan cars cat cats cattle cello chameleon
	chickens chihuahua clarinet cockatiel collie cottage cow cows dachshund dalmatian dog dogs donkey donkeys ducks e-bike ebike
	farm ferret ferrets fish flat flute garden gecko geese goats goldfish greenhouse greyhound guitar guitars hamster hamsters
	harp harpsichord heifers hens hives horse horses house houseboat hybrid iguana kayak kitten kittens labrador laptop lathe
	lizard llamas lorry macbook mare microscope moped motorbike motorcycle motorhome oboe orchard paddock parakeet parrot parrots
	piano pigeons piglets pigs pixel polytunnel ponies pony poodle printer pug puppies puppy rabbit rabbits rat rats retriever
	rowboat sailboat saxophone scooter shed sheep sheepdog skateboard smallholding snake spaniel stables surfboard synth tablet
	tank tarantula telescope terrapin terrier tortoise tractor trailer trombone truck trumpet turtle turtles ukulele van vineyard
	viola violin whippet workshop yacht yurt`)

// businesses are what somebody runs.
var businesses = text.Set(`agency bakery bar barbershop bistro bookshop boutique brewery business cafe café campsite cinema clinic
	company consultancy deli distillery dojo farm firm gallery garage gym hostel hotel inn kennels kiosk laundrette nursery
	pharmacy pizzeria practice pub restaurant salon school shop smallholding stall start-up startup store studio takeaway tearoom
	vineyard winery workshop`)

// ailments are what somebody has for long, and people should know of.
//
//nolint:misspell // people spell in both ways
var ailments = text.Set(`adhd agoraphobia anaemia anemia angina anorexia anxiety aphasia apnea apnoea arrhythmia arthritis
	asperger's asthma ataxia autism bipolar bronchitis bulimia cancer cataracts celiac coeliac colitis copd crohn's cystitis
	dementia depression dermatitis diabetes dyscalculia dyslexia dyspraxia eczema emphysema endometriosis epilepsy fibromyalgia
	glaucoma gout haemophilia hemophilia hepatitis hernia hiv hypertension hyperthyroidism hypothyroidism ibd ibs insomnia
	leukaemia lupus lymphoma migraine migraines ms myopia narcolepsy neuropathy ocd osteoarthritis osteoporosis palsy parkinson's
	pcos pots psoriasis ptsd reflux rheumatism rosacea sciatica scoliosis sinusitis stammer stutter tendinitis tendonitis thyroid
	tinnitus tourette's ulcer ulcers vertigo vitiligo`)

// counts say how many there are of something.
var counts = text.Set(`eight eleven five four nine seven several six some ten three twelve two`)

// afflicted say of somebody what they have, or how they are made.
//
//nolint:misspell // people spell in both ways
var afflicted = text.Set(`anaemic anemic arthritic asthmatic autistic bipolar blind celiac coeliac color-blind colorblind
	ambidextrous colour-blind colourblind deaf diabetic dyslexic dyspraxic epileptic hypermobile left-handed lefthanded long-sighted neurodivergent pre-diabetic prediabetic pregnant
	right-handed short-sighted shortsighted`)

// writings are what is written for somebody again and again.
var writings = text.Set(`answers drafts emails explanations letters mails messages quotes recipes replies reports responses
	summaries texts translations`)
