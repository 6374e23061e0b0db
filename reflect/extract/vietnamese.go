package extract

import (
	"sync"

	"github.com/lukasadb/lukasa/internal/text"
)

var vietnameseClasses = map[string]map[string]string{
	"kin":       {"vợ": "wife", "chồng": "husband", "mẹ": "mother", "bố": "father", "ba": "father", "sếp": "boss"},
	"favourite": {"màu": "color", "món": "dish", "sách": "book", "phim": "movie"},
}

func vi(lines ...string) []pattern { return compile(vietnameseClasses, lines...) }

func viPhrases(lines ...string) phrases { return index(vi(lines...)) }

const viSelf = "tôi|mình|em|tớ"

// vietnamese is how people state things in Vietnamese. Who writes without
// diacritics is understood where no word of the message has any.
var vietnamese = sync.OnceValue(func() *language {
	return prepared(&language{
		code: "vi", lang: text.Vietnamese,
		first: text.Set(`tôi mình em tớ toi minh tên ten nhớ hãy ghi từ luôn đừng nhắc gọi không phải thực thật quê nhà sinh mục màu vợ con
			trình sáng tối nho ghi tu dung nhac goi khong`),
		openers: viPhrases("xin chào", "chào bạn|anh|chị|em|ad?", "vâng", "dạ", "ừ", "à", "thực|thật ra", "không", "và", "còn", "nhưng", "thì", "cứ",
			"hãy", "xin", "vui lòng", "làm ơn", "nhân tiện", "năm nay", "hiện tại|nay", "hi", "hello", "ok", "sai rồi", "nhầm rồi", "cảm ơn"),
		retract: viPhrases("không", "thực|thật ra", "sai rồi", "nhầm rồi", "xin lỗi"),
		doubts: viPhrases("nếu", "giả sử", "giá mà|như", "ước gì", "có lẽ|thể", "hình như", "nói", "bảo", "kể", "nghĩ", "nghe", "theo", "dịch",
			"trong đó", "viết truyện", "đùa", "chắc", "không biết", "tưởng tượng"),
		asks:     viPhrases("ví dụ", "có phải", "bạn có", "ai", "tại sao", "vì sao", "làm sao", "khi nào", "bao giờ", "thế nào"),
		puzzled:  viPhrases("chưa|không hiểu|rõ"),
		staging:  vietnameseStaging(),
		not:      viPhrases("không còn?", "chẳng còn?"),
		asksLast: text.Set(`gì đâu ai không à hả chứ nhỉ sao nào mấy chưa nữa`),
		joints:   text.Set(`và còn nhưng vì`),
		splits:   text.Set(`tôi mình em tớ nhà tên quê toi`),
		cuts:     text.Set(`vì nhưng nên còn mà thì tại`),
		tails: wordSetPhrases(`nhé ạ nha đó nhỉ lắm cả rồi đây với ơi thôi nhe a`, "hiện nay", "bây giờ", "hôm nay", "từ nay",
			"nhất nhé", "nhiều lắm"),
		vague: text.Set(`gì đâu ai nào nó đó này kia bạn anh chị sao mấy không được là vậy câu người một đây thế chưa nhé quá ý cái tôi
			mẹ bố hơn đến`),
		wishes: []wish{
			{rule: rule{kind: Fact, predicate: Note, confidence: .95, heads: vi("nhớ rằng|là", "ghi nhớ rằng|là", "đừng quên rằng|là", "lưu ý rằng|là")}, least: 2},
			{rule: rule{kind: Fact, predicate: Note, confidence: .95, heads: vi("ghi nhớ|chú", "lưu ý", "nhớ")}, least: 2, colon: true},
			{rule: rule{kind: Preference, predicate: Instruction, confidence: .9, heads: vi("từ nay|giờ trở|về? đi|sau?")}, imperative: true},
			{rule: rule{kind: Preference, predicate: Instruction, confidence: .9, heads: vi("luôn luôn?", "đừng bao giờ")}, imperative: true, self: true},
			{rule: rule{kind: Task, predicate: Reminder, confidence: .9, heads: vi("nhắc tôi|mình|em")}, imperative: true},
		},
		rules: []rule{
			{kind: UserFact, typ: "name", predicate: "name", confidence: .95, heads: vi(viSelf+" tên là?", "tên của? "+viSelf+" là", viSelf+" là"), value: nameOrStrict},
			{kind: Preference, predicate: Called, confidence: .9, heads: vi("gọi tôi|mình|em|tớ là"), value: nameStrict},
			{kind: Fact, predicate: "@_name", confidence: .9, heads: vi("@kin " + viSelf + " tên là?"), value: nameStrict},
			{kind: Fact, predicate: "son_name", confidence: .9, heads: vi("con trai " + viSelf + " tên là?"), value: nameStrict},
			{kind: Fact, predicate: "daughter_name", confidence: .9, heads: vi("con gái " + viSelf + " tên là?"), value: nameStrict},
			{kind: Fact, predicate: "favourite_@", confidence: .9, heads: vi("@favourite yêu thích của? " + viSelf + " là"), value: thing},
			{kind: Fact, predicate: "birthday", confidence: .95, heads: vi("sinh nhật của? " + viSelf + " là|vào"), value: date},
			{kind: Fact, predicate: "age", confidence: .9, heads: vi(viSelf), value: years},
			{kind: Fact, predicate: "allergic_to", confidence: .95, heads: vi(viSelf + " bị? dị ứng với?"), value: thing},
			{kind: Fact, predicate: "diet", confidence: .9, heads: vi(viSelf + " ăn"), value: vegetarian},
			{kind: UserFact, typ: "role", predicate: "role", confidence: .9, heads: vi(viSelf + " là|làm"), value: occupation},
			{kind: Fact, predicate: "works_at", confidence: .9, heads: vi(viSelf + " đang? làm việc? ở|tại|cho"), value: place},
			{kind: Fact, predicate: "born_in", confidence: .9, heads: vi(viSelf + " sinh ra? ở|tại"), value: placeNamed},
			{kind: Fact, predicate: "lives_in", confidence: .9, heads: vi(viSelf+" đang? sống|ở ở|tại", "nhà của? "+viSelf+" ở"), value: place},
			{kind: Fact, predicate: "from", confidence: .85, heads: vi(viSelf+" đến từ", "quê của? "+viSelf+" ở|là"), value: placeNamed},
			{kind: UserFact, typ: "level", predicate: "level", confidence: .9, heads: vi("trình độ của? " + viSelf + " là"), value: thing},
			{kind: UserFact, typ: "goal", predicate: "goal", confidence: .9, heads: vi("mục tiêu của? " + viSelf + " là"), value: thing},
			{kind: UserFact, typ: "goal", predicate: "goal", confidence: .85, heads: vi(viSelf+" đang ôn|luyện", viSelf+" muốn|định"), value: aim},
			{kind: Insight, typ: "learning_style", predicate: "learning_style", confidence: .85, whole: true, heads: vi(viSelf + " rất? thích học qua|bằng|theo")},
			{kind: Insight, typ: "knowledge_gap", predicate: "knowledge_gap", confidence: .9, heads: vi(viSelf+" vẫn|còn? chưa|không hiểu", viSelf+" hay nhầm|lẫn lẫn?"), value: topic},
			{kind: Insight, typ: "habit", predicate: "habit", confidence: .8, whole: true, heads: vi(viSelf+" thường học|đọc|chạy|tập|làm|dậy",
				"sáng|tối|ngày|tuần|chiều nào "+viSelf+" cũng")},
			{kind: UserFact, typ: "weakness", predicate: "weakness", confidence: .85, heads: vi(viSelf+" còn|rất|khá? yếu về?", viSelf+" còn|rất|khá? kém về?"), value: thing},
			{kind: UserFact, typ: "preference", predicate: "dislikes", confidence: .9, heads: vi(viSelf+" không thích", viSelf+" rất? ghét"), value: thing},
			{kind: UserFact, typ: "preference", predicate: "prefers", confidence: .9, heads: vi(viSelf + " thích"), value: over},
			{kind: UserFact, typ: "preference", predicate: "likes", confidence: .85, heads: vi(viSelf+" rất|cũng? thích|yêu", viSelf+" rất? mê"), value: thing},
		},
		before:   viPhrases("trước|hồi tôi|mình|em", "trước đây|kia tôi|mình|em", "tôi|mình|em từng muốn|thích|học"),
		after:    viPhrases("nay|giờ tôi|mình|em", "bây giờ tôi|mình|em", "nhưng giờ|nay"),
		contrast: vietnameseContrast,
		manners:  text.Set(`trả dùng viết cho gửi nói giữ đặt thêm tránh giải hỏi kiểm đề xưng dịch tóm liệt đừng luôn trích ghi`),
		errands: text.Set(`trả dùng viết cho gửi nói gọi giữ đặt thêm tránh giải bắt hỏi kiểm đề coi xưng dịch tóm liệt đừng luôn nộp mua họp
			tìm mở đóng chạy xóa quên nhớ nhắc ghi lưu tạo hủy giúp so sắp in đổi tính đếm lấy đi uống thi học`),
	})
})

