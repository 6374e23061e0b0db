package traits

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

func TestTraits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Traits{
		"I just moved to Porto last week!": {FirstPerson: true, Told: true, HasTime: true, HasName: true},
		"Great. What about you?":           {Asks: true, Questions: true},
		"Really? Ok.":                      {Questions: true},
		"We've 3 dogs":                     {FirstPerson: true, HasNumber: true},
		"It opened in 2019.":               {HasTime: true, HasNumber: true},
		"Two hours by train":               {HasTime: true, HasNumber: true},
		"A fortnight by the sea":           {HasTime: true},
		"On Nov 6 in Porto":                {HasTime: true, HasNumber: true, HasName: true},
		"p99 fell to 410 ms":               {HasNumber: true, HasTime: true},
		"a timeout of 90s":                 {HasTime: true},
		"backfilled in 3 h 20 min":         {HasNumber: true, HasTime: true},
		"all 3. H is good":                 {HasNumber: true},
		"a beam of 4 m, ms of the tenth":   {HasNumber: true},
		"See you on Friday in June":        {HasTime: true},
		"You moved. I may follow":          {FirstPerson: true},
		"":                                 {},
		"去年我去了北京？":                         {Asks: true, Questions: true, FirstPerson: true, HasTime: true},
		"5月3号":                             {HasTime: true, HasNumber: true},
		"前前后后3260":                         {HasNumber: true},
		"ich war gestern beim arzt":        {FirstPerson: true, HasTime: true},
		"el lunes pagué cien de mis euros": {FirstPerson: true, HasTime: true, HasNumber: true},
		"hôm qua tôi trả 9 triệu":          {FirstPerson: true, HasTime: true, HasNumber: true},
		"I saw Mai and Tao, with mayo":     {FirstPerson: true, Told: true, HasName: true},
		"the menu on the tag, mine or not": {FirstPerson: true},
	} {
		require.Equal(t, want, Of(text), text)
	}
}

// Who says what they are called is told from who says what they are.
func TestIntroduces(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Hi, I'm Marta. I just moved to Porto.", "I’m Marta Silva, from Porto", "My name is marta", "my name's Bo!", "You can call me Max", "I am Ada and I sing",
		"ich heiße Jürgen", "me llamo Inés", "mình tên là Hà", "我叫小明", "The user's name is Marta.", "Hello! I'm Ana",
	} {
		require.True(t, Of(text).Introduces, text)
	}
	for _, text := range []string{
		"I'm Danish.", "I'm tired", "I'm Marta's sister", "Call me on Monday", "call me back", "I'm so happy", "My name is on the list", "her name is Marta",
		"I am", "我叫什么", "Hi Marta, it's me", "I'm In", "My sister's name is Ana", "I'm German, you know", "I'm Going Home Now To Sleep", "dim Sum for me", "I'm Thai.",
	} {
		require.False(t, Of(text).Introduces, text)
	}
}

// What a text is survives being packed.
func TestBits(t *testing.T) {
	t.Parallel()
	for b := range 256 {
		require.Equal(t, uint8(b), FromBits(uint8(b)).Bits())
	}
}

func BenchmarkTraits(b *testing.B) {
	const text = "I just moved to Porto last week! My sister helped me carry twelve boxes up the stairs. What about you?"
	for b.Loop() {
		Of(text)
	}
}

// Words are cut alike whatever they are made of: what is seen of a sign or a letter
// of ASCII at a glance is what the tables of Unicode say.
func TestTokensOfASCII(t *testing.T) {
	t.Parallel()
	for c := range rune(128) {
		word := unicode.IsLetter(c) || unicode.IsDigit(c)
		got := Tokenize("x " + string(c) + " Y")
		want := []Token{{Word: "x", End: 1, First: true}}
		if word {
			low := strings.ToLower(string(c))
			want = append(want, Token{Word: low, Start: 2, End: 3, Upper: low != string(c), Digits: unicode.IsDigit(c)})
		}
		want = append(want, Token{Word: "y", Start: 4, End: 5, Upper: true, First: strings.ContainsRune(".!?:\n", c)})
		require.Equal(t, want, got, "%q", c)
		require.Equal(t, word, len(Tokenize("é"+string(c)+"é")) == 1 && c != '\'', "%q", c)
	}
	require.Equal(t, Token{Word: "it's", End: 6, Upper: true, First: true}, Tokenize("It’s")[0])
}

// Every word of a class is found in it, whatever its length and first letter.
func TestClasses(t *testing.T) {
	t.Parallel()
	for w, c := range classes {
		require.Less(t, len(w), 64)
		require.Equal(t, c, classOf(w), w)
		require.Zero(t, classOf(w+"x")&^classes[w+"x"])
	}
	require.Zero(t, classOf(strings.Repeat("i", 100)))
}
