package names

import (
	"strings"
	"sync"
)

// nicknames lists, behind each given name, its short forms and other spellings.
// A short form may stand for several names: it agrees with each of them, and
// they not with one another.
const nicknames = `
abigail: abby abbie gail
abraham: abe
adrian: ade
albert: al bert bertie
alexander: alex xander sasha sascha aleksandr alexandre sandy lex
alexandra: alex sasha sandra lexi alexa sandy
alfred: alf alfie fred
alison: ali allie allison alyson
amanda: mandy
andrew: andy drew
anastasia: nastya stacy
angela: angie
ann: anne annie
anthony: tony antony
antonio: tonio toni
arthur: art artie
barbara: barb babs
bartholomew: bart
beatrice: bea trixie
benjamin: ben benny benji
bernard: bernie
bradley: brad
caroline: carrie carol
cassandra: cass cassie
catherine: cathy cate kate katie kathy katherine kathryn catharine cathryn kat
charles: charlie chuck chas
charlotte: lottie charlie
christine: chris chrissy tina christina
christopher: chris kit topher kristopher
clifford: cliff
constance: connie
cynthia: cindy
daniel: dan danny
david: dave davey
deborah: deb debbie debra
dmitry: dima dmitri dimitri
dominic: dom
donald: don donny
dorothy: dot dottie dolly
douglas: doug
edgar: ed
edward: ed eddie ted ned
ekaterina: katya yekaterina
eleanor: ellie nell nora elinor
elizabeth: liz lizzie beth betty eliza betsy libby elisabeth bess
emily: em emmy
emma: em
eugene: gene
evgeny: yevgeny eugeny zhenya
florence: flo
frances: fran francie
francis: frank frankie
francisco: paco pancho
frederick: fred freddie frederic
gabriel: gabe
geoffrey: geoff jeffrey jeff
george: georgie
gerald: gerry jerry
gregory: greg
gwendolyn: gwen
harold: harry hal
heinrich: heinz
helen: nell
henry: harry hank hal
ignacio: nacho
isabella: bella izzy isabel isabelle
ivan: vanya
jacob: jake
jacqueline: jackie
james: jim jimmy jamie
jane: janie
janet: jan
jennifer: jen jenny jenn
jeremy: jerry
jessica: jess jessie
joanna: jo joanne
johannes: hannes hans johann
john: johnny jack jon
jonathan: jon jony jonny jonathon johnathan nathan
jose: pepe
joseph: joe joey
josephine: jo josie
joshua: josh
judith: judy
katarina: kat
kenneth: ken kenny
kimberly: kim
lawrence: larry laurence
leonard: len lenny leo
lillian: lily lil
louis: lou louie
lucille: lucy
margaret: maggie meg peggy marge margie greta
maria: mia
martha: marty
martin: marty
mary: molly polly
matthew: matt matty
maximilian: max
megan: meg
melissa: mel missy
michael: mike mick mickey mikey misha
mikhail: misha
mildred: millie
mohammed: mohamed muhammad mohammad mo
nathaniel: nate nathan nat
natalia: natasha natalie
nicholas: nick nicky nicolas nikolas
nicole: nicky
nikolai: kolya
oliver: ollie
olivia: liv livvy
pamela: pam
patricia: pat patty tricia trish
patrick: pat paddy
penelope: penny
peter: pete
philip: phil phillip
philippa: pippa phillipa
rachel: rach
raymond: ray
rebecca: becky becca
reginald: reg reggie
richard: rick dick rich ricky richie
robert: bob rob bobby robbie bert
roger: rodge
ronald: ron ronnie
rosemary: rosie rose
russell: russ
samantha: sam sammy
samuel: sam sammy
sarah: sara sally
sebastian: seb bastian
sergei: serge seryozha sergey
sophia: sophie sofia
stanley: stan
stephanie: steph
stephen: steve steven stevie stefan
susan: sue susie suzy
sylvester: sly
tatiana: tanya
terence: terry
theodore: ted teddy theo
theresa: terry tess teresa
thomas: tom tommy
timothy: tim timmy
tobias: toby
valentina: valya
valerie: val
vanessa: nessa
victor: vic viktor
victoria: vicky vicki tori
vincent: vince vinny
virginia: ginny
vladimir: vova volodya
walter: walt wally
wilhelm: willi willy
william: bill will billy liam willie
winifred: winnie
zachary: zach zack
`

