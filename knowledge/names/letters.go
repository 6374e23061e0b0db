package names

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

// Letters of alphabets as they are written in Latin ones; a letter of no sound
// has nothing behind it.
const (
	cyrillicLetters = `
а:a б:b в:v г:g ґ:g д:d ђ:dj е:e ё:yo є:ye ж:zh з:z и:i і:i ї:yi й:y ј:j к:k л:l љ:lj м:m н:n њ:nj о:o п:p р:r с:s т:t ћ:c у:u ў:u
ф:f х:kh ц:ts ч:ch џ:dz ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya`
	greekLetters = `
α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:u φ:f χ:ch ψ:ps ω:o
ά:a έ:e ή:i ί:i ό:o ύ:u ώ:o ϊ:i ϋ:i`
	arabicLetters = `
ا:a أ:a إ:a آ:a ء: ئ: ؤ:w ى:a ب:b پ:p ت:t ث:th ج:j چ:ch ح:h خ:kh د:d ذ:dh ر:r ز:z ژ:zh س:s ش:sh ص:s ض:d ط:t ظ:z ع: غ:gh ف:f ق:q
ك:k ک:k گ:g ل:l م:m ن:n ه: ة: و:w ي:y ی:y َ: ُ: ِ: ّ: ْ: ً: ٌ: ٍ: ـ:`
	hebrewLetters = `
א:a ב:b ג:g ד:d ה: ו:w ז:z ח:kh ט:t י:y כ:k ך:k ל:l מ:m ם:m נ:n ן:n ס:s ע: פ:p ף:p צ:tz ץ:tz ק:k ר:r ש:sh ת:t`
)

// letters maps those of the alphabets to Latin ones.
var letters = sync.OnceValue(func() map[rune]string {
	t := map[rune]string{}
	for pair := range strings.FieldsSeq(cyrillicLetters + greekLetters + arabicLetters + hebrewLetters) {
		r, n := utf8.DecodeRuneInString(pair)
		t[r] = pair[n+1:]
	}
	return t
})

// semiticNames are given names that are told apart by vowels which nobody
// writes: as written, and as in the table of nicknames.
const semiticNames = `
أحمد:ahmed احمد:ahmed محمد:mohammed محمود:mahmoud علي:ali عمر:omar عمرو:amr حسن:hassan حسين:hussein خالد:khalid خليل:khalil كريم:karim كمال:kamal
سارة:sarah سعيد:said سعد:saad سمير:samir سامر:samer سلمى:salma سليم:salim سالم:salem سلمان:salman سليمان:suleiman فاطمة:fatima مريم:mariam منى:mona
نور:nour نادية:nadia ناديا:nadia نبيل:nabil ليلى:layla لينا:lina رنا:rana ريم:reem دينا:dina هند:hind هدى:huda يوسف:yousef ياسر:yasser ياسين:yassin
ياسمين:yasmin إبراهيم:ibrahim ابراهيم:ibrahim إسماعيل:ismail طارق:tariq زينب:zainab عائشة:aisha عبد:abd أمينة:amina آمنة:amna أمين:amin جميل:jamil
جمال:jamal חנה:hannah דוד:david דן:dan דנה:dana נועה:noa שרה:sarah יוסף:yosef יעקב:yaakov משה:moshe אברהם:avraham`

//go:embed data/pinyin.txt
var pinyinData string

// readings maps characters to how they are read in Mandarin.
var readings = sync.OnceValue(func() map[rune]string {
	t := map[rune]string{}
	for sound, list := range lines(pinyinData) {
		for _, r := range strings.ReplaceAll(list, " ", "") {
			t[r] = sound
		}
	}
	return t
})

//go:embed data/simplified.txt
var simplifiedData string

// simplest maps traditional characters to simplified ones.
var simplest = sync.OnceValue(func() map[rune]rune {
	t := map[rune]rune{}
	for pair := range strings.FieldsSeq(simplifiedData) {
		r, n := utf8.DecodeRuneInString(pair)
		t[r], _ = utf8.DecodeRuneInString(pair[n:])
	}
	return t
})

func simplified(s string) string {
	t := simplest()
	return strings.Map(func(r rune) rune {
		if to, ok := t[r]; ok {
			return to
		}
		return r
	}, s)
}

// pinyin reads characters in Mandarin; a single one could be anything.
func pinyin(s string) string {
	t := readings()
	var b strings.Builder
	for _, r := range s {
		if t[r] == "" {
			return ""
		}
		b.WriteString(t[r])
	}
	return b.String()
}

