package command

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/pflag"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/times"
)

const whenHelp = times.Help

// parseWhen reads a moment as whenHelp tells. The flag is named in errors.
func parseWhen(flag, text string, now time.Time) (time.Time, error) {
	t, ok := times.Parse(text, now)
	if !ok {
		return t, usagef("--%s: %q, want %s", flag, text, whenHelp)
	}
	return t, nil
}

// when is the moment that a flag was given, if any, and where it goes.
type when struct {
	flag, text string
	to         *time.Time
}

// parseWhens reads moments as parseWhen does, and leaves alone what none was given
// for.
func parseWhens(now time.Time, list ...when) (err error) {
	for _, w := range list {
		if w.text == "" {
			continue
		}
		if *w.to, err = parseWhen(w.flag, w.text, now); err != nil {
			return err
		}
	}
	return nil
}

// parseID reads the id of a record.
func parseID(text string) (lukasa.ID, error) {
	if len(text) != 36 {
		return lukasa.ID{}, usagef("id: %q, want 36 characters such as 0193f0a6-5c1e-7000-8000-000000000001", text)
	}
	id, err := uuid.Parse(text)
	if err != nil {
		return lukasa.ID{}, usagef("id: %q: %v", text, err)
	}
	return id, nil
}

func parseIDs(texts []string) ([]lukasa.ID, error) {
	ids := make([]lukasa.ID, len(texts))
	for i, text := range texts {
		id, err := parseID(text)
		if err != nil {
			return nil, err
		}
		ids[i] = id
	}
	return ids, nil
}

// parseEntity reads the key of an entity, type:name.
func parseEntity(text string) (lukasa.EntityKey, error) {
	key := lukasa.EntityKey(text)
	if !key.Valid() {
		return "", usagef("entity: %q, want type:name such as person:ana", text)
	}
	return key, nil
}

// parseMention reads an entity that a record mentions: type:name, or
// type:name=the words that stand for it.
func parseMention(text string) (lukasa.Mention, error) {
	name, words, _ := strings.Cut(text, "=")
	key, err := parseEntity(name)
	return lukasa.Mention{Entity: key, Text: words}, err
}

// parseLink reads a relation told with a record: FROM relation TO.
func parseLink(text string) (lukasa.Link, error) {
	from, rest, ok := strings.Cut(text, " ")
	relation, to, found := strings.Cut(rest, " ")
	if !ok || !found {
		return lukasa.Link{}, usagef("--relation: %q, want three words such as \"person:ana works_for org:acme\"", text)
	}
	f, err := parseEntity(from)
	if err != nil {
		return lukasa.Link{}, err
	}
	t, err := parseEntity(to)
	link := lukasa.Link{From: f, To: t}
	set(&link.Type, relation)
	return link, err
}

// parseMetadata reads a JSON object; its numbers keep all their digits.
func parseMetadata(text string) (lukasa.Metadata, error) {
	var m lukasa.Metadata
	if text == "" {
		return nil, nil
	}
	err := json.Unmarshal([]byte(text), &m)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return nil, usagef("--metadata: is a JSON %s, want a JSON object", wrong.Value)
	case err != nil:
		return nil, usagef("--metadata: %v, want a JSON object", err)
	}
	return m, nil
}

// given refuses numbers below 1 that were given: 0 stands for "not said".
func given(flags *pflag.FlagSet, names ...string) error {
	for _, name := range names {
		if !flags.Changed(name) {
			continue
		}
		n, err := flags.GetInt(name)
		if err != nil {
			return err
		}
		if n < 1 {
			return usagef("--%s: %d, want 1 or more", name, n)
		}
	}
	return nil
}

// believed refuses a --confidence that is not above 0: 0 stands for "not said".
func believed(flags *pflag.FlagSet) error {
	c, err := flags.GetFloat64("confidence")
	if err == nil && flags.Changed("confidence") && !(c > 0) {
		err = usagef("--confidence: %v, want above 0 to 1", c)
	}
	return err
}

// mapped applies parse to each text.
func mapped[T any](texts []string, parse func(string) (T, error)) ([]T, error) {
	var out []T
	for _, text := range texts {
		v, err := parse(text)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// assign sets a list of an enumeration from texts; whether they are values of
// it, validation tells.
func assign[T ~string](to *[]T, texts []string) {
	for _, text := range texts {
		*to = append(*to, T(text))
	}
}

// set sets one value of an enumeration from a text.
func set[T ~string](to *T, text string) { *to = T(text) }

// grade sets a numbered grade.
func grade[T ~int](to *T, n int) { *to = T(n) }
