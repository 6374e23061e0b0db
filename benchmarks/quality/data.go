package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/query/rank"
)

// Turn is one utterance of a conversation.
type Turn struct {
	ID      string `json:"dia_id"`
	Speaker string `json:"speaker"`
	Text    string `json:"text"`
	Caption string `json:"blip_caption"`

	Session int
	Time    time.Time
	// Parts are the context, action and outcome of an experience; a message has none.
	Parts [3]string `json:"-"`
	// Worked is "+" for an experience that ended well, "-" for one that did not, "?" where its outcome does not tell, and
	// empty where nobody judged.
	Worked string `json:"-"`
	// Note is the kind of a record that was kept by itself, empty for a message or an experience; Replaces the turn that it
	// supersedes.
	Note, Replaces string `json:"-"`
}

// Probe is a question with the turns that answer it. The answer itself is never read.
type Probe struct {
	Question string
	Evidence map[string]bool
	Category int
}

// Conversation is what one agent remembers.
type Conversation struct {
	ID string
	// Group is what cross-validation leaves out at a time; conversations that share text share a group.
	Group  string
	Turns  []Turn
	Probes []Probe
	// Never are questions near to what was said that nothing said answers.
	Never []string
	// Strange are situations like none that was experienced.
	Strange  []string
	Speakers []string
	// User is the speaker who asks questions as "I", or empty.
	User string
	// Addressee is the speaker whom a question calls "you", or empty.
	Addressee string
	// Skipped counts questions without evidence among the turns.
	Skipped int
}

// Now is the time of asking: a day after the last turn.
func (c *Conversation) Now() time.Time {
	var last time.Time
	for _, t := range c.Turns {
		if t.Time.After(last) {
			last = t.Time
		}
	}
	if last.IsZero() {
		return last
	}
	return last.Add(24 * time.Hour)
}

type file struct {
	SampleID     string                     `json:"sample_id"`
	Conversation map[string]json.RawMessage `json:"conversation"`
	QA           []struct {
		Question string          `json:"question"`
		Evidence json.RawMessage `json:"evidence"`
		Category json.RawMessage `json:"category"`
	} `json:"qa"`
}

var (
	sessionKey = regexp.MustCompile(`^session_(\d+)$`)
	turnID     = regexp.MustCompile(`D\d+:\d+`)
)

// Read reads a file in LoCoMo's format, a list of conversations or a single one; or a script, or a directory of them (kinds.go).
func Read(path string) ([]Conversation, error) {
	if scripts, err := scriptsAt(path); err != nil || len(scripts) > 0 {
		return readScripts(scripts, err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var files []file
	if err := json.Unmarshal(data, &files); err != nil {
		var one file
		if json.Unmarshal(data, &one) != nil {
			return nil, fmt.Errorf("quality: %s: %w", path, err)
		}
		files = []file{one}
	}
	var out []Conversation
	for i, f := range files {
		c, err := f.conversation(i)
		if err != nil {
			return nil, fmt.Errorf("quality: %s: conversation %d: %w", path, i, err)
		}
		out = append(out, c)
	}
	return out, nil
}

func (f *file) conversation(i int) (Conversation, error) {
	c := Conversation{ID: f.SampleID}
	if c.ID == "" {
		c.ID = "conversation-" + strconv.Itoa(i+1)
	}
	c.Group = c.ID
	var numbers []int
	for key := range f.Conversation {
		if m := sessionKey.FindStringSubmatch(key); m != nil {
			n, _ := strconv.Atoi(m[1]) // digits
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	for _, n := range numbers {
		if err := f.session(&c, n); err != nil {
			return c, err
		}
	}
	known := map[string]bool{}
	for _, t := range c.Turns {
		known[t.ID] = true
	}
	c.name()
	for _, q := range f.QA {
		p := Probe{Question: q.Question, Evidence: evidence(q.Evidence, known), Category: category(q.Category)}
		if len(p.Evidence) == 0 {
			c.Skipped++
			continue
		}
		c.Probes = append(c.Probes, p)
	}
	return c, nil
}

// name lists the speakers, and finds the one who asks and the one who is asked.
func (c *Conversation) name() {
	for _, t := range c.Turns {
		if t.Speaker != "" && !slices.Contains(c.Speakers, t.Speaker) {
			c.Speakers = append(c.Speakers, t.Speaker)
		}
	}
	talk := rank.Usual(func(name string) bool { return slices.Contains(c.Speakers, name) })
	if c.User = talk.I; c.User != "" {
		c.Addressee = talk.You
	}
}

// session reads the turns of one session. Turns without an id get one in the usual style.
func (f *file) session(c *Conversation, n int) error {
	key := "session_" + strconv.Itoa(n)
	var turns []Turn
	if err := json.Unmarshal(f.Conversation[key], &turns); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	var date string
	if raw, ok := f.Conversation[key+"_date_time"]; ok {
		if err := json.Unmarshal(raw, &date); err != nil {
			return fmt.Errorf("%s_date_time: %w", key, err)
		}
	}
	at := parseTime(date)
	for i, t := range turns {
		t.Session = n
		if !at.IsZero() {
			t.Time = at.Add(time.Duration(i) * time.Minute)
		}
		if t.ID == "" {
			t.ID = fmt.Sprintf("D%d:%d", n, i+1)
		}
		c.Turns = append(c.Turns, t)
	}
	return nil
}

// evidence reads a list of turn ids, or text that holds them.
func evidence(raw json.RawMessage, known map[string]bool) map[string]bool {
	out := map[string]bool{}
	var ids []string
	if json.Unmarshal(raw, &ids) != nil {
		ids = []string{string(raw)}
	}
	for _, s := range ids {
		if known[s] {
			out[s] = true
			continue
		}
		for _, id := range turnID.FindAllString(s, -1) {
			if known[id] {
				out[id] = true
			}
		}
	}
	return out
}

// category reads a number, or a number in quotes; 0 when there is none.
func category(raw json.RawMessage) int {
	n, _ := strconv.Atoi(strings.Trim(string(raw), `" `)) // 0 stands for none
	return n
}

// layouts are the styles of dates that files have.
var layouts = []string{
	"3:04 pm on 2 January, 2006", "3:04 pm on 2 Jan, 2006", "15:04 on 2 January, 2006", "2 January, 2006", "2 January 2006",
	"2 Jan 2006", "January 2, 2006", "Jan 2, 2006", "January-2-2006", time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05",
	"2006-01-02 15:04", "2006-01-02", "2006/01/02 (Mon) 15:04", "2006/01/02 15:04", "2006/01/02", "01/02/2006", "Monday, January 2, 2006",
}

// parseTime reads a date in any of the styles; the zero time when it is in none.
func parseTime(s string) time.Time {
	s = strings.TrimSpace(s)
	for _, l := range layouts {
		for _, v := range []string{s, strings.ToLower(s)} {
			if t, err := time.Parse(l, v); err == nil {
				return t
			}
		}
	}
	return time.Time{}
}
