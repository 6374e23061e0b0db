package dates

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// role is a part that a word can play in an expression. A word may have several: Vietnamese trước is last, ago and before.
type role uint32

const (
	day      role = 1 << iota // a day relative to today; value: days
	unit                      // value: one of the units
	weekday                   // value: time.Weekday
	month                     // a month's name; value: 1..12
	number                    // value: it
	mod                       // last, this, next; value: -1, 0, 1
	ago                       // after a count
	agoFirst                  // before a count
	past                      // the count is until now
	since
	before
	after
	until
	around
	between
	from
	and    // value: leads, or 0
	in     // before a year or month
	blank  // may stand inside an expression
	part   // before a month or a longer time: a third of it, value: 0, 1, 2; or a half
	nth    // before a week or weekday of a month; value: 1..4
	ranked // a day of a month in words, as in the first of May; value: 1..31
	half   // before a unit; value: leads, if behind a number or unit
	recurs // a season or feast; value: its place in recurrences
	many   // of it, in the plural
	over   // before a season or feast
	hence  // behind a count: from now
)

// The units.
const (
	minutes = iota + 1
	hours
	days
	weeks
	weekends
	fortnights
	months
	quarters
	years
)

// leads is the value of a word that leads from one to the other, as to does and and does not; or to a half.
const leads = 1

// meaning is what a word or phrase is.
type meaning struct {
	roles role
	value int
}

// grammar is the vocabulary of a language: phrases of up to four words, joined by blanks.
type grammar struct {
	lang  text.Lang
	words map[string]meaning
	// opens tells, of each word that a phrase begins with, how many words the longest such phrase has.
	opens map[string]int
	// weak are names that are also other words.
	weak map[string]bool
}

// newGrammar reads lists of words that mean the same, separated by bars, and the names of numbers from 1, of weekdays from
// Sunday and of months from January. A word may be in one list and among the names.
func newGrammar(lang text.Lang, lists map[string]meaning, names ...[]string) *grammar {
	g := &grammar{lang: lang, words: map[string]meaning{}, opens: map[string]int{}, weak: map[string]bool{}}
	for list, m := range lists {
		for w := range strings.SplitSeq(list, "|") {
			g.words[w] = m
		}
	}
	for kind, list := range names {
		for i, alternatives := range list {
			for w := range strings.SplitSeq(alternatives, "|") {
				m := [...]meaning{{number, i + 1}, {weekday, i}, {month, i + 1}}[kind]
				g.words[w] = meaning{g.words[w].roles | m.roles, m.value}
			}
		}
	}
	for phrase := range g.words {
		first, _, _ := strings.Cut(phrase, " ")
		g.opens[first] = max(g.opens[first], 1+strings.Count(phrase, " "))
	}
	return g
}

// plain is the word that a possessive is of, as in last week's. The names of months stay as they are: April's is a person's too.
func (g *grammar) plain(word string) string {
	owner, possessive := strings.CutSuffix(word, "'s")
	if !possessive || g.lang != text.English || g.words[owner].roles&month != 0 {
		return word
	}
	return owner
}

func (g *grammar) doubt(words ...string) *grammar {
	for _, w := range words {
		g.weak[w] = true
	}
	return g
}