// Jamo in the order of Unicode, as the Revised Romanisation has them.
var (
	initialJamo = strings.Split("g gg n d dd r m b bb s ss  j jj ch k t p h", " ")
	vowelJamo   = strings.Fields("a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i")
	finalJamo   = strings.Split(" g gg gs n nj nh d l lg lm lb ls lt lp lh m b bs s ss ng j ch k t p h", " ")
)

const (
	firstHangul = 0xAC00
	lastHangul  = 0xD7A3
)

func romaja(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < firstHangul || r > lastHangul {
			return ""
		}
		n := int(r - firstHangul)
		final := len(finalJamo)
		vowel := len(vowelJamo) * final
		b.WriteString(initialJamo[n/vowel] + vowelJamo[n%vowel/final] + finalJamo[n%final])
	}
	return b.String()
}

// Kana by rows of five vowels, small ones and marks apart.
const kanaSyllables = `
あ:a い:i う:u え:e お:o か:ka き:ki く:ku け:ke こ:ko が:ga ぎ:gi ぐ:gu げ:ge ご:go さ:sa し:shi す:su せ:se そ:so ざ:za じ:ji ず:zu ぜ:ze ぞ:zo
た:ta ち:chi つ:tsu て:te と:to だ:da ぢ:ji づ:zu で:de ど:do な:na に:ni ぬ:nu ね:ne の:no は:ha ひ:hi ふ:fu へ:he ほ:ho ば:ba び:bi ぶ:bu べ:be ぼ:bo
ぱ:pa ぴ:pi ぷ:pu ぺ:pe ぽ:po ま:ma み:mi む:mu め:me も:mo や:ya ゆ:yu よ:yo ら:ra り:ri る:ru れ:re ろ:ro わ:wa を:o ん:n ゔ:vu
ゃ:+ya ゅ:+yu ょ:+yo ぁ:+a ぃ:+i ぅ:+u ぇ:+e ぉ:+o っ: ー:`

var syllables = sync.OnceValue(func() map[rune]string {
	t := map[rune]string{}
	for pair := range strings.FieldsSeq(kanaSyllables) {
		r, n := utf8.DecodeRuneInString(pair)
		t[r] = pair[n+1:]
	}
	return t
})

// katakana stand this far behind hiragana.
const katakana = 'ア' - 'あ'

func romaji(s string) string {
	t := syllables()
	var b []byte
	for _, r := range s {
		if r >= 'ァ' && r <= 'ヴ' {
			r -= katakana
		}
		latin, ok := t[r]
		if !ok {
			return ""
		}
		if small, ok := strings.CutPrefix(latin, "+"); ok && len(b) > 1 { // it replaces the vowel before it
			b = b[:len(b)-1]
			if strings.HasPrefix(small, "y") && b[len(b)-1] != 'h' && b[len(b)-1] != 'j' {
				b = append(b, 'y')
			}
			latin = strings.TrimPrefix(small, "y")
		}
		b = append(b, latin...)
	}
	return string(b)
}

// Devanagari: a consonant has an a behind it, unless another vowel or a stroke
// follows or the word ends.
const (
	devanagariConsonants = `
क:k ख:kh ग:g घ:gh ङ:n च:ch छ:ch ज:j झ:jh ञ:n ट:t ठ:th ड:d ढ:dh ण:n त:t थ:th द:d ध:dh न:n प:p फ:ph ब:b भ:bh म:m य:y र:r ल:l व:v श:sh
ष:sh स:s ह:h`
	devanagariVowels = `
अ:a आ:a इ:i ई:i उ:u ऊ:u ऋ:ri ए:e ऐ:ai ओ:o औ:au ा:a ि:i ी:i ु:u ू:u ृ:ri े:e ै:ai ो:o ौ:au ं:n ँ:n ः:h ्: ़:`
)

var abugida = sync.OnceValue(func() (t struct{ consonants, vowels map[rune]string }) {
	read := func(list string) map[rune]string {
		m := map[rune]string{}
		for pair := range strings.FieldsSeq(list) {
			r, n := utf8.DecodeRuneInString(pair)
			m[r] = pair[n+1:]
		}
		return m
	}
	t.consonants, t.vowels = read(devanagariConsonants), read(devanagariVowels)
	return t
})

// hindi leaves the a that is not written out: names are compared without it.
func hindi(s string) string {
	t := abugida()
	var b strings.Builder
	for _, r := range s {
		latin, ok := t.consonants[r]
		if !ok {
			latin, ok = t.vowels[r]
		}
		if !ok {
			return ""
		}
		b.WriteString(latin)
	}
	return b.String()
}