// nameOrStrict accepts a name; where "tên" does not say that one follows, only
// one with capitals.
func nameOrStrict(l *language, v []token) []token {
	if len(v) > 0 && v[0].capital {
		return nameStrict(l, v)
	}
	return nil
}

func vegetarian(l *language, v []token) []token {
	if v = l.trim(v); len(v) == 1 && (v[0].key == "chay" || v[0].key == "kiêng") {
		return v
	}
	return nil
}

var plainUndertakings = text.Set(`tro hoc luyen gioi thanh do dau`)

// aim accepts a goal that is more than an errand.
func aim(l *language, v []token) []token {
	if len(v) == 0 || !undertakings[v[0].key] && !plainUndertakings[v[0].key] {
		return nil
	}
	return thing(l, v)
}

// over accepts "X hơn Y".
func over(l *language, v []token) []token {
	v = thing(l, v)
	for i, t := range v {
		if t.key == "hơn" && i > 0 && i+1 < len(v) {
			return v
		}
	}
	return nil
}

var notBut = vi("không phải")

// vietnameseContrast reads "không phải X mà là Y".
func vietnameseContrast(l *language, t []token, _ bool) (wrong, right []token) {
	n, _, ok := longest(notBut, t, false)
	if !ok {
		return nil, nil
	}
	for i := n + 1; i+2 < len(t); i++ {
		if t[i].key == "mà" && t[i+1].key == "là" {
			wrong, right = t[n:i], l.trim(t[i+2:])
			if len(right) == 0 || l.vague[wrong[0].key] || len(wrong) > longestName || len(right) > longestName || l.vague[right[0].key] {
				return nil, nil
			}
			return wrong, right
		}
	}
	return nil, nil
}