var english = newGrammar(text.English, map[string]meaning{
	"today|tonight|this morning|this afternoon|this evening": {day, 0}, "yesterday|last night": {day, -1}, "tomorrow": {day, 1},
	"the day before yesterday|day before yesterday": {day, -2}, "the day after tomorrow|day after tomorrow": {day, 2},
	"minute|minutes|min|mins": {unit, minutes}, "hour|hours": {unit, hours}, "day|days": {unit, days},
	"week|weeks": {unit, weeks}, "weekend|weekends": {unit, weekends}, "fortnight|fortnights": {unit, fortnights},
	"month|months": {unit, months}, "quarter|quarters": {unit, quarters}, "year|years": {unit, years},
	"last|previous": {mod, -1}, "this|current": {mod, 0}, "next|coming": {mod, 1}, "past": {mod | past, -1},
	"ago|back|earlier": {ago, 0}, "since|ever since": {since, 0}, "before|prior to": {before, 0},
	"after": {after, 0}, "until|till|up to": {until | and, leads}, "around|about|circa|roughly|sometime around": {around, 0},
	"between": {between, 0}, "from": {from, 0}, "and": {and, 0}, "to|through": {and, leads}, "in|during|of|by|for": {in | blank, 0},
	"early|beginning of|start of": {part, 0}, "mid|middle of": {part, 1}, "late|end of": {part, 2},
	"the|on|a|an|at": {blank, 0}, "couple of|a couple of": {number, 2}, "few|a few|several|some": {number, few},
	"over|throughout": {over, 0}, "from now": {hence, 0}, "from now on": {0, 0},
	"first half of": {part, half1}, "second half of": {part, half2},
	"first": {nth | ranked, 1}, "second": {nth | ranked, 2}, "third": {nth | ranked, 3}, "fourth": {nth | ranked, 4},
	"fifth": {ranked, 5}, "sixth": {ranked, 6}, "seventh": {ranked, 7}, "eighth": {ranked, 8}, "ninth": {ranked, 9},
	"tenth": {ranked, 10}, "eleventh": {ranked, 11}, "twelfth": {ranked, 12}, "thirteenth": {ranked, 13},
	"fourteenth": {ranked, 14}, "fifteenth": {ranked, 15}, "sixteenth": {ranked, 16}, "seventeenth": {ranked, 17},
	"eighteenth": {ranked, 18}, "nineteenth": {ranked, 19}, "twentieth": {ranked, 20}, "thirtieth": {ranked, 30},
	"twenty-first|twenty first": {ranked, 21}, "twenty-second|twenty second": {ranked, 22}, "twenty-third|twenty third": {ranked, 23},
	"twenty-fourth|twenty fourth": {ranked, 24}, "twenty-fifth|twenty fifth": {ranked, 25}, "twenty-sixth|twenty sixth": {ranked, 26},
	"twenty-seventh|twenty seventh": {ranked, 27}, "twenty-eighth|twenty eighth": {ranked, 28}, "twenty-ninth|twenty ninth": {ranked, 29},
	"thirty-first|thirty first": {ranked, 31}, "half a|half an": {half, 0},
	"and a half": {half, leads},
	"spring":     {recurs, spring}, "summer": {recurs, summer}, "autumn|fall": {recurs, autumn}, "winter": {recurs, winter},
	"springs": {recurs | many, spring}, "summers": {recurs | many, summer}, "autumns|falls": {recurs | many, autumn},
	"winters": {recurs | many, winter}, "christmases": {recurs | many, christmas},
	"christmas|xmas|christmas time|christmastime": {recurs, christmas}, "christmas eve|xmas eve": {recurs, christmasEve},
	"christmas day|xmas day": {recurs, christmasDay}, "boxing day": {recurs, boxingDay},
	"new year eve|new years eve": {recurs, newYearEve}, "new year day|new years day": {recurs, newYearDay},
	"new year|new years": {recurs, newYear}, "halloween|halloween night": {recurs, halloween},
	"valentine day|valentines day": {recurs, valentine}, "good friday": {recurs, goodFriday},
	"easter|easter weekend": {recurs, easter}, "easter sunday|easter day": {recurs, easterSunday}, "easter monday": {recurs, easterMonday},
	"shrove tuesday|pancake day|pancake tuesday": {recurs, shroveTuesday}, "ash wednesday": {recurs, ashWednesday},
	"palm sunday": {recurs, palmSunday}, "maundy thursday|holy thursday": {recurs, maundyThursday},
	"ascension day": {recurs, ascension}, "whit sunday|pentecost|pentecost sunday": {recurs, whitSunday},
	"whit monday|pentecost monday":  {recurs, whitMonday},
	"thanksgiving|thanksgiving day": {recurs, thanksgiving},
	"thirties":                      {period, 30*ofYear + decade},
	"forties":                       {period, 40*ofYear + decade},
	"fifties":                       {period, 50*ofYear + decade},
	"sixties":                       {period, 60*ofYear + decade},
	"seventies":                     {period, 70*ofYear + decade},
	"eighties":                      {period, 80*ofYear + decade},
	"nineties":                      {period, 90*ofYear + decade},
}, englishNumbers(), []string{
	"sunday|sun", "monday|mon", "tuesday|tue|tues", "wednesday|wed", "thursday|thu|thurs", "friday|fri", "saturday|sat",
}, []string{
	"january|jan", "february|feb", "march|mar", "april|apr", "may", "june|jun", "july|jul", "august|aug", "september|sep|sept",
	"october|oct", "november|nov", "december|dec",
}).doubt("sun", "mon", "wed", "sat", "fri", "thu", "tue", "may", "march", "mar", "jan", "jun", "august")

// englishNumbers names the numbers below a hundred.
func englishNumbers() []string {
	digits := []string{"one|a|an", "two", "three", "four", "five", "six", "seven", "eight", "nine"}
	out := slices.Concat(digits, []string{
		"ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
	})
	for _, ten := range []string{"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"} {
		out = append(out, ten)
		for _, digit := range digits {
			digit, _, _ = strings.Cut(digit, "|")
			out = append(out, ten+"-"+digit+"|"+ten+" "+digit)
		}
	}
	return out
}

