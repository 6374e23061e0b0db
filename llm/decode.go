package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxAnswer bounds an answer, in bytes.
const maxAnswer = 1 << 20

// decode reads exactly one JSON object into into. Its errors are meant for the
// model: they repeat nothing of the answer.
func decode(answer []byte, into any) error {
	if len(answer) > maxAnswer {
		return errors.New("it is too long")
	}
	if !utf8.Valid(answer) {
		return errors.New("it is not UTF-8")
	}
	if !bytes.HasPrefix(answer, []byte("{")) {
		return errors.New("it is not a JSON object")
	}
	d := json.NewDecoder(bytes.NewReader(answer))
	if err := d.Decode(into); err != nil {
		var mistyped *json.UnmarshalTypeError
		if errors.As(err, &mistyped) {
			return fmt.Errorf("field %q has the wrong type", mistyped.Field)
		}
		return errors.New("it is not valid JSON")
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows the JSON object")
	}
	return nil
}

// checkConfidence accepts 0 to 1.
func checkConfidence(c *float64) error {
	if c == nil || !(*c >= 0 && *c <= 1) {
		return errors.New("confidence is not between 0 and 1")
	}
	return nil
}

func hasOption(options []Option, name string) bool {
	return slices.ContainsFunc(options, func(o Option) bool { return o.Name == name })
}

// printable makes a model's words fit to store: one line of printable text,
// without the format characters that hide or reorder text, at most n bytes.
func printable(text string, n int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c': // joiners spell words and emoji
			return -1
		}
		return r
	}, text)
	return truncate(oneLine(text), n)
}

// find returns where text says quote: word for word, but white space may
// differ. The span is in bytes of text.
func find(text, quote string) (start, end int, found bool) {
	quote = strings.TrimSpace(quote)
	if quote == "" {
		return 0, 0, false
	}
	if start = strings.Index(text, quote); start >= 0 {
		return start, start + len(quote), true
	}
	words := strings.Fields(quote)
	for from := 0; ; {
		at := strings.Index(text[from:], words[0])
		if at < 0 {
			return 0, 0, false
		}
		start = from + at
		if end, found = match(text, start, words); found {
			return start, end, true
		}
		from = start + len(words[0])
	}
}

// match reports whether text has words from start on, with any white space
// between them, and where they end.
func match(text string, start int, words []string) (end int, found bool) {
	at := start
	for i, word := range words {
		rest := text[at:]
		if i > 0 {
			trimmed := strings.TrimLeftFunc(rest, unicode.IsSpace)
			if len(trimmed) == len(rest) {
				return 0, false
			}
			at += len(rest) - len(trimmed)
			rest = trimmed
		}
		if !strings.HasPrefix(rest, word) {
			return 0, false
		}
		at += len(word)
	}
	return at, true
}
