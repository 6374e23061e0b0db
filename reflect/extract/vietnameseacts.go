package extract

import "github.com/lukasadb/lukasa/internal/text"

// vietnameseSpellings are how chats shorten words.
var vietnameseSpellings = spellings{
	"không": "ko k kg khong hông hong hok hem", "được": "đc dc", "rồi": "r roi", "vậy": "z", "gì": "j", "mình": "mk mik", "biết": "bít", "tôi": "tui",
	"vâng": "dạ", "ok": "oke okie okê okla okay", "giúp": "giùm dùm hộ", "ừ": "uh ừm uhm ừa", "thôi": "thoi", "nhầm": "lộn",
}

func viActs(lines ...string) phrases { return vietnameseSpellings.phrases(lines...) }

const (
	viMe   = "tôi|mình|em|anh|chị|tớ|tao|cháu|con"
	viYou  = "bạn|em|anh|chị|cậu|mày|ad|ông|bà"
	viEnd  = "ạ|nhé|nha|đó|đấy|luôn|rồi|đi|em|anh|chị|bạn|vậy|thế|nhe|a|nghe"
	viDid  = "nói|viết|gõ|ghi|nhớ|đọc|gửi|nghe|hiểu|đưa|tính|đặt|gọi|điền|nhập|bấm|chọn"
	viThat = "đó|đấy|này|kia|vậy|thế|cái|địa|số|thông|câu|ngày|tên"
)

// vietnameseActs is how people ask, command, correct and confirm in Vietnamese.
func vietnameseActs() *acts {
	return &acts{
		code: "vi", lang: text.Vietnamese,
		leads: viActs("ok|à|ờ|thế|vậy|còn|và|nhưng|mà|hey|hi|hello|alo|ê|ơi|nè|ủa|thì", "xin? chào "+viYou+"|cả?", viYou+" ơi",
			"xin lỗi "+viYou+"?", "nhân tiện|đây", "tiện thể", "cảm|cám ơn "+viYou+"? ."),
		revisions: viActs("thật|thực ra", "khoan đã?", "đợi đã|chút|tí", "nghĩ lại", "à quên", "ấy chết"),
		phatic: viActs("không sao|cần|dám đâu?", "không có gì|chi .", "không phải lo|ngại", "không . không sao|cần",
			"cảm|cám ơn", "chúc "+viYou+"|mừng|ngủ", "thôi kệ|được", "hẹn gặp", "tạm biệt", "trời ơi|đất",
			"để "+viMe+" xem|nghĩ|thử|hỏi|kiểm"),
		confirms: viActs("vâng|ừ|yes|ok|đúng|chuẩn|chốt|duyệt|yep|yeah .", "vâng|ừ "+viEnd+"|đúng|được|chính|vâng|phải|cứ|làm|gửi",
			"vâng|ừ . _", "đúng "+viEnd+"|thế|là|như|ý", "phải|được "+viEnd, "chính xác|nó|là|hắn", "chuẩn "+viEnd+"|xác", "đồng|nhất ý|trí",
			"tất nhiên", "đương|dĩ nhiên", "chắc chắn",
			"quá được|đúng|chuẩn", "ok "+viEnd+"|chốt|được", "cứ thế|vậy|làm|như|gửi", "xác nhận", viMe+" xác nhận", viMe+" đồng ý",
			"hợp lý", "chốt "+viEnd+"|đơn|kèo", "duyệt "+viEnd, "làm "+viEnd+" .", "có ạ|chứ|nhé ."),
		assents: viActs("ok|được|phải|ừ|rồi|tốt|có ."),
		denies:  viActs("không|sai .", "không . _", "à|ơ không", "sai bét"),
		corrects: viActs(
			"ý "+viMe+" là|muốn|nói", "ý là", "nhầm|sai "+viEnd+"|mất|to", "nhầm|sai .", viMe+" "+viDid+" nhầm|sai", viMe+" bị? nhầm",
			viMe+" đổi ý", viMe+" không|chưa|đâu có|hề|từng? nói|bảo|hỏi|ý|yêu", "lỗi của? "+viMe, "không|chưa phải|đúng", "đâu có|phải",
			"có phải đâu", "đính chính", "sửa lại", "xin|cho "+viMe+"? đính|sửa", viYou+" "+viDid+" nhầm|sai", viYou+" bị? nhầm",
			viThat+" _? _? là|bị? sai|nhầm", viThat+" _? _? không phải|đúng", viThat+" _? _? cũ|sai rồi", "đổi kế|ý|lịch",
			"thay đổi kế|lịch", "bỏ qua|đi cái|câu|tin|điều", "quên đi|cái|chuyện|điều", "phải là", "đúng ra|phải", "chính xác phải",
			"chứ không"),
		slips:  viActs("chứ không|đâu", "không phải _? _? _? _? mà", "mà là", "nhầm rồi|lẫn", "sai rồi", viDid+" nhầm|sai"),
		claims: viActs("lúc|hồi nãy|trước "+viMe+"|"+viYou, viYou+" nói|bảo|ghi|viết là|rằng", "hôm trước "+viMe, "không còn _? _? _? nữa"),
		nots:   vietnameseSpellings.words(`không`), buts: vietnameseSpellings.words(`nhưng`),
		asks: viActs("tại|vì sao", "làm sao|thế", "sao _", "ai _", "khi nào", "bao giờ|lâu|nhiêu|xa", "mấy giờ|người|cái|ngày|tuổi",
			"cho "+viMe+"? hỏi|biết", viMe+" muốn|cần|đang|định? hỏi|biết", viMe+" thắc|tự mắc|hỏi", "không biết",
			"có phải|ai|gì|nên|cần|cách|chỗ|quán|thể|món", "liệu", "thế|vậy còn|thì", "đâu là", "cái nào|gì",
			viYou+" có? biết|nhớ|thấy|nghĩ", "nghĩa là gì", "hỏi chút|tí|xíu|cái|nhanh", "biết|nhớ ai|gì|đâu|chỗ|quán|mấy"),
		informs:   viActs("cho "+viMe+" hỏi|biết", "nói|bảo|chỉ cho? "+viMe+" biết|cách|nghe|chỗ", "nhắc lại"),
		requests:  viActs("có thể", viYou+" có? thể", viYou+" giúp|làm|hãy|cho", "giúp|nhờ|phiền "+viMe+"|"+viYou, viMe+" muốn|cần|nhờ "+viYou),
		softeners: vietnameseSpellings.words(`giúp vui lòng làm ơn hãy`),
		statives:  vietnameseSpellings.words(`hiểu nghe thích ăn uống bơi là`),
		orders: viActs("hãy", "đừng", "vui lòng", "làm ơn", "xin hãy|vui|đừng", "nhờ|phiền "+viYou, "giúp "+viMe,
			"cho "+viMe+" xem|xin|đặt|mượn|một|danh|thêm|coi|gặp", "không được|dùng|cần|nên _? _? _? _? nữa", "trình bày", "so sánh",
			"theo dõi", "tổng hợp", "đánh dấu|giá", "phân tích|loại|công", "ghi|lưu|chú lại|nhớ|ý"),
		standing:  viActs("từ nay|giờ|mai|đây|bây|hôm về|trở|giờ|sau|nay|đi? đi|sau|trở|về? đi|sau?", "lần sau|tới", "sau này", "kể từ"),
		negations: viActs("luôn luôn?", "nhớ|đừng"),
		pleas:     vietnameseSpellings.words(`giùm dùm`),
		verbs: vietnameseSpellings.words(`báo bật bỏ book cancel cập check chia chỉnh chuyển chạy copy dịch dời dừng đăng đặt đếm đọc đóng đổi gợi gọi gom gộp gửi ghi giải giới giữ
		hẹn hỏi hoãn huỷ hủy in kể kiếm kiểm lập làm lấy lên liệt lưu mở mua ngưng ngừng nhắc nhập nói note nộp quét rút sắp search set soạn sửa tạo tắt tăng thay
		thêm thử tìm tính tóm trả update vẽ viết xếp xóa xoá xuất xưng`),
		objects:      vietnameseSpellings.words(`cho lại giúp tôi mình này đó cái những các một thêm hết đi số vào`),
		finite:       vietnameseSpellings.words(`là bị đã đang sẽ vẫn`),
		subjects:     vietnameseSpellings.words(`tôi mình em anh chị nó họ chúng bạn đó đây tớ`),
		subordinates: vietnameseSpellings.words(`khi nếu trước sau mỗi hễ để`),
		joints:       vietnameseSpellings.words(`nhưng và mà còn`),
		inverted:     vietnameseAsks,
		polite: map[string]phrases{
			"greet": viActs("xin? chào", "hello|alo"), "thank": viActs("cảm|cám ơn"), "part": viActs("tạm biệt", "hẹn gặp"),
		},
	}
}