var german = newGrammar(text.German, map[string]meaning{
	"heute": {day, 0}, "gestern": {day, -1}, "vorgestern": {day, -2}, "morgen": {day, 1}, "übermorgen": {day, 2},
	"minute|minuten": {unit, minutes}, "stunde|stunden": {unit, hours}, "tag|tage|tagen": {unit, days},
	"woche|wochen|kw|kalenderwoche": {unit, weeks}, "wochenende|wochenenden": {unit, weekends}, "monat|monate|monaten|monats": {unit, months},
	"jahr|jahre|jahren|jahres": {unit, years},
	"letzte|letzten|letzter|letztes|letztem|vorige|vorigen|voriger|voriges|vergangene|vergangenen|vergangener|vergangenes": {mod, -1},
	"diese|diesen|dieser|dieses|diesem":                                         {mod, 0},
	"nächste|nächsten|nächster|nächstes|kommende|kommenden|kommender|kommendes": {mod, 1},
	"vor": {agoFirst | before, 0}, "seit": {since, 0}, "nach|ab": {after, 0}, "bis": {until | and, leads},
	"um|gegen|ungefähr|etwa|circa|rund um": {around, 0}, "zwischen": {between, 0}, "von|vom": {from, 0}, "und": {and, 0},
	"im|in": {in | blank, 0}, "den|der|dem|die|das|am|an|des|zum": {blank, 0},
}, []string{
	"ein|eine|einem|einer|einen", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf",
}, []string{
	"sonntag|sonntags", "montag|montags", "dienstag|dienstags", "mittwoch|mittwochs", "donnerstag|donnerstags",
	"freitag|freitags", "samstag|samstags|sonnabend",
}, []string{
	"januar|jänner|jan", "februar|feb", "märz", "april|apr", "mai", "juni|jun", "juli|jul", "august|aug", "september|sep|sept",
	"oktober|okt", "november|nov", "dezember|dez",
}).doubt("jan", "jun", "morgen")

var french = newGrammar(text.French, map[string]meaning{
	"aujourd'hui": {day, 0}, "hier": {day, -1}, "avant-hier": {day, -2}, "demain": {day, 1}, "après-demain": {day, 2},
	"minute|minutes": {unit, minutes}, "heure|heures": {unit, hours}, "jour|jours": {unit, days},
	"semaine|semaines": {unit, weeks}, "week-end|week-ends|weekend": {unit, weekends}, "mois": {unit, months},
	"an|ans|année|années|l'an|l'année":                 {unit, years},
	"dernier|dernière|derniers|dernières|passé|passée": {mod, -1}, "ce|cette|cet": {mod, 0},
	"mois-ci": {unit | mod, months}, "prochain|prochaine|prochains|prochaines": {mod, 1}, "il y a": {agoFirst, 0},
	"depuis|dès": {since, 0}, "avant": {before, 0}, "après": {after, 0}, "jusqu'à|jusqu'au|jusqu'en": {until | and, leads},
	"vers|autour du|environ|aux alentours du": {around, 0}, "entre": {between, 0}, "du": {from | blank, 0}, "et": {and, 0}, "au": {and, leads},
	"en|au mois de|courant": {in | blank, 0}, "le|la|les|de|l|dans": {blank, 0},
}, []string{
	"un|une|1er", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze",
}, []string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"}, []string{
	"janvier|janv", "février|févr", "mars", "avril|avr", "mai", "juin", "juillet|juil", "août", "septembre", "octobre|oct",
	"novembre|nov", "décembre|déc",
})

var spanish = newGrammar(text.Spanish, map[string]meaning{
	"hoy|esta mañana|esta tarde|esta noche": {day, 0}, "ayer|anoche": {day, -1}, "anteayer|antier|antes de ayer|anteanoche": {day, -2},
	"mañana": {day, 1}, "pasado mañana": {day, 2},
	"minuto|minutos": {unit, minutes}, "hora|horas": {unit, hours}, "día|días": {unit, days}, "semana|semanas": {unit, weeks},
	"fin de semana|finde|fines de semana": {unit, weekends}, "quincena": {unit, fortnights}, "mes|meses": {unit, months},
	"año|años": {unit, years}, "pasado|pasada|pasados|pasadas|último|última|últimos|últimas": {mod, -1}, "este|esta|estos|estas": {mod, 0},
	"próximo|próxima|próximos|próximas|que viene|que vienen|siguiente": {mod, 1}, "hace": {agoFirst, 0}, "atrás": {ago, 0},
	"desde": {since, 0}, "antes de|antes del": {before, 0}, "después de|después del|a partir de|a partir del": {after, 0},
	"hasta": {until | and, leads}, "sobre|alrededor de|hacia": {around, 0}, "entre": {between, 0}, "del|desde el": {from | blank, 0},
	"y": {and, 0}, "al|a": {and, leads}, "en": {in | blank, 0}, "el|la|los|las|de": {blank, 0},
}, []string{
	"un|uno|una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce",
}, []string{"domingo|domingos", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado|sábados"}, []string{
	"enero|ene", "febrero|feb", "marzo", "abril|abr", "mayo", "junio|jun", "julio|jul", "agosto|ago", "septiembre|setiembre|sept", "octubre|oct",
	"noviembre|nov", "diciembre|dic",
}).doubt("mayo", "jun", "ago", "dic", "mañana")

