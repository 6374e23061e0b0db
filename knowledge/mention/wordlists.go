package mention

import "github.com/lukasadb/lukasa/internal/text"

// titles stand before the name of a person, as those of [text.Title] do, and elsewhere too.
var titles = text.Words(`ông bà doctor captain ceo cfo coo cto`)

// kin are words for people, in small letters, that a person's name follows, beside [text.Relatives].
var kin = text.Words(`friend friends colleague coworker boss neighbour roommate anh chị cô chú bác em bạn thầy`)

// companies end the name of an organisation.
var companies = text.Words(`inc ltd llc llp plc corp corporation co company gmbh ag kg ohg se bv nv sa srl spa oy ab as jsc media bank
	university college school foundation institute group holdings hospital church club museum labs studios agency association`)

// connecting words stand inside names.
var connecting = text.Words(`of de del della di da do dos du la le van von der den zu y e`)

// ordinary words have capitals and name nothing that memories are about: days,
// months, the first person, exclamations.
var ordinary = text.Words(`i i'm i'd i'll i've monday tuesday wednesday thursday friday saturday sunday january february march april may june
	july august september october november december montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz
	mai juni juli oktober dezember ok okay lol omg wow haha hmm yeah yep nope hey hi hello thanks thank congrats congratulations
	god christmas am pm tv dm ps btw fyi asap mr mrs ms dr user assistant system tháng thứ chủ nhật công cty`)

// abbreviations of common nouns, of which everybody has one.
var abbreviations = text.Words(`usb cd cds dvd dvds pc pcs tv tvs url urls uri gui cli ip ips hd hdd ssd cpu gpu ram rom bios os api apis sdk ide id ids
	ui ux pdf pdfs csv json xml html css http https ftp ssh ssl tls tcp udp dns dhcp vpn lan wan wifi sql orm jwt kb mb gb tb kib mib gib mhz ghz
	khz hz kw kwh mw mm cm km kg ml rpm bpm fps dpi ceo cto cfo coo hr it pr qa vat eur usd gbp faq diy ai llm gps sms mms pin atm led lcd
	todo fixme note warn warning error info debug readme ci etl sla slo kpi roi eta etd aka rsvp nda po rfp rfc mri ct iv er gp phd
	ba ma bsc msc mba ne nw se sw ii iii vi vii viii ix xi xii utc gmt est pst cet bst bc ad`)

// capitalised are feasts, weekdays and those of a people or faith, which have capitals in English as [text.Demonym] has and are no
// names by themselves.
var capitalised = text.Words(`africans americans europeans indians christians muslims christianity islam mondays tuesdays wednesdays thursdays
	fridays saturdays sundays easter xmas whitsun ramadan diwali hanukkah halloween thanksgiving lent advent eid passover internet`)

// presses stand before what is written on a button, a key or a menu, and pressed behind it.
var (
	presses = text.Words("press presses pressed pressing click clicks clicked clicking choose choosing select selecting hit tap tapped toggle tick")
	pressed = text.Words("button buttons menu menus tab tabs key keys checkbox dialog")
)

// openers are words that sentences begin with, before a name or not.
var openers = text.Words(`absolutely actually after again all almost already also although always amazing and another any anyway are as ask
	asked at awesome be beautiful because been before being believe best better between both bring but bye by call called can chased check checked cheers
	clearly come cool could dear definitely did do does done don't each emailed enjoy even ever every everyone everything exactly excited
	fantastic few finally find first for from full fun get give glad gave go good got great guess had handed happy hard has have having he hear
	hello help her here hey hi his hold honestly hope hopefully how however if imagine in indeed informed instead invited is it its join just keep
	know last lately later let let's like little look looking looks lots love lovely make many maybe me meet meeting met more most
	much must my name need never new next nice no none not nothing notified now of oh on once one only or other our out over paged perfect perhaps
	phoned pinged please pretty probably put quite rang read really recently referred remember right same saw say see seems send sent she should show since so some
	someone something sometimes soon sorry sounds speaking spoke start still stop such super sure take talk talked tell texted thank thanks that
	the their them then there these they think this those though through to today together told tomorrow tonight too true try two under
	until up use used using very visit visited wait want warned was watch we well were what whatever when where which while who whose why
	will wish with without wonderful work worked would wow write yay yeah yep yes yesterday yet you your
	hôm ngày tôi anh chị em cô chú ông bà bạn có không và với khi nếu nhưng sau trước đã đang sẽ vì tại xin cảm vâng dạ chào hãy
	hallo heute gestern morgen danke bitte ja nein und aber wenn dann auch noch schon wir ich er sie es das der die ein eine`)