// givenNames are given names that stand by themselves, so that one is never taken for
// a misspelling of another.
const givenNames = `
abdul abdullah adam adele aditya adriana agatha agnes agnieszka ahmad ahmed aiden aisha aisling akira alan alana alberta
alejandra alejandro aleksandra alessandra alessandro alessia alexis ali alice alicia alina alvin alyssa amara amelia amir
amit amrita amy ana anders andrea andreas anika anil anita anjali anna antoine anton antonia aoife april arjun arnold arthur
arun asha ashley ashok astrid aurelia aurora ava axel ayesha barry beata bella benedict bernadette bernardo bertha bianca
bilal birgit bjorn blanca bogdan boris brandon brenda brian bridget brigitte brittany bruno bryan caitlin caleb callum
cameron camila camille candice carl carla carlos carmen carol carole carolina caroline cassidy cecilia cedric celeste celia
celine chelsea cheryl chiara chloe christa christian christiana claire clara clarence clarissa claudia claudio clement
colette colin conor cordelia corinne craig cristina crystal curtis cyril dagmar damian damien daniela daniella danielle
daphne darius darren deepak deepika deirdre delia delphine denis denise dennis derek desmond diana diane diego dieter
dolores dominique donna doris duncan dwayne dylan edith edmund edna eduardo edwin eileen elaine elena eliana elias elijah
elinor eliot elisa elise ella ellen ellie elliot eloise elsa elvira emanuel emil emilia emilio emma emmanuel enrico enrique
eric erica erich erik erika ernest esmeralda esteban esther ethan eva evan eve ezra fabian fabio farah fatima fatou
fatoumata felicia felix fergus fernanda fernando finn fiona fiorella francesca francesco francois frank franz frederik freya
friedrich fritz gabriela gabriella gareth garry gavin genevieve georgia geraldine gertrude gina ginevra giovanna giovanni
gisela gita giulia giulio gloria gordon grace graham greta gretchen guido guillaume gunther gustav gwen hakim hamish hamza
hanna hannah hans harald harriet haruki hassan heather hector heidi helena hendrik henrik herbert herman hermione hilda
hiroshi horace howard hugo hussain hussein ian ibrahim ida ignatius igor imani imogen inge ingeborg ingrid irene irina iris
irma isaac isabel isabelle isaiah ishaan isla itzel ivan ivana ivy jackson jamal jan jana jane janet janice jared jasmin
jasmine jason javier jayden jean jeanne jenna jennifer jesus joachim joan joanna joaquin jocelyn joel johan jolene jonah
jonas jordan jorge josef joseph joyce juan juana judith julia julian juliana julianne julie julius june jurgen justin
justine kaitlyn kaito kamala karen karim karin karina karl karla karolina kathleen kavita kayla keiko keith kelsey kendra
kenji kerstin kevin khadija khalid kirsten klara klaudia klaus kofi krishna kristen kristin kristina kristof krystyna kumiko
kwame kyle lakshmi lamar lara larissa lars latoya laura lauren lea leah leandro leila lena leon leonie leonora leopold
leslie leticia lewis lidia lilian liliana linda lisa logan lorenzo loretta lorna lorraine louisa louise luca lucas lucia
lucien lucinda ludwig luis luisa luise lukas luke lydia lynn mackenzie madeleine madison magda magdalena magnus mahmoud maja
malcolm malik manfred manuel manuela marc marcel marcela marcelo marcia marco marcus margarita margot mariana marianne
maribel marie marilyn marina mario marion marissa marjorie mark marlene marta martina masha mateo mateusz matilda matteo
matthias maureen maurice maxime meera meghan mehmet melanie melinda melody mercedes mercy meredith mia michaela micheal
michele michelle miguel miki mila milan mildred milena milo minh miranda miriam mitchell mohamed mohan moira molly monica
monika mustafa nadia nadine nadja nancy naomi natalie natasha nathalie neil niamh nicola nicole nigel nikhil nikita nikolaus
nina noah noelle noemi nora norbert norma nuria octavia odette olaf oleg olga oluwaseun omar ophelia orlando oscar oswald
ottavio otto pablo padma paige paola paolo pascal patrice patricia patrik paul paula paulina pauline pedro percy perla petr
petra philippe phoebe phyllis pierre piotr pooja pranav priscilla priya priyanka quentin rachel radha rafael rahul raisa
rajesh ralf ralph ramon randall raphael raquel rashid raul ravi rebecca regina reinhard renata rene rhiannon rhonda rhys
ricardo rishi rita roberta roberto robyn rocio roderick rodrigo rohan roland rolf romain roman rosa rosalie rosalind rosanna
rosemary rosie rowan roxanne rudolf rupert ruslan ruth sabine sabrina sadie said salma salvador samir sandra sanjay santiago
saoirse sara sarita sasha saskia savannah sayaka scarlett seamus sean sebastien selena selma serena sergio shane shannon
sharon shaun shauna shawn sheila sheryl shirley shreya shruti siddharth sidney siegfried sienna sigrid silvia simon simone
sinead sofia sofie solveig sonia sophie stacey stanislav stefan stefania stefanie stefano stella stuart suresh susana
suzanne sven svetlana sybil sylvia tadeusz takashi tamara tamika tamsin tania tara tariq tatjana tatyana teresa tessa thea
thelma theo theodora thorsten tiffany tina tobias tomas tracey tracy travis trevor tristan trudy tyrone ulrich umberto
ursula uwe vadim valeria valerie vanessa vasily vera veronica veronika vicente victor vijay vikram viktor viktoria vincenzo
viola violetta vivek vivian vivienne waltraud wanda wendy werner wesley wilfred wilma wolfgang xavier ximena yannick yasmin
yasmine yoko yolanda yosef yuki yuri yusef yusuf yvette yvonne zahra zainab zara zoe zofia
`

