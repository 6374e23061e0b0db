package query_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// first asks somebody's memory and returns the key of the best hit.
func (l *life) first(t *testing.T, question string) string {
	t.Helper()
	answer, err := l.Recall(context.Background(), lukasa.Query{Text: question, Floor: new(float64)})
	require.NoError(t, err)
	require.NotEmpty(t, answer.Hits, question)
	return l.keys[answer.Hits[0].Record.ID]
}

func spoken(key, speaker, content string) told {
	return told{Key: key, Experience: lukasa.Experience{Kind: "message", Speaker: speaker, Content: content}}
}

// In a chat with an assistant, whatever the user is called, a German question is about the user's life unless it speaks to
// the assistant; and words find compounds.
func TestGermanChat(t *testing.T) {
	t.Parallel()
	l := newLifeOf(t, []told{
		spoken("bank", "Jörg", "Die Gartenbank für Mutter wird aus Robinie, die baue ich selbst"),
		spoken("rat", "Assistent", "Eine Gartenbank wird am besten aus Eiche gebaut, nimm Schrauben aus Edelstahl"),
		spoken("chor", "Jörg", "Der Chor probt jetzt am Donnerstag im Gemeindehaus"),
		spoken("wetter", "Assistent", "Am Wochenende regnet es, nimm einen Schirm mit"),
	})
	require.Equal(t, "bank", l.first(t, "Aus welchem Holz wird die Bank?"))
	require.Equal(t, "rat", l.first(t, "Was hast du zur Bank geraten?"))
	require.Equal(t, "chor", l.first(t, "wann ist chorprobe"))
}

// A question typed without marks finds what has them, and whom it names.
func TestVietnameseWithoutMarks(t *testing.T) {
	t.Parallel()
	l := newLifeOf(t, []told{
		spoken("bank", "Khoa", "tau nghỉ ngân hàng hồi tháng 8 năm ngoái rồi"),
		spoken("phin", "Thảo", "cái phin nhôm m cho t đem lên khoa, ai cũng khen cà phê"),
		spoken("ve", "Thảo", "thứ Sáu này t bay vào Đà Nẵng, vé khứ hồi có 1 triệu"),
		spoken("mua", "Khoa", "đêm thứ Hai mưa như trút, nước lên quá nửa bánh xe"),
	})
	require.Equal(t, "ve", l.first(t, "ve cua Thao bao nhieu tien"))
	require.Equal(t, "bank", l.first(t, "Khoa nghi ngan hang khi nao"))
}

// A Chinese question is about the words between those that only ask.
func TestChineseQuestion(t *testing.T) {
	t.Parallel()
	l := newLifeOf(t, []told{
		spoken("猫", "林悦", "家里还有个祖宗，叫豆花，银渐层，六岁"),
		spoken("血压", "助手", "血压早晚各量一次，记在本子上"),
		spoken("手术", "林悦", "我爸昨天凌晨做了手术，放了一个支架"),
		spoken("天气", "助手", "周末有雨，记得带伞"),
	})
	require.Equal(t, "手术", l.first(t, "我爸是什么时候做的手术？"))
	require.Equal(t, "血压", l.first(t, "你当时怎么教我量血压的？"))
}
