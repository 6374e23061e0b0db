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

// commonNames are names that stand by themselves, so that one is never taken for
// a misspelling of another.
const commonNames = `
adam adele agnes ahmed aisha alan alana alberta alejandra alejandro alessandra alessandro alice alicia amy ana andrea andreas
anna antonia arthur astrid ava axel bella bianca boris brandon brenda brian bruno camila carl carla carlos carmen
carol carolina cecilia celia chiara christian christiana clara claudia claudio colin craig daniela daniella darius denis denise
dennis diana diane diego dieter dylan elena elias elisa ella ellen elsa elvira emil emilia emilio emma enrique eric erica erich
erik erika ernest ethan eva evan eve fabian fabio fatima felicia felix fernando fiona frank franz gabriela gabriella gavin
georgia giovanna giovanni giulia giulio gloria grace graham greta guido gustav hanna hannah hans harriet hassan heidi helena
henrik herman hugo hussain hussein ian ibrahim ida ingrid irene iris isaac ivan jan jana jason jean jeanne joan joanna
johan jonas jordan jorge juan juana judith julia julian juliana julie julius june justin justine karen karin karl karla keith
kevin klara klaus kristina lars laura lauren lea leah lena leon leonie leonora lewis lidia linda lisa lorenzo lucas lucia luis
luisa luke lydia magda manuel manuela marc marcel marcia marco marcus marianne marie marina mario marion mark marta martina
mateo maurice mia miguel milan mila miriam mohamed monica monika nadia nadine natalie neil nicola nicole nina noah nora norma
olaf olga omar oscar otto pablo paola paolo paul paula pauline pedro petra pierre rafael ralph ramon raul renata rene ricardo rita
roberta roberto rolf roman rosa rudolf ruth sabrina salma sandra sara sean selena sergio sheila silvia simon simone sofia
sonia stella suzanne sven sylvia tamara tania tara teresa tessa thea theo tina ulrich ursula vera victor viktor
viola vivian wanda wendy werner yasmin yusuf yvonne zoe
adams allen anderson andrews armstrong bailey baker barker barnes bell bennett black blake boyd bradley brooks brown browne browning
bryant burke burns burton butler byrne campbell carlson carpenter carr carroll carson carter chapman chen cheng christensen clark clarke
cole coleman collins connor cook cooper cox crawford cruz cunningham davidson davies davis davison dawson dixon duncan edwards elliott
ellis evans ferguson fisher fletcher ford foster fowler fox francis fraser freeman garcia gardner gibson gilbert gomez
gonzales gonzalez gordon graham grant gray green greene griffin hall hamilton hansen hanson hardy harris harrison hart harvey hawkins
hayes henderson henry hernandez hill hoffman holmes howard hudson hughes hunt hunter jackson james jansen jensen jenkins johnson
johnston jones jordan kelley kelly kennedy king knight lambert larsen larson larsson lawrence lawson lewis lloyd london lopez lowe marsh
marshall martin martinez mason matthews maxwell mcdonald meier meyer miles miller mills mitchell moore moreno morgan morris morrison murphy
murray myers nelson newman newton nielsen nilsen nilsson norman norris olsen olson ortega ortiz owen owens palmer parker parsons patel
paterson patterson payne pearson perez perkins perry peters peterson petersen phillips porter powell price quinn ramirez ramos reed reid
reyes reynolds rice richards richardson riley rivera roberts robertson robinson rodriguez rogers rose ross russell ryan sanchez sanders
schmidt schmitt schneider schulz schultz scott shaw silva simmons simpson sims smith smythe snyder spencer stein stephens stevens stevenson stewart
stone stuart sullivan taylor thomas thompson thomson torres tucker turner tyler wagner walker wallace walsh walter ward warren watkins
watson watts weaver webb weber webber wells west wheeler white williams williamson wilson winter wolf wolfe wood woods wright young
zimmer zimmerman zimmermann
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
		full: map[string][]string{}, known: listed(commonNames), short: map[string]string{}, generic: listed(generic),
		particle: listed(particles), stop: listed(stops), honorific: listed(honorifics), company: map[string]string{},
		companyEnd: map[string]bool{}, number: map[string]string{}, surname: listed(surnames), groups: map[string][]int{},
	}
	for name, others := range lines(nicknames) {
		t.known[name] = true
		for _, n := range append(strings.Fields(others), name) {
			t.full[n] = append(t.full[n], name)
			t.known[n] = true
		}
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