// familyNames stand by themselves too.
const familyNames = `
adams allen anderson andrews armstrong bailey baker barker barnes bell bennett black blake boyd bradley brooks brown browne
browning bryant burke burns burton butler byrne campbell carlson carpenter carr carroll carson carter chapman chen cheng
christensen clark clarke cole coleman collins connor cook cooper cox crawford cruz cunningham davidson davies davis davison
dawson dixon duncan edwards elliott ellis evans ferguson fisher fletcher ford foster fowler fox francis fraser freeman
garcia gardner gibson gilbert gomez gonzales gonzalez gordon graham grant gray green greene griffin hall hamilton hansen
hanson hardy harris harrison hart harvey hawkins hayes henderson henry hernandez hill hoffman holmes howard hudson hughes
hunt hunter jackson james jansen jensen jenkins johnson johnston jones jordan kelley kelly kennedy king knight lambert
larsen larson larsson lawrence lawson lewis lloyd london lopez lowe marsh marshall martin martinez mason matthews maxwell
mcdonald meier meyer miles miller mills mitchell moore moreno morgan morris morrison murphy murray myers nelson newman
newton nielsen nilsen nilsson norman norris olsen olson ortega ortiz owen owens palmer parker parsons patel paterson
patterson payne pearson perez perkins perry peters peterson petersen phillips porter powell price quinn ramirez ramos reed
reid reyes reynolds rice richards richardson riley rivera roberts robertson robinson rodriguez rogers rose ross russell ryan
sanchez sanders schmidt schmitt schneider schulz schultz scott shaw silva simmons simpson sims smith smythe snyder spencer
stein stephens stevens stevenson stewart stone stuart sullivan taylor thomas thompson thomson torres tucker turner tyler
wagner walker wallace walsh walter ward warren watkins watson watts weaver webb weber webber wells west wheeler white
williams williamson wilson winter wolf wolfe wood woods wright young zimmer zimmerman zimmermann
`

