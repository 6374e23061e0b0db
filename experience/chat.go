package experience

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/lukasadb/lukasa/schema"
)

// ChatLog says which fields of a chat log's JSON lines are what. Empty names
// have the defaults given.
type ChatLog struct {
	Agent   string // field with the agent's name; default "nick"
	Time    string // field with the time, ISO 8601 (without a zone UTC) or seconds or milliseconds since 1970; default "time"
	Text    string // field with the message; default "text"
	Speaker string // field with who spoke; default: the agent's
	Session string // field with the session, or "day": one session a day; default "day"
}

// decode turns a line of the log into a message.
func (c *ChatLog) decode(line []byte) (*schema.Experience, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		return nil, notObject(err)
	}
	get := func(name string) (string, error) {
		s, err := fieldText(fields[name])
		if err != nil {
			err = badField(name, err)
		}
		return s, err
	}
	agent, errAgent := get(or(c.Agent, "nick"))
	stamp, errTime := get(or(c.Time, "time"))
	text, errText := get(or(c.Text, "text"))
	if err := errors.Join(errAgent, errTime, errText); err != nil {
		return nil, err
	}
	at, err := chatTime(stamp)
	if err != nil {
		return nil, badField(or(c.Time, "time"), err)
	}
	if agent == "" {
		return nil, badField(or(c.Agent, "nick"), errors.New("empty"))
	}
	e := &schema.Experience{Agent: agent, Kind: schema.KindMessage, Content: text, Time: at, Speaker: agent}
	if c.Speaker != "" {
		if e.Speaker, err = get(c.Speaker); err != nil {
			return nil, err
		}
	}
	if session := or(c.Session, "day"); session == "day" {
		e.Session = at.UTC().Format(time.DateOnly)
	} else if e.Session, err = get(session); err != nil {
		return nil, err
	}
	return e, nil
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

func badField(name string, err error) error {
	return &schema.InvalidError{
		Type: schema.TypeExperience, Fields: []schema.FieldError{{Field: name, Problem: err.Error()}},
	}
}

// fieldText reads a string or a number as text.
func fieldText(raw json.RawMessage) (string, error) {
	if raw == nil {
		return "", errors.New("missing")
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s, nil
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil && n != "" {
		return n.String(), nil
	}
	return "", errors.New("want a string or a number")
}

// chatTime reads the time of a message: as that of a record, or a number of seconds since 1970,
// or of milliseconds where it is too large for seconds.
func chatTime(s string) (time.Time, error) {
	if t, ok := schema.ParseTime(s); ok {
		return t, nil
	}
	if t, ok := schema.ParseEpoch(s); ok {
		return t, nil
	}
	return time.Time{}, errors.New("want a time such as 2026-02-26T10:00:00Z, or seconds or milliseconds since 1970")
}
