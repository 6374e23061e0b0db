package prompt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
)

// block is an item made ready to be written.
type block struct {
	index     int // of the item
	item      *Item
	ref       string
	clean     string
	overlong  bool       // clean is not the whole text
	whole     string     // the block, uncut
	tokens    int        // of whole
	sentences []sentence // of clean; nil until they are weighed

	// What the context has of it.
	shown string // "": nothing
	used  int
	cut   bool
}

// perToken bounds what is read of a record, in bytes for each token of the
// budget: more than any vocabulary packs into one.
const perToken = 64

// What was cut ends with ellipsis, or begins with lead.
const (
	ellipsis = " …"
	lead     = "… "
)

// write gives the head and the quoted text.
func (b *block) write(loc *time.Location, content string, cut bool) string {
	return head(b.item, b.ref, loc, content, cut) + "\n" + Quote(content)
}

// head describes a record on one line, before the text that is shown of it.
func head(i *Item, ref string, loc *time.Location, content string, cut bool) string {
	parts := make([]string, 0, 8)
	add := func(s string) {
		if s != "" {
			parts = append(parts, s)
		}
	}
	add(when(i.Time, i.TimeEnd, loc))
	add(label(string(i.Kind)))
	if i.Speaker != "" {
		add("from " + attribute(i.Speaker))
	}
	if i.Agent != "" {
		add("agent " + attribute(i.Agent))
	}
	if names := untold(i.Entities, content); len(names) > 0 {
		add("about " + entities(names))
	}
	add(validity(i.TrueFrom, i.TrueTo, loc))
	add(confidence(i))
	if i.Inferred {
		add("inferred")
	}
	add(label(i.Note))
	if i.Source != "" {
		add("source " + attribute(i.Source))
	}
	if cut {
		add(cutMark)
	}
	if len(parts) == 0 {
		return "[" + ref + "]"
	}
	return "[" + ref + "] " + strings.Join(parts, "; ")
}

// confidence says how sure a record is, and how sure it was before it faded, where most of it
// has: else what nobody repeated in a year reads like what nobody ever believed.
func confidence(i *Item) string {
	if i.Confidence <= 0 || i.Confidence > 1 {
		return ""
	}
	hundredths := func(c float64) string { return strconv.FormatFloat(c, 'f', 2, 64) }
	if i.Confirmed > 2*i.Confidence && i.Confirmed <= 1 {
		return "confidence " + hundredths(i.Confidence) + ", " + hundredths(i.Confirmed) + " when last confirmed"
	}
	return "confidence " + hundredths(i.Confidence)
}

// cutMark says in the head that the text is not whole.
const cutMark = "shortened"

// shownEntities is how many entities a head names.
const shownEntities = 4

// untold are the names that the text itself does not have as words, each once: whom "she"
// stands for, but not what a reader sees anyway.
func untold(names []string, content string) []string {
	var out []string
	for i, name := range names {
		if !slices.Contains(names[:i], name) && text.IndexWord(strings.ToLower(content), strings.ToLower(name)) < 0 {
			out = append(out, name)
		}
	}
	return out
}

func entities(names []string) string {
	quoted := make([]string, 0, shownEntities)
	for _, n := range names[:min(len(names), shownEntities)] {
		quoted = append(quoted, attribute(n))
	}
	return strings.Join(quoted, ", ")
}

// when writes a time to the minute, or to the day if it is a midnight of UTC,
// and a range with two dots.
func when(from, to time.Time, loc *time.Location) string {
	if from.IsZero() {
		return ""
	}
	if to.IsZero() || !to.After(from) {
		return instant(from, loc)
	}
	return instant(from, loc) + ".." + instant(to, loc)
}

// validity writes since and until when something is true.
func validity(from, to time.Time, loc *time.Location) string {
	var s string
	if !from.IsZero() {
		s = " from " + instant(from, loc)
	}
	if !to.IsZero() {
		s += " until " + instant(to, loc)
	}
	if s == "" {
		return ""
	}
	return "true" + s
}

func instant(t time.Time, loc *time.Location) string {
	if u := t.UTC(); u.Equal(u.Truncate(24 * time.Hour)) {
		return u.Format(time.DateOnly)
	}
	return t.In(loc).Format("2006-01-02 15:04")
}

// shorten gives the longest part of the text, ended where a sentence ends or
// else a word, with which the block takes at most room tokens.
func (b *block) shorten(w *writer, room int) (shown string, tokens int, ok bool) {
	var sentences, words []int
	for s := range text.Sentences(b.clean) {
		sentences = append(sentences, s.End)
	}
	if len(sentences) > 0 && !b.overlong {
		sentences = sentences[:len(sentences)-1] // that would be all of it
	}
	if shown, tokens, ok = b.longest(w, room, sentences); ok {
		return shown, tokens, true
	}
	for i := 1; i < len(b.clean); i++ {
		if b.clean[i] == ' ' || b.clean[i] == '\n' {
			words = append(words, i)
		}
	}
	if shown, tokens, ok = b.longest(w, room, words); ok {
		return shown, tokens, true
	}
	if len(words) > 0 {
		return "", 0, false
	}
	var runes []int // one long run: better a piece of it than nothing
	for i := range b.clean[:min(len(b.clean), perToken*room)] {
		if i > 0 {
			runes = append(runes, i)
		}
	}
	return b.longest(w, room, runes)
}

// longest looks by bisection for the last of the ends at which the text still
// fits.
func (b *block) longest(w *writer, room int, ends []int) (shown string, tokens int, ok bool) {
	low, high := 0, len(ends)
	for low < high {
		mid := int(uint(low+high) >> 1)
		s := b.write(w.loc, Clean(b.clean[:ends[mid]])+ellipsis, true)
		if n := w.count(s); n <= room {
			shown, tokens, ok = s, n, true
			low = mid + 1
		} else {
			high = mid
		}
	}
	return shown, tokens, ok
}

// references gives each id the form in which the text shows it, all different.
func references(blocks []*block, full bool) {
	lengths := []int{8, 12, uuidLength}
	if full {
		lengths = lengths[2:]
	}
	for i, length := range lengths {
		count := map[string]int{}
		for _, b := range blocks {
			count[b.ref]++
		}
		for _, b := range blocks {
			if i == 0 || count[b.ref] > 1 {
				b.ref = short(b.item.ID, length)
			}
		}
	}
	used := map[string]bool{}
	for _, b := range blocks {
		ref := b.ref
		for n := 2; used[b.ref]; n++ {
			b.ref = fmt.Sprintf("%s.%d", ref, n)
		}
		used[b.ref] = true
	}
}

// uuidLength is the length of a UUID with its hyphens.
const uuidLength = 36

// short gives the last characters of a UUID, or another id whole.
func short(id string, length int) string {
	if len(id) == uuidLength && id[8] == '-' && id[13] == '-' && id[18] == '-' && id[23] == '-' {
		id = id[uuidLength-length:]
	}
	return strings.Map(func(r rune) rune {
		if r < 0x80 && (letter(byte(r)) || digit(byte(r)) || strings.ContainsRune("._:-", r)) {
			return r
		}
		return '_'
	}, id[:min(len(id), maxTag)])
}
