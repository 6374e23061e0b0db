package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What asks says nothing of what a question is about, with its marks or without; in another language the same letters may.
func TestIdle(t *testing.T) {
	t.Parallel()
	for lang, words := range map[Lang]string{
		English:    "when the of",
		German:     "wann fuer fur über ueber welcher koennte",
		Spanish:    "cuándo cuando dónde donde qué que quien",
		Vietnamese: "của cua bao nhiêu nhieu nào nao",
		Chinese:    "什么 我",
	} {
		for word := range strings.FieldsSeq(words) {
			require.True(t, Idle(word, lang), "%s in %v", word, lang)
		}
	}
	for lang, words := range map[Lang]string{
		English: "cua donde fuer wann", German: "kirche cua", Spanish: "clínica nao", Vietnamese: "khoa fuer", Chinese: "豆花", Und: "the",
	} {
		for word := range strings.FieldsSeq(words) {
			require.False(t, Idle(word, lang), "%s in %v", word, lang)
		}
	}
}

// A question that does not show its language is in that of those who are asked; one that does is in its own.
func TestDetectAsked(t *testing.T) {
	t.Parallel()
	for question, want := range map[string][2]Lang{ // by whose it is
		"xe Khoa bi ngap nuoc dem nao":               {Vietnamese, Vietnamese},
		"the nao la xe cua no do":                    {Vietnamese, Vietnamese}, // with English stop words, too
		"when did Khoa buy the new machine":          {Vietnamese, English},
		"welche tabletten":                           {German, German},
		"wer hat fuer den Chor gesungen":             {German, German},
		"Wo war das Konzert?":                        {English, German},
		"precio gasolina":                            {Spanish, Spanish},
		"what did I pay for the bicycle":             {Spanish, English},
		"豆花是什么品种来着":                                  {Chinese, Chinese},
		"где ключи":                                  {Vietnamese, Russian},
		"gift ideas":                                 {English, English},
		"who is she and what was it she wanted then": {German, English},
	} {
		require.Equal(t, want[1], DetectAsked(question, want[0]), question)
	}
}