// vietnameseAsks tells whether a clause holds a word that asks, or ends with one: the order
// of its words is that of a statement.
func vietnameseAsks(_ *acts, t []token, _ bool) bool {
	for i := range t {
		if _, ok := vietnameseWhich.at(t[i:], true); ok && (i == 0 || !vietnameseNever[t[i-1].key]) {
			return true
		}
	}
	last := len(t) - 1
	if last > 1 && vietnameseTails[t[last].key] {
		last--
	}
	return last > 0 && vietnameseParticles[t[last].key]
}

var (
	vietnameseWhich = viActs("bao nhiêu|lâu|xa", "bao giờ", "mấy giờ|người|ngày|tháng|tuổi|cái|lần|con|tiếng|phút",
		"khi|lúc|chỗ|nơi|hôm|ngày|người|cái|loại|món|quán|bên _? nào",
		"ở đâu", "tại|vì|làm sao", "thế|như nào", "là ai|gì|sao", "những|cái|món|thuốc|tên|việc|chuyện gì", "gì vậy|thế|ấy|không|nhỉ|đó", "ra sao")
	// vietnameseNever make never of when.
	vietnameseNever     = vietnameseSpellings.words(`đừng không chưa chẳng`)
	vietnameseParticles = vietnameseSpellings.words(`không nhỉ chưa hả gì đâu nào sao à ai mấy`)
	vietnameseTails     = vietnameseSpellings.words(`vậy thế ạ nhỉ đó ta hả`)
)