var vietnamese = newGrammar(text.Vietnamese, map[string]meaning{
	"hôm nay|bữa nay": {day, 0}, "hôm qua|bữa qua": {day, -1}, "hôm kia": {day, -2}, "ngày mai|hôm sau": {day, 1},
	"ngày kia|ngày mốt": {day, 2}, "phút": {unit, minutes}, "giờ|tiếng": {unit, hours}, "ngày|hôm": {unit, days},
	"tuần": {unit, weeks}, "cuối tuần": {unit, weekends}, "tháng": {unit, months}, "năm": {unit, years},
	"trước": {mod | ago | before, -1}, "trước nữa": {mod, -2}, "vừa rồi|vừa qua|ngoái|rồi": {mod, -1}, "qua|gần đây": {mod | past, -1}, "này|nay": {mod, 0},
	"sau": {mod | after, 1}, "tới": {mod, 1}, "cách đây": {agoFirst, 0}, "từ khi|kể từ": {since, 0}, "từ": {since | from, 0},
	"trước khi": {before, 0}, "sau khi": {after, 0}, "cho đến|đến hết|đến": {until | and, leads},
	"khoảng|tầm|vào khoảng": {around, 0}, "giữa": {between, 0}, "và": {and, 0}, "trong|vào|hồi": {in | blank, 0},
	"mồng|mùng": {blank, 0},
	"lần thứ hai|lần thứ 2|lần thứ ba|lần thứ 3|lần thứ tư|lần thứ 4|lần thứ năm|lần thứ 5|lần thứ sáu|lần thứ 6|lần thứ bảy|lần thứ 7": {0, 0}, // ordinals
}, vietnameseNumbers(), []string{
	"chủ nhật", "thứ hai|thứ 2", "thứ ba|thứ 3", "thứ tư|thứ 4", "thứ năm|thứ 5", "thứ sáu|thứ 6", "thứ bảy|thứ 7",
})

// vietnameseNumbers names the numbers below a hundred. Five alone is also the word for a year: see parser.count.
func vietnameseNumbers() []string {
	digits := []string{"một", "hai", "ba", "bốn|tư", "5", "sáu", "bảy", "tám", "chín"}
	last := []string{"một|mốt", "hai", "ba", "bốn|tư", "lăm|nhăm", "sáu", "bảy", "tám", "chín"}
	tens := func(ten string) []string {
		out := []string{ten}
		for _, names := range last {
			out = append(out, ten+" "+strings.ReplaceAll(names, "|", "|"+ten+" "))
		}
		return out
	}
	out := slices.Concat(digits, tens("mười"))
	for _, digit := range digits[1:] {
		ten, _, _ := strings.Cut(digit, "|")
		if ten == "5" {
			ten = "năm"
		}
		out = append(out, tens(ten+" mươi")...)
	}
	return out
}

var chinese = newGrammar(text.Chinese, map[string]meaning{
	"今天|今日|今晚": {day, 0}, "昨天|昨日|昨晚": {day, -1}, "前天": {day, -2}, "大前天": {day, -3}, "明天|明日": {day, 1}, "后天": {day, 2},
	"分钟": {unit, minutes}, "小时|个小时": {unit, hours}, "天|日": {unit, days}, "周|星期|个星期|礼拜|个礼拜": {unit, weeks},
	"周末": {unit, weekends}, "月|个月": {unit, months}, "年": {unit, years},
	"上|上个|上一个": {mod, -1}, "上上|上上个": {mod, -2}, "这|这个|本": {mod, 0}, "下|下个": {mod, 1}, "前|之前|以前": {ago | before, 0},
	"去": {mod, -1}, "今": {mod, 0}, "明": {mod, 1},
	"过去|最近|近|过去的|最近的": {mod | past, -1}, "自|自从|从": {since | from, 0}, "以来|起|至今": {since, 0}, "后|之后|以后": {after, 0},
	"大约|大概|约|左右|前后": {around, 0}, "到|至": {and, leads}, "和": {and, 0}, "在|于": {in | blank, 0}, "的": {blank, 0},
}, []string{
	"一", "二|两", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二",
}, []string{
	"周日|周天|星期日|星期天|礼拜天", "周一|星期一|礼拜一", "周二|星期二|礼拜二", "周三|星期三|礼拜三", "周四|星期四|礼拜四",
	"周五|星期五|礼拜五", "周六|星期六|礼拜六",
})
