package names

// generic words tell what a thing is rather than which: where they alone agree,
// nothing agrees.
//
//nolint:misspell // both spellings are in use
const generic = `
afc agency airline airport avenue bank boulevard capital center central cf clinic club coffee college company consulting công cửa
department design digital drive east electric energy engineering enterprise event fc finance financial first food foundation fund
gas general global group health holding holdings hospital hotel hàng industry institute insurance international invest investment
invoice laboratory lane logistics management manufacturing market media medical motor motors museum national new north office oil
order partner pharma post power product project publishing records restaurant retail road room sc school security server service
shop software solution south station steel store street studio studios system team technology telecom trade traders trading
transport travel ty tập university ventures version west world đoàn
`

// extents tell how large a company is, not which part of it.
const extents = `company corporation enterprise global group holding holdings international worldwide`

// directions before a name are of another thing.
const directions = `
back boys central east eastern first front girls great greater inner junior left little lower men mens new north northern old
outer right second senior south southern third under upper west western women womens youth
`

// venues are bodies and the places that these are at.
//
//nolint:misspell // both spellings are in use
const venues = `
airport arena bakery bar bistro bookshop bookstore brewery cafe cafeteria café cathedral center chapel church cinema clinic club
college diner farm gallery garage garden gym hospital hostel hotel inn kindergarten library mall market monastery mosque museum
nursery pharmacy pizzeria pub restaurant salon school shop stadium station store studio supermarket synagogue temple theater
university vineyard winery zoo
`

// streets are kinds of them.
const streets = `alley avenue boulevard drive lane road street`

// units are bodies that may be named before what they are for, or behind it.
const units = `board bureau committee council department faculty institute ministry office division`

// stops are words inside a name that say nothing.
const stops = `the and of for an und der die das et de và`

// inside are stops too, but not at either end of a name: El Salvador, Plan E.
const inside = `al d da dal degli dei del della des do dos du e el en ev gli i il l la las le les los och og ul y ve и із та`

// beforeNumbers say only that a number follows.
const beforeNumbers = `no nr num number núm nº numero número số`

// personStops say nothing in the name of a person.
const personStops = `and mein meine mi mon my of our the`

// numbers spells digits.
const numbers = `
one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 fourteen:14 fifteen:15 sixteen:16
seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90
first:1 second:2 third:3 fourth:4 fifth:5 sixth:6 seventh:7 eighth:8 ninth:9 tenth:10 eleventh:11 twelfth:12 thirteenth:13 fourteenth:14
fifteenth:15 sixteenth:16 seventeenth:17 eighteenth:18 nineteenth:19 twentieth:20
thirds:3 fourths:4 fifths:5 sixths:6 sevenths:7 eighths:8 ninths:9 tenths:10
`
