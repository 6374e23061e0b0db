package hostile

import (
	"math/rand/v2"
	"strings"
)

// Spliced returns n texts, always the same ones for a seed: what people write, cut between words
// and put together across languages and scripts, as in "I told you about 我的朋友 on Friday". All are
// valid UTF-8. Whoever reads words by their places meets there what texts in one language never have:
// words without a blank between them, pairs of characters that overlap, marks on nothing.
func Spliced(seed uint64, n int) []string {
	rng := rand.New(rand.NewPCG(seed, 5))
	list := make([]string, n)
	for i := range list {
		list[i] = splice(rng)
	}
	return list
}

// splice joins two to five pieces of sentences.
func splice(rng *rand.Rand) string {
	var b strings.Builder
	for range 2 + rng.IntN(4) {
		words := strings.Fields(sentences[rng.IntN(len(sentences))])
		from := rng.IntN(len(words))
		b.WriteString(strings.Join(words[from:from+1+rng.IntN(len(words)-from)], " "))
		b.WriteString(joints[rng.IntN(len(joints))])
	}
	return b.String()
}

// joints stand between the pieces; most often a blank does.
var joints = []string{
	" ", " ", " ", " ", " ", "", "", ", ", ". ", ": ", "? ", "! ", "; ", "\n", "\n- ", " \"", "\" ", "'", "'s ", "’s ", " (", ") ", "-", " - ", " — ", "/",
	".", ",", "...", "…", "。", "，", "、", "「", "」", "\u00a0", "\u200b", "\u200d", "\u0301", "\u202e", "@", "#", "`", " 🙂 ", "👩‍👩‍👧", "\t", " & ", "=", "->",
}

// sentences are of all that is read for more than its words: who, when, how much, what changed, what is asked, what ended.
var sentences = []string{
	"My son Jonas is allergic to peanuts and he turned 12 last Friday.",
	"I moved from Lisbon to Hanoi on 3 May 2024, two weeks after the wedding.",
	"She works at Acme as a CTO since the summer of 2010/11.",
	"Did Dr. Smith's sister Ana Maria call you the day before yesterday?",
	"We no longer use Postgres 14.2 in the repo, we switched to SQLite.",
	"Remember that my password is hunter2! and the card 4111 1111 1111 1111 expires 03/27.",
	"Thanks, that worked; the deploy of payments-gw took 1,200 ms instead of 4 s.",
	"What did he tell them about the trip in the '90s, and why?",
	"It's 5'11\" tall, 20 °C, 30% off, €1.299,00 or $12k a year.",
	"The company was bought by Gai Media (formerly GM) for 3.5 million dollars.",
	"I used to like the captain, but now I'd rather have Mei lead the team.",
	"Actually no, not walnuts but almonds, every other Tuesday from 9 to 5.",
	"See https://example.com/a?b=c#d, ana@example.com, /etc/hosts and C:\\temp\\x.txt.",
	"error: cannot open file main.go:42: no such file (exit status 1)",
	"O(c=0.9) @Ana prefers tea W: it rained B: we stayed in",
	"Please always answer in French and never before noon on Sundays.",
	"Happy birthday! Can you believe it's been 10 years since Easter 2014?",
	"My parents live in Hue, my wife's name is Lan, our dog is called Bo.",
	"我上个月在北京见了我的朋友李明，他三十岁了。",
	"2024年5月3日到5日，她搬到了上海，去年十一月又回来了。",
	"你还记得我们星期五说了什么吗？",
	"「はい、先週の金曜日に東京へ行きました。」",
	"私の妹の名前は花子で、去年結婚しました。",
	"제 여동생 지민은 지난주에 서울로 이사했어요.",
	"Tôi tên là Hương, tháng 5 năm ngoái tôi chuyển đến Đà Nẵng.",
	"Anh ấy thích phở hơn bún chả, ngày mai gặp nhau lúc 7 giờ nhé.",
	"Meine Schwester Käthe arbeitet seit letztem März nicht mehr bei der Müller GmbH.",
	"Übermorgen um halb zehn treffen wir uns vor dem Zum Hirschen.",
	"Mi hermana se llama Lucía y el año pasado se mudó a Medellín.",
	"¿Qué te dije anteayer sobre el cumpleaños de Íñigo?",
	"J'habite à Québec depuis l'été dernier, mais je n'aime pas l'hiver.",
	"Моя сестра Анна переехала в Москву в прошлом месяце.",
	"أختي ليلى تعمل في القاهرة منذ العام الماضي.",
	"ลูกสาวของฉันชื่อมะลิอายุห้าขวบ",
	"मेरी बहन का नाम सीता है और वह पिछले हफ्ते दिल्ली गई।",
	"η αδερφή μου μένει στην Αθήνα από πέρυσι.",
	"İstanbul'da yaşıyorum, ağabeyim ise geçen yıl Ankara'ya taşındı.",
	"ﬁne ﬂour, ½ cup, x², ①②③, Ⅷ, ﷺ, ẞ and ŉ.",
	"e\u0301te\u0301 dernier, Ho\u0302\u0300 Chi\u0301 Minh, u\u0308bermorgen.",
	"1st 2nd 3rd 4th 0 00 007 1e400 -0 3-5 2024-W12 Q3 30d 24:00 99/99/9999 '97",
}
