package rank

import "github.com/lukasadb/lukasa/internal/text"

// tongues are the languages, beside English, whose questions are understood.
var tongues = map[text.Lang]*tongue{
	text.German: {
		mine:  "ich|mich|mir|mein|meine|meinen|meinem|meiner|meines|wir|uns|unser|unsere|unseren|unserem|unserer|unseres",
		yours: "du|dich|dir|dein|deine|deinen|deinem|deiner|deines",
		time: "wann|welchem tag|welchen tag|welcher tag|welchem datum|welches datum|welchem wochentag|welchem monat|welchem jahr|" +
			"welcher woche|wie viel uhr|wieviel uhr",
		duration: "wie lange|wie lang|wie alt|wie oft|wie viele stunden|wie viele tage|wie viele wochen|wie viele monate|wie viele jahre",
		number: "wie viel|wie viele|wieviel|wieviele|wie hoch|wie teuer|wie groß|wie weit|wie schwer|wie schnell|" +
			"was kostet|was kostete|was hat gekostet|welchem preis|welcher preis",
		name:    "wer|wem|wen|wessen|wo|wohin|woher|wie heißt|wie hieß|wie heißen|welchem ort|welcher ort|welcher stadt|welche stadt",
		several: "alles|welche|wie viele",
	},
	text.Spanish: {
		mine:     "yo|mi|mis|mí|mío|mía|míos|mías|me|conmigo|nos|nosotros|nosotras|nuestro|nuestra|nuestros|nuestras",
		yours:    "tú|vos|te|ti|contigo|tu|tus|usted",
		time:     "cuándo|qué día|qué fecha|qué semana|qué mes|qué año|qué hora",
		duration: "cuánto tiempo|cuántas horas|cuántos días|cuántas semanas|cuántos meses|cuántos años|cada cuánto|qué edad",
		number:   "cuánto|cuánta|cuántos|cuántas|qué precio|qué cuesta|qué costó|qué vale|qué valió",
		name:     "quién|quiénes|dónde|adónde|cómo se llama|cómo se llamaba|qué ciudad|qué lugar",
		several:  "cuáles|quiénes|cuántos|cuántas|qué cosas",
	},
	text.Vietnamese: {
		mine:  "tôi|tao|tau|tớ|mình",
		yours: "bạn|mày|cậu",
		time: "khi nào|bao giờ|lúc nào|hôm nào|ngày nào|ngày mấy|buổi nào|đêm nào|mấy giờ|tuần nào|tháng mấy|tháng nào|năm nào|" +
			"thứ mấy|mùng mấy|ngày bao nhiêu",
		duration: "bao lâu|mấy ngày|mấy tuần|mấy tháng|mấy năm|mấy tuổi|bao nhiêu ngày|bao nhiêu tháng|bao nhiêu năm|bao nhiêu tuổi",
		number:   "bao nhiêu|mấy|giá",
		name:     "ai|đâu|tên gì|tên là gì|chỗ nào|nơi nào",
		several:  "những|các|mấy lần",
	},
	text.Chinese: {
		unspaced: true,
		mine:     "我|咱|俺",
		yours:    "你|您",
		time:     "什么时候|啥时候|何时|哪天|哪一天|几点|几号|几月|哪年|哪个月|哪月|星期几|周几",
		duration: "多久|多长时间|几天|几年|几个月|几周|几个小时|多大年纪|几岁",
		number:   "多少|几|多大|多高|多重|多贵|多远",
		name:     "谁|哪里|哪儿|哪家|哪个|在哪|去哪|叫什么|什么名字",
		several:  "哪些|哪几|都|有什么",
		idle: "什么时候|啥时候|什么|怎么样|怎么|怎样|为什么|多少|多久|多大|哪些|哪里|哪儿|哪天|哪一天|哪家|哪个|哪几次|哪|几点|几次|几个|" +
			"是不是|有没有|有哪些|来着|到底|的|了|吗|呢|吧|啊|嘛|我们|你们|他们|她们|咱们|我|你|您|他|她|它|咱|谁|啥|是|在|把|被|跟|和|与|给|" +
			"那个|这个|那些|这些|那次|这次|那|这|都|也|就|很|还是|还|又|要|过|之前|以前|当时|现在|最后|最开始",
	},
}
