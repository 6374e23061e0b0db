package extract

import (
	"cmp"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// span is a part of a message, in bytes.
type span struct{ start, end int }

// staging are the words by which a writer announces that what follows is not said in
// their own name.
type staging struct {
	// opens do so where they open a sentence, within anywhere in it.
	opens, within phrases
	// whole tells the same of what went before, too.
	whole phrases
}

func englishStaging() staging {
	return staging{
		opens: enPhrases("imagine|suppose|supposing|pretend", "can|could you imagine|suppose|pretend", "i want you to imagine|pretend|play|act"),
		within: enPhrases("translate|paraphrase|rewrite|rephrase|proofread|spellcheck", "once upon a time", "let's imagine|pretend|suppose|say|roleplay|role-play",
			"roleplay|role-play", "role play", "cover letter", "grammar|spelling of", "quote of", "lyrics",
			"write|draft|compose|tell me|us? a|an|the|some|my short|little|nice|formal|funny? poem|story|song|letter|email|mail|message|essay|bio|speech|tweet|post|dialogue|scene|joke|review|ad",
			"here|here's|this is? a|an|the|my? draft|text|letter|message|essay|transcript|log|bio|resume|poem|story|paragraph|review|conversation|chat|dialogue",
			"here|here's is? a|an|the email|mail", "got|received|have this|the|a|an mail|email|e-mail|message|letter|text|review",
			"sent|wrote|texted|emailed|forwarded me|us", "the? following text|mail|email|e-mail|message|letter|review|conversation|sentence|sentences|paragraph",
			"what does this|that|the mean|sentence|text", "the|this prompt|transcript|quote|email|mail|message|letter|review is|was|says|said|reads|goes"),
		whole: enPhrases("translate|paraphrase|rewrite|rephrase|proofread|spellcheck|polish this|that|it|above|the", "say this|that|it in",
			"complete|finish|continue|correct this|the|my|following? sentence|text|story|paragraph|essay", "fix|check|correct|improve the|my? grammar|spelling|wording|punctuation", "in this|my|the play|novel|story|poem|song|role"),
	}
}

func vietnameseStaging() staging {
	return staging{
		opens:  viPhrases("giả sử", "tưởng tượng", "đóng vai"),
		within: viPhrases("viết một|cho|giúp|lại bài|truyện|thư|email|câu|đoạn|tin", "dịch"),
		whole:  viPhrases("dịch câu|đoạn|giúp này|trên|sau"),
	}
}

// borrow finds what of a message is not its writer's own: quotations and code, also of
// several sentences, what another is said to have said, forwarded mail, and all that
// follows an announcement of a text, a play or a supposition.
func (m *message) borrow() {
	m.borrowed = append(quotations(m.text), m.labelled()...)
	for i := range m.sentences {
		s := &m.sentences[i]
		for _, l := range languages() {
			s.stages = s.stages || m.announces(l, *s)
			if l.staging.whole.anywhere(m.words(*s), !m.accented) {
				m.borrowed = append(m.borrowed, span{0, len(m.text)})
			}
		}
		if s.stages {
			m.borrowed = append(m.borrowed, span{s.end, len(m.text)})
			break // all that follows is found to be borrowed
		}
	}
	m.borrowed = joinSpans(m.borrowed)
}

// announces tells whether a sentence says that what follows is not meant as said: a
// report or supposition that ends with a colon does so too.
func (m *message) announces(l *language, s sentence) bool {
	t := m.words(s)
	if l.staging.within.anywhere(t, !m.accented) {
		return true
	}
	if l.staging.opens.opens(l.open(t, !m.accented), !m.accented) {
		return true
	}
	return m.colon(s) && l.doubted(m, t)
}

// colon tells whether a colon ends a word of a sentence.
func (m *message) colon(s sentence) bool {
	body := m.text[s.start:s.end]
	return strings.Contains(body, ": ") || strings.Contains(body, ":\n") || strings.HasSuffix(strings.TrimSpace(body), ":")
}

// lends tells whether a sentence holds something borrowed.
func (m *message) lends(s sentence) bool {
	i := sort.Search(len(m.borrowed), func(i int) bool { return m.borrowed[i].end > s.start })
	return i < len(m.borrowed) && m.borrowed[i].start < s.end
}

// closers end what an opening mark began.
var closers = map[rune]string{'"': "\"", '“': "”", '„': "“”", '«': "»", '»': "«", '「': "」"}

// quotations finds what stands between two marks, and in fences.
func quotations(s string) (out []span) {
	begin, ends := 0, ""
	for i, r := range s {
		switch {
		case ends == "":
			if ends = closers[r]; ends != "" {
				begin = i
			}
		case strings.ContainsRune(ends, r):
			out, ends = append(out, span{begin, i}), ""
		}
	}
	fenced := strings.Split(s, "```")
	at := 0
	for i, part := range fenced {
		if i%2 == 1 {
			out = append(out, span{at, at + len(part)})
		}
		at += len(part) + len("```")
	}
	return out
}

var (
	// speaker is what opens a line of a transcript: who says it, and when.
	speaker = regexp.MustCompile(`^\s*(?:\[[^\]]{0,40}\]\s*)?([\pL][\pL\pN_.'’-]*(?: [\pL\pN_.'’-]+){0,2})\s*(?:[(\[][^)\]]{0,40}[)\]]|,? ?\d{1,2}[:.]\d{2}(?: ?[AaPp][Mm])?)?:\s`)
	// marked is a line that was quoted, or of somebody in a chat.
	marked = regexp.MustCompile(`^\s*(?:>|<?[\pL\pN_.-]{1,30}>\s)`)
)

// ownLabels are what people write before what they say themselves.
//
//nolint:misspell // people spell in both ways
var ownLabels = text.Set(`ps p.s update edit about me context background question questions problem issue info information fyi note notes nb
	remember memo correction btw intro introduction profile fact facts details important warning attention also reminder thing things
	age allergies allergy ambition base birthday city conditions day diagnosis diet dislikes email employer every favourite favorite
	goal hobbies home hometown job languages likes location mobile name number occupation pets phone policy profession role rule
	target timezone town trade weakness work hi hello hey tl dr tldr edit disclaimer clarification answer yes no ok okay sorry lưu ý chú cập nhật`)

// headers open the lines above a mail.
var headers = text.Set(`from to cc subject sent date von an betreff de objet từ gửi`)

// labelled finds the lines that somebody else says, and mail.
func (m *message) labelled() (out []span) {
	at, header := 0, false
	for line := range strings.Lines(m.text) {
		end := at + len(line)
		var who []string
		if strings.Contains(line, ":") {
			who = speaker.FindStringSubmatch(line)
		}
		switch {
		case who != nil && headers[strings.ToLower(who[1])]:
			if header {
				return append(out, span{at, len(m.text)})
			}
			header = true
			out = append(out, span{at, end})
		case who != nil && !own(who[1]) || strings.Contains(line, ">") && marked.MatchString(line):
			out = append(out, span{at, end})
		}
		at = end
	}
	return out
}

// own tells whether a label is before the writer's own words.
func own(label string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(label)) {
		word = strings.ReplaceAll(strings.TrimRight(word, "."), "’", "'")
		if ownLabels[word] || strings.Contains(label, " ") && text.StopIn(word).Has(text.English) || english().first[word] || vietnamese().first[word] {
			return true
		}
	}
	return false
}

// joinSpans sorts spans and joins those that meet.
func joinSpans(spans []span) (out []span) {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	for _, s := range spans {
		if n := len(out); n > 0 && s.start <= out[n-1].end {
			out[n-1].end = max(out[n-1].end, s.end)
			continue
		}
		out = append(out, s)
	}
	return out
}
