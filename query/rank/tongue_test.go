package rank

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/text"
)

// Who is asked about and what is wanted, in languages other than English.
func TestReadIn(t *testing.T) {
	t.Parallel()
	chat := Parties{I: "Eva", You: "Assistent"}
	for _, c := range []struct {
		lang  text.Lang
		text  string
		talk  Parties
		asked []string
		want  Want
		list  bool
		topic string
	}{
		{text.German, "Wann war ich beim Arzt?", Parties{I: "Eva"}, []string{"Eva"}, Time, false, "Wann war ich beim Arzt?"},
		{text.German, "Wo steht das Auto?", chat, []string{"Eva"}, Name, false, "Wo steht das Auto?"},
		{text.German, "Was hast du mir geraten?", chat, []string{"Assistent"}, Anything, false, "Was hast du mir geraten?"},
		{text.German, "Wo steht das Auto?", Parties{}, nil, Name, false, "Wo steht das Auto?"},
		{text.German, "wie viele Tage war Jörg krank", Parties{}, []string{"Jörg"}, Duration, true, "wie viele Tage war krank"},
		{text.German, "wie viel hat jorg bezahlt, wann", Parties{}, []string{"Jörg"}, Number, false, "wie viel hat bezahlt, wann"},
		{text.Spanish, "¿Cuánto ganaba Jörg cuando vivía aquí?", Parties{}, []string{"Jörg"}, Number, false, "¿Cuánto ganaba cuando vivía aquí?"},
		{text.Spanish, "cuanto gane yo", Parties{I: "Eva"}, []string{"Eva"}, Number, false, "cuanto gane yo"},
		{text.Spanish, "¿Cuántos años tiene?", Parties{}, nil, Duration, true, "¿Cuántos años tiene?"},
		{text.Vietnamese, "Thảo đi thi vào ngày nào?", Parties{}, []string{"Thảo"}, Time, false, "đi thi vào ngày nào?"},
		{text.Vietnamese, "xe cua Thao gia bao nhieu", Parties{}, []string{"Thảo"}, Number, false, "xe cua gia bao nhieu"},
		{text.Vietnamese, "Những ai đã giúp tôi?", Parties{I: "Eva"}, []string{"Eva"}, Name, true, "Những ai đã giúp tôi?"},
		{text.Vietnamese, "thạo xe là ai", Parties{}, nil, Name, false, "thạo xe là ai"},
		{text.Chinese, "我爸是什么时候做的心脏手术", Parties{I: "林悦", You: "助手"}, []string{"林悦"}, Time, false, "爸 做 心脏手术"},
		{text.Chinese, "你推荐林悦去哪里下棋", Parties{}, []string{"林悦"}, Name, false, "推荐 去 下棋"},
		{text.Chinese, "什么", Parties{}, nil, Anything, false, "什么"},
		{text.English, "When did I call?", Parties{I: "Eva"}, []string{"Eva"}, Time, false, "When did I call?"},
	} {
		q := ReadIn(c.lang, c.text, []string{"Jörg", "Thảo", "林悦"}, c.talk)
		require.Equal(t, c.text, q.Text)
		require.Equal(t, c.asked, q.Asked, c.text)
		require.Equal(t, c.want, q.Want, c.text)
		require.Equal(t, c.list, q.List, c.text)
		require.Equal(t, c.topic, q.Topic, c.text)
	}
}

// An agent's usual names are known in other languages, too.
func TestUsualAbroad(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Assistent", "asistente", "助手", "Trợ lý"} {
		require.Equal(t, name, Usual(func(n string) bool { return n == name }).You)
	}
}
