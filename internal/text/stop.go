package text

import (
	"strings"
	"unicode/utf8"
)

// stopLists are function words of the languages for which borrowedLists has none or few.
//
//nolint:misspell // not English
var stopLists = map[Lang]string{
	English: `could would should might must shall can cannot whose whom upon also im ive dont didnt doesnt cant wont
		isnt wasnt ok okay yes please thanks let lets`,
	French: `alors au aucun aussi autre aux avait avant avec avoir avons ayant c ce cela ces cet cette ceux chaque ci comme comment
		d dans de des donc du elle elles en encore entre est et était été être eu fait faire fois font ici il ils j je l la le les
		leur leurs lui m ma mais me même mes moi mon n ne ni nos notre nous on ont ou où par parce pas peu peut plus pour pourquoi
		qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si son sont sous sur t ta te tes toi ton tous tout
		toute toutes très tu un une vos votre vous y à est-ce qu'est-ce`,
	German: `aber alle allem allen aller alles als also am an ander andere anderen anderer auch auf aus bei beim bin bis bist
		da damit dann das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du
		durch ein eine einem einen einer eines einige er es etwas euch euer für gegen hab habe haben hat hatte hatten hier hin
		hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes jetzt kann kein keine
		keinem keinen keiner können könnte man manche mein meine meinem meinen meiner mich mir mit muss müssen nach nicht nichts
		noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit sich sie sind so solche soll sollte sondern
		über um und uns unser unsere unter viel vom von vor war waren warum was weg weil welche welchem welchen welcher welches
		wenn wer werde werden wie wieder will wir wird wo wollen wurde wurden zu zum zur zwar zwischen`,
	Dutch: `aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een eens en er ge geen
		geweest haar had heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je kan kon kunnen maar me meer men met
		mij mijn moet na naar niet niets nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot u uit uw van veel
		voor want waren was wat werd wezen wie wil worden wordt zal ze zelf zich zij zijn zo zonder zou`,
	Italian: `a ad al alla alle allo ai agli anche c che chi ci come con contro cui da dal dalla dalle dallo dai degli dei del
		della delle dello di dove e ed era erano essere è fra gli ha hai hanno ho i il in io la le lei li lo loro lui ma me mi mia
		mio ne negli nei nel nella nelle noi non nostro o per perché più quale quando quanto quella quelle quelli quello questa
		queste questi questo se sei si sia siamo sono su sua sul sulla suo tra tu tutti tutto un una uno vi voi`,
	Portuguese: `a ao aos as às até com como da das de dela dele deles depois do dos e é ela elas ele eles em entre era essa
		esse esta está estava este eu foi foram há isso isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós
		nossa nosso num numa o os ou para pela pelas pelo pelos por qual quando que quem se sem ser seu seus só sua suas também
		te tem tinha um uma você vocês à`,
	Vietnamese: `ai anh bao bằng bị bởi các cái cần cho chúng chưa chỉ có con còn cô của cùng cũng dù do đã đang đây để đến đi
		đó được em gì hãy hay hoặc hơn khi không là lại làm lên lúc mà mình mỗi một muốn nào này nên nếu ngày nhiều như nhưng
		những nó nơi nữa ông ở phải qua ra rằng rất rồi sao sau sẽ tại theo thế thì tôi từ trên trong trước tới và vào vẫn vậy về
		vì việc với vừa`,
	Chinese: `我们 你们 他们 她们 我的 你的 他的 什么 怎么 为什 这个 那个 这些 那些 这里 那里 可以 没有 还是 就是 不是 是不
		因为 所以 但是 如果 以及 或者 并且 而且 已经 一个 一些 我 你 他 她 它 是 在 有 和 与 不 也 就 都 而 及 着 或 把 被 让 从 到
		对 于 以 为 很 还 又 要 会 能 这 那 哪 谁 个 之 其`,
	Japanese: `です ます した して する れる られ ない から まで より ので のに こと もの これ それ あれ この その あの ここ そこ
		は が を に で と も の へ や か ね よ`,
	Korean: `그리 리고 그러 하지 지만 그는 나는 우리 이것 그것 저것 있다 없다 하다 합니 니다 입니 습니 에서 으로`,
}

var stopWords = func() map[string]LangSet {
	m := make(map[string]LangSet, 4096)
	for _, lists := range []map[Lang]string{stopLists, borrowedLists} {
		for lang, list := range lists {
			for w := range strings.FieldsSeq(list) {
				m[w] |= Langs(lang)
			}
		}
	}
	return m
}()

// StopIn returns the languages in which a folded word is a function word: one that says little by itself.
func StopIn(word string) LangSet {
	if i := strings.IndexByte(word, '\''); i > 0 {
		return stopContraction(word[:i], word[i+1:])
	}
	s := stopWords[word]
	if len(word) <= 24 && hasParticle(word) {
		s |= Langs(Chinese)
	}
	return s
}

// hasParticle tells whether a word, which is one or two characters where words are not spaced, holds a particle of Chinese.
func hasParticle(word string) bool {
	for i := 0; i < len(word); i++ {
		if word[i] < utf8.RuneSelf {
			continue
		}
		for _, r := range word[i:] {
			switch r {
			case '的', '了', '吗', '呢', '吧', '啊':
				return true
			}
		}
		return false
	}
	return false
}

// stopContraction is StopIn for don't, it's, we'll, j'ai.
func stopContraction(head, tail string) LangSet {
	var s LangSet
	switch tail {
	case "t":
		if strings.HasSuffix(head, "n") {
			s |= Langs(English)
		}
	case "s", "m", "re", "ll", "d", "ve":
		s |= StopIn(head) & Langs(English)
	}
	if elided(head) {
		s |= StopIn(tail) & Langs(French)
	}
	return s
}

// LettersOf returns the languages that a word's letters point to; 0 when they are common to many.
func LettersOf(word string) LangSet {
	var s LangSet
	for _, r := range word {
		if r < utf8.RuneSelf {
			continue
		}
		l := letterLangs(r)
		switch {
		case l == 0:
		case l.Has(Japanese) || l.Has(Korean):
			return l // among Han characters, these decide
		case s&l != 0:
			s &= l
		default:
			s |= l
		}
	}
	return s
}

func letterLangs(r rune) LangSet {
	switch {
	case r == 'đ', r == 'ơ', r == 'ư', r >= 0x1EA0 && r <= 0x1EF9, r == 'ă', r == 'ĩ', r == 'ũ':
		return Langs(Vietnamese)
	case r == 'ß':
		return Langs(German)
	case r == 'ä':
		return Langs(German, Swedish)
	case r == 'ö':
		return Langs(German, Swedish, Hungarian)
	case r == 'ü':
		return Langs(German, Hungarian)
	case r == 'å':
		return Langs(Swedish, Norwegian)
	case r == 'ø', r == 'æ':
		return Langs(Norwegian)
	case r == 'ñ', r == '¿':
		return Langs(Spanish)
	case r == 'ã', r == 'õ':
		return Langs(Portuguese, Vietnamese)
	case r == 'ê', r == 'è', r == 'ù':
		return Langs(French, Vietnamese)
	case r == 'ç', r == 'œ', r == 'û':
		return Langs(French)
	case r == 'ő', r == 'ű':
		return Langs(Hungarian)
	case r >= 0x0400 && r < 0x0530:
		return Langs(Russian)
	case r >= 0x3041 && r <= 0x30FF:
		return Langs(Japanese)
	case r >= 0xAC00 && r <= 0xD7A3:
		return Langs(Korean)
	case r >= 0x3400 && r <= 0x9FFF:
		return Langs(Chinese)
	}
	return 0
}
