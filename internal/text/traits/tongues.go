package traits

import (
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// Closed classes of words of other languages: German, Spanish and Vietnamese. None of them is an English word or a
// common name: Mai and Tao are people, mayo is food.
var (
	otherPersons = text.Set(`ich mich mir mein meine meinen meinem meiner wir uns unser unsere unseren unserem
		mí mis conmigo nosotros nosotras nuestro nuestra nuestros nuestras tôi tau tớ mình`)
	otherTimes = text.Set(`heute gestern vorgestern morgens abends mittags nachts vormittag nachmittag mittag uhr woche wochen wochenende monat
		monate monaten jahr jahre jahren tage tagen stunde stunden minuten montag dienstag mittwoch donnerstag freitag samstag sonntag
		montags dienstags mittwochs donnerstags freitags samstags sonntags januar februar märz juni juli oktober dezember letzten letzte
		nächsten nächste
		hoy ayer anoche anteayer mañana semana semanas meses día días año años hora horas lunes martes miércoles jueves viernes sábado
		sábados domingo domingos enero febrero marzo abril junio julio agosto septiembre octubre noviembre diciembre madrugada
		hôm tuần tháng năm ngày giờ sáng chiều tối đêm trưa mùng ngoái`)
	otherNumbers = text.Set(`zwei drei vier fünf sechs sieben acht neun zehn elf zwölf hundert tausend tres cuatro cinco seis siete ocho nueve
		diez cien ciento mil hai bốn sáu bảy tám chín mười trăm nghìn ngàn triệu rưỡi`)
)

// unspaced is the first byte of the least character of Chinese, and of what lies beyond.
const unspaced = 0xE3

// isRun tells whether a word is of characters that are not spaced, maybe behind a figure.
func isRun(word string) bool {
	return word[0] >= unspaced || word[0] <= '9' && word[len(word)-1] >= utf8.RuneSelf
}

// Characters of which a run of Chinese that tells of such a thing has one.
const (
	hanPersons = "我咱俺"
	hanTimes   = "天周月年号日点晚早昨"
	hanNumbers = "一二两三四五六七八九十百千万半0123456789"
)

// classOfRun is [classOf] for a run of characters that are not spaced, which is many words.
func classOfRun(run string) (c class) {
	if strings.ContainsAny(run, hanPersons) {
		c |= firstPerson
	}
	if strings.ContainsAny(run, hanTimes) {
		c |= timeWord
	}
	if strings.ContainsAny(run, hanNumbers) {
		c |= numberWord
	}
	return c
}