// alsoWords are given names and short forms that, in small letters, are as often something else: a word, a place, a make.
const alsoWords = `
alexa april art aurora barb bea bella bert bianca bill blanca bob cameron carol carolina cassidy celeste chas chelsea chiara
christian chuck claire clara clement cliff crystal dolly dolores dom don dot dottie drew dylan ernest eve flo florence frank
franz gail gene georgia gloria grace hal hank heather hector heinz ignatius iris isla ivy jack jackson jan jana jasmin
jasmine jean jen jesus joachim joyce june kat kelsey kit kolya lamar lara lars len leon lex lexi lil lily logan lou lynn
mackenzie madison marge marina mark max meg mel melody mercedes mercy mia mick mickey mila milan milo minh missy molly nat
ned nell octavia oscar otto paddy paige pam pascal pat patty penny perla pierre quentin ravi ray reg rene rich rob roman ron
rosa rosalie rose rosemary roxanne said salvador sandy santiago savannah scarlett selma serena serge sidney sienna sly
stella sue sylvester ted tess tiffany tori trudy val valentina vera veronica vic victor victoria vinny viola violetta
virginia wally walt wanda will willy winnie xavier zara
`

// abbreviations gives each short form of a word the word.
//
//nolint:misspell // both spellings are in use
const abbreviations = `
international: intl int'l
brothers: bros
saint: st sankt ste
mount: mt
university: univ uni
department: dept
manufacturing: mfg
technology: tech technologies technologie
laboratory: lab labs laboratories
service: svc services svcs
system: sys systems
association: assoc assn
government: govt
management: mgmt
national: natl
institute: inst
hospital: hosp
center: centre ctr
engineering: engg engr
solution: solutions
product: products prod
industry: industries inds
partner: partners
airline: airlines
`

// generic words tell what a thing is rather than which: where they alone agree,
// nothing agrees.
//
//nolint:misspell // both spellings are in use
const generic = `
agency airline airport bank capital center clinic club coffee college company consulting department design digital electric energy
engineering enterprise event finance financial food foundation fund gas general global group health holding holdings hospital hotel
industry institute insurance international invest investment laboratory logistics management manufacturing market media medical
motor motors museum national new office oil order invoice room server version project partner pharma post power product project
publishing records restaurant retail school security service shop software solution station steel store studio studios system team
technology telecom trade traders trading transport travel university ventures world east west north south first central
tập đoàn ngân hàng công ty nhà máy cửa hàng trường bệnh viện
`

// particles are words inside a person's name that are often left out.
const particles = `van von der den de del della di da dos das do la le los bin ibn al el y e zu ter ten af thi thị văn`

// stops are words inside a name that say nothing.
const stops = `the and of for an und der die das et de và`

// honorifics stand before a person's name.
const honorifics = `mr mrs ms miss mx dr prof professor sir madam dame lord lady rev hon herr frau monsieur mme madame mlle señor señora
sr sra don doña ông bà chị cô chú bác thầy`

// companyForms gives each class of company its names, a form of several words
// written with blanks. Forms of one class may stand for each other.
const companyForms = `
inc: inc incorporated
corp: corp corporation
ltd: ltd limited tnhh|co ltd|company limited|private limited|pvt ltd|pvt|pty ltd|pty|proprietary limited|công ty tnhh|công ty trách nhiệm hữu hạn|有限公司|有限会社
jsc: jsc|công ty cổ phần|công ty cp|ctcp|joint stock company|股份有限公司
llc: llc
plc: plc
llp: llp
lp: lp
gmbh: gmbh
gmbhkg: gmbhkg|gmbh co kg|gmbh co
kg: kg
ag: ag aktiengesellschaft
se: se
sa: sa
sas: sas
sarl: sarl
spa: spa
srl: srl
bv: bv
nv: nv
ab: ab
as: as
aps: aps
oy: oy oyj
kk: kk|株式会社
co: co company|tập đoàn|công ty|주식회사
`

