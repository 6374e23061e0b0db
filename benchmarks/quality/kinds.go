package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The kinds of question of the sets beside LoCoMo, in the order of their tables. They are categories from firstKind on.
const firstKind = 11

var kindNames = []string{
	"passing", "newest", "count", "list", "time", "advice", "taste", "symptom", "fact", "meaning", "before", "changed", situation,
}

// situation is the kind of what an agent is facing, of which past experiences are asked for.
const situation = "situation"

// never is the kind of the questions that nothing answers: they are asked for silence alone, and are in no table.
const never = "never"

// script reads a conversation that was written by hand (testdata/kinds), line by line:
//
//	# remark
//	% topic                       the lines up to the next sign are its paragraphs, to be quoted
//	## 2025-03-03 08:10           a session begins
//	Ana@label: text               a turn, its speaker and label both optional
//	@label: context => action => outcome
//	@label+: context => action => outcome    which worked; - did not, ? cannot be told
//	@label/fact: text             a note of a kind, kept by itself
//	@label/fact<older: text       which supersedes the one with that label
//	assistant: text {topic 1 3}   a turn that quotes paragraphs
//	? kind | question | label label
//	? never | question    what nobody said, near to what was
//	~ situation | label label     past experiences like it
//	~ situation | none
//
// Turns without a label are named by their place. Bad lines are errors that name the line.
type script struct {
	c        Conversation
	library  map[string][]string
	topic    string
	session  int
	at       time.Time
	labelled map[string]bool
}

// scriptsAt lists the scripts of a directory, or a path that is one; none for a file in LoCoMo's format.
func scriptsAt(path string) ([]string, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return filepath.Glob(filepath.Join(path, "*.txt"))
	}
	if filepath.Ext(path) == ".txt" {
		return []string{path}, nil
	}
	return nil, nil
}

func readScripts(paths []string, err error) ([]Conversation, error) {
	var out []Conversation
	for _, path := range paths {
		c, failed := readScript(path)
		if failed != nil {
			return nil, failed
		}
		out = append(out, c)
	}
	return out, err
}

// readScript reads one script as one conversation, named like the file.
func readScript(path string) (Conversation, error) {
	f, err := os.Open(path)
	if err != nil {
		return Conversation{}, err
	}
	defer func() { _ = f.Close() }() // only read
	name := strings.TrimSuffix(filepath.Base(path), ".txt")
	s := script{c: Conversation{ID: name, Group: name}, library: map[string][]string{}, labelled: map[string]bool{}}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		if err := s.line(strings.TrimSpace(lines.Text())); err != nil {
			return s.c, fmt.Errorf("quality: %s:%d: %w", path, n, err)
		}
	}
	s.c.name()
	return s.c, lines.Err()
}

func (s *script) line(line string) error {
	topic, isTopic := strings.CutPrefix(line, "% ")
	date, isSession := strings.CutPrefix(line, "## ")
	probe, isProbe := strings.CutPrefix(line, "? ")
	faced, isSituation := strings.CutPrefix(line, "~ ")
	switch {
	case isSession:
		return s.begin(date)
	case line == "", strings.HasPrefix(line, "#"):
	case isTopic:
		s.topic = topic
	case isProbe:
		return s.probe(probe)
	case isSituation:
		return s.face(faced)
	case s.session == 0 && s.topic != "":
		s.library[s.topic] = append(s.library[s.topic], line)
	default:
		return s.turn(line)
	}
	return nil
}

func (s *script) begin(date string) (err error) {
	s.session++
	s.at, err = time.Parse("2006-01-02 15:04", date)
	return err
}

var (
	turnLine = regexp.MustCompile(`^([^:@]*)(?:@(\w*)(?:([-+?])|/(\w+)(?:<(\w+))?)?)?: (.*)$`)
	quotes   = regexp.MustCompile(`\{(\w+)((?: \d+)+)\}`)
)

func (s *script) turn(line string) error {
	m := turnLine.FindStringSubmatch(line)
	if m == nil || s.session == 0 {
		return fmt.Errorf("no turn of a session: %q", line)
	}
	t := Turn{ID: m[2], Speaker: m[1], Session: s.session, Time: s.at, Worked: m[3], Note: m[4], Replaces: m[5]}
	s.at = s.at.Add(time.Minute)
	if t.ID == "" {
		t.ID = fmt.Sprintf("D%d:%d", s.session, len(s.c.Turns)+1)
	}
	if s.labelled[t.ID] {
		return fmt.Errorf("label %q is there twice", t.ID)
	}
	if t.Replaces != "" && !s.labelled[t.Replaces] {
		return fmt.Errorf("nothing is labelled %q", t.Replaces)
	}
	s.labelled[t.ID] = true
	var failed error
	t.Text = quotes.ReplaceAllStringFunc(m[6], func(q string) string {
		text, err := s.quote(q)
		failed = errorOr(failed, err)
		return text
	})
	if parts := strings.Split(t.Text, " => "); len(parts) == len(t.Parts) {
		t.Parts = [3]string(parts)
		t.Text = strings.Join(parts, "\n")
	}
	s.c.Turns = append(s.c.Turns, t)
	return failed
}

func errorOr(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

// quote returns the paragraphs that a quotation names.
func (s *script) quote(q string) (string, error) {
	m := quotes.FindStringSubmatch(q)
	var out []string
	for _, digits := range strings.Fields(m[2]) {
		n, _ := strconv.Atoi(digits) // the expression admits digits only
		if n < 1 || n > len(s.library[m[1]]) {
			return "", fmt.Errorf("no paragraph %d of %q", n, m[1])
		}
		out = append(out, s.library[m[1]][n-1])
	}
	return strings.Join(out, "\n\n"), nil
}

func (s *script) probe(line string) error {
	parts := strings.Split(line, " | ")
	if len(parts) == 2 && parts[0] == never {
		s.c.Never = append(s.c.Never, parts[1])
		return nil
	}
	if len(parts) != 3 {
		return fmt.Errorf("no kind, question and labels: %q", line)
	}
	kind := slices.Index(kindNames, strings.TrimSpace(parts[0]))
	if kind < 0 {
		return fmt.Errorf("kind %q of question", parts[0])
	}
	return s.ask(parts[1], firstKind+kind, parts[2])
}

// face reads a situation and the experiences like it.
func (s *script) face(line string) error {
	text, labels, found := strings.Cut(line, " | ")
	switch {
	case !found:
		return fmt.Errorf("no situation and labels: %q", line)
	case labels == "none":
		s.c.Strange = append(s.c.Strange, text)
		return nil
	}
	return s.ask(text, firstKind+slices.Index(kindNames, situation), labels)
}

// ask adds a probe whose evidence has the labels.
func (s *script) ask(question string, category int, labels string) error {
	p := Probe{Question: question, Category: category, Evidence: map[string]bool{}}
	for _, label := range strings.Fields(labels) {
		if !s.labelled[label] {
			return fmt.Errorf("nothing is labelled %q", label)
		}
		p.Evidence[label] = true
	}
	s.c.Probes = append(s.c.Probes, p)
	return nil
}

// categoryName is how tables call a category.
func categoryName(k int) string {
	if k >= firstKind && k < firstKind+len(kindNames) {
		return kindNames[k-firstKind]
	}
	if name := categoryNames[k]; name != "" {
		return name
	}
	return "other"
}
