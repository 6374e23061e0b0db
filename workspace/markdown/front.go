package markdown

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// maxFront bounds what is read as front matter.
const maxFront = 64 << 10

// frontMatter reads the front matter and returns where the Markdown begins,
// after it and after a byte order mark.
func (p *reading) frontMatter() int {
	at := 0
	if bytes.HasPrefix(p.src, []byte("\uFEFF")) {
		at = len("\uFEFF")
	}
	body, end, ok := cutFront(p.src[at:])
	if !ok {
		return at
	}
	var front yaml.Node
	fields := map[string]yaml.Node{}
	err := yaml.Unmarshal(body, &front)
	if err == nil && !hasFields(&front) || err != nil && !fieldLine.Match(body) {
		return at // text between two rules
	}
	if err == nil {
		err = front.Decode(&fields)
	}
	if err != nil {
		p.problem(1, 0, "front matter: "+strings.Join(strings.Fields(err.Error()), " "))
		fields = fieldsOneByOne(body)
	}
	p.page.Front = frontOf(fields)
	p.page.Title = p.page.Front.Title
	return at + end
}

// cutFront finds the front matter: lines between two lines of three dashes, the
// first of which begins the page.
func cutFront(src []byte) (body []byte, end int, ok bool) {
	first, rest, found := bytes.Cut(src, []byte{'\n'})
	if !found || string(bytes.TrimRight(first, " \t\r")) != "---" {
		return nil, 0, false
	}
	begin := len(first) + 1
	at := begin
	for line := range bytes.Lines(rest) {
		if mark := string(bytes.TrimRight(line, " \t\r\n")); mark == "---" || mark == "..." {
			return src[begin:at], at + len(line), true
		}
		if at += len(line); at > maxFront {
			return nil, 0, false
		}
	}
	return nil, 0, false
}

// fieldLine is a line by which front matter that cannot be read is known for that.
var fieldLine = regexp.MustCompile(`(?m)^["']?[\pL_][\pL\pN_ -]*["']?[ \t]*:(?:[ \t\r]|$)`)

// fieldsOneByOne reads front matter that is no YAML as a whole: "title: Foo: bar" must not
// cost the page its date. A field that is none by itself has the rest of its line as its value.
func fieldsOneByOne(body []byte) map[string]yaml.Node {
	fields := map[string]yaml.Node{}
	begins := fieldLine.FindAllIndex(body, -1)
	for i, at := range begins {
		end := len(body)
		if i+1 < len(begins) {
			end = begins[i+1][0]
		}
		field := body[at[0]:end]
		if one := map[string]yaml.Node{}; yaml.Unmarshal(field, &one) == nil {
			maps.Copy(fields, one)
			continue
		}
		line, _, _ := bytes.Cut(field, []byte{'\n'})
		name, value, _ := strings.Cut(string(line), ":")
		fields[strings.Trim(name, "\"' \t")] = yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: strings.TrimSpace(value)}
	}
	return fields
}

// hasFields tells whether what stands where front matter does is that: fields, or
// nothing at all.
func hasFields(front *yaml.Node) bool {
	if len(front.Content) == 0 {
		return true
	}
	top := front.Content[0]
	return top.Kind == yaml.MappingNode || top.Tag == "!!null"
}

func frontOf(fields map[string]yaml.Node) Front {
	f := Front{Title: oneLine(fields["title"])}
	for _, name := range []string{"date", "updated"} { // the later wins
		if t, ok := dayOf(fields[name]); ok && t.After(f.Date) {
			f.Date = t
		}
	}
	for _, v := range several(fields["aliases"]) {
		if s := oneLine(v); s != "" {
			f.Aliases = append(f.Aliases, s)
		}
	}
	return f
}

// several lists the values of a field that may have one or a list of them.
func several(v yaml.Node) (out []yaml.Node) {
	if v = meant(v); v.Kind != yaml.SequenceNode {
		return []yaml.Node{v}
	}
	for _, each := range v.Content {
		out = append(out, *each)
	}
	return out
}

// meant is the value that an alias of YAML stands for, or v itself.
func meant(v yaml.Node) yaml.Node {
	for v.Kind == yaml.AliasNode {
		v = *v.Alias
	}
	return v
}

// oneLine returns a value as it is written: the day that a daily note is called by is a name,
// and so is 007.
func oneLine(v yaml.Node) string {
	v = meant(v)
	written := v.Value
	if v.Kind != yaml.ScalarNode {
		var read any
		if v.Decode(&read) != nil || read == nil {
			return ""
		}
		written = fmt.Sprint(read)
	} else if v.ShortTag() == "!!null" {
		return ""
	}
	return clean(strings.Join(strings.Fields(written), " "))
}

// dayOf reads a day from a value of YAML: a time, or a text that begins with one.
func dayOf(v yaml.Node) (time.Time, bool) {
	var read any
	if v.IsZero() || v.Decode(&read) != nil {
		return time.Time{}, false
	}
	switch v := read.(type) {
	case time.Time:
		year, month, day := v.Date() // as it is written, wherever that was
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC), true
	case string:
		if len(v) >= len(time.DateOnly) {
			t, err := time.Parse(time.DateOnly, v[:len(time.DateOnly)])
			return t, err == nil
		}
	}
	return time.Time{}, false
}