// numbers spells digits.
const numbers = `one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12
first:1 second:2 third:3 fourth:4 fifth:5 sixth:6 seventh:7 eighth:8 ninth:9 tenth:10`

// surnames are the commonest family names of Vietnam, without marks.
const surnames = `nguyen tran le pham huynh hoang phan vu vo dang bui do ho ngo duong ly dinh trinh doan truong mai to luong cao lam`

// typeGroups lists types that one thing may have at once.
//
//nolint:misspell // both spellings are in use
const typeGroups = `
person user customer contact employee client speaker author agent human patient member lead
organization organisation org company customer client supplier vendor partner account team business institution
place location city country region address
product item service project system
`

// tables are the lists above, ready for use.
type tables struct {
	full        map[string][]string // the names that a given name may stand for, itself among them
	known       map[string]bool     // given and family names in their own right
	given       map[string]bool     // given names and short forms that are hardly ever anything else
	family      map[string]bool     // common family names
	short       map[string]string   // abbreviation to word
	generic     map[string]bool
	particle    map[string]bool
	stop        map[string]bool
	honorific   map[string]bool
	company     map[string]string // form, its words joined by a blank, to class
	companyEnd  map[string]bool   // the words that forms begin or end with
	longestForm int               // words of the longest form
	number      map[string]string
	surname     map[string]bool
	groups      map[string][]int // type to the groups it is in
	glued       []gluedForm      // forms written without a blank
}

type gluedForm struct{ text, class string }

// words holds the tables, made when first needed and never changed.
var words = sync.OnceValue(func() *tables {
	t := &tables{
		full: map[string][]string{}, given: listed(givenNames), known: listed(givenNames + familyNames), short: map[string]string{}, generic: listed(generic),
		particle: listed(particles), stop: listed(stops), honorific: listed(honorifics), company: map[string]string{},
		companyEnd: map[string]bool{}, number: map[string]string{}, family: listed(familyNames), surname: listed(surnames), groups: map[string][]int{},
	}
	for name, others := range lines(nicknames) {
		for _, n := range append(strings.Fields(others), name) {
			t.full[n] = append(t.full[n], name)
			t.known[n], t.given[n] = true, true
		}
	}
	for word := range listed(alsoWords) {
		delete(t.given, word)
	}
	for word, others := range lines(abbreviations) {
		for _, o := range strings.Fields(others) {
			t.short[strings.ReplaceAll(o, "'", "")] = word
		}
	}
	for class, forms := range lines(companyForms) {
		t.addCompany(class, forms)
	}
	for pair := range strings.FieldsSeq(numbers) {
		word, digit, _ := strings.Cut(pair, ":")
		t.number[word] = digit
	}
	for i, group := range strings.Split(strings.TrimSpace(typeGroups), "\n") {
		for typ := range strings.FieldsSeq(group) {
			t.groups[typ] = append(t.groups[typ], i)
		}
	}
	return t
})

func (t *tables) addCompany(class, forms string) {
	single, several, _ := strings.Cut(forms, "|")
	for form := range strings.FieldsSeq(single) {
		t.company[form], t.companyEnd[form] = class, true
	}
	for form := range strings.SplitSeq(several, "|") {
		switch {
		case form == "":
		case form[0] >= 0xE2 && !strings.Contains(form, " "): // written without spaces
			t.glued = append(t.glued, gluedForm{form, class})
		default:
			t.company[form] = class
			parts := strings.Fields(form)
			t.companyEnd[parts[0]], t.companyEnd[parts[len(parts)-1]] = true, true
			t.longestForm = max(t.longestForm, len(parts))
		}
	}
}

// listed is the set of the words of a list.
func listed(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// lines yields the head and the rest of each line of a table, in order.
func lines(table string) func(yield func(head, rest string) bool) {
	return func(yield func(head, rest string) bool) {
		for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
			head, rest, _ := strings.Cut(line, ":")
			if !yield(head, strings.TrimSpace(rest)) {
				return
			}
		}
	}
}
