package names

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
