package schema

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
)

// meant are the fields that other systems' names stand for. They are not read as those,
// as what a name means is the caller's to say; whoever refuses or keeps them tells.
var meant = map[string]string{
	"text": "content", "memory": "content", "fact": "content", "body": "content", "msg": "content", "value": "content",
	"data": "content", "utterance": "content", "page_content": "content", "parts": "content",

	"date": "timestamp", "datetime": "timestamp", "time": "timestamp", "ts": "timestamp", "created": "timestamp",
	"createdAt": "timestamp", "create_time": "timestamp", "sent_at": "timestamp",
	"valid_at": "valid_from", "invalid_at": "valid_to", "expiration_date": "expires_at",

	"user": "user_id", "userId": "user_id",
	"sender": "speaker", "author": "speaker", "username": "speaker", "nick": "speaker", "from": "speaker",

	"agent": "agent_id", "assistant_id": "agent_id",
	"sessionId": "session", "thread": "session", "thread_id": "session", "conversation_id": "session",
	"conversation": "session", "chat_id": "session", "channel": "session", "run_id": "session", "group_id": "session",

	"categories": "tags", "labels": "tags", "uuid": "id",
}

// Meant returns the field of a record that a field of another system is likely to be,
// and "" for a name that is not known.
func Meant(name string) string { return meant[name] }

// several are the names under which other systems have a list of records in one document.
var several = [...]string{"chat_messages", "episodes", "history", "items", "mapping", "memories", "messages", "results", "turns"}

// findText refuses a document whose text stands under another system's name, or that is a
// list of others: it would be told to be empty, though its author sees that it is not.
func (d *decoder) findText() {
	for _, name := range [...]string{"content", "context", "action", "outcome"} {
		if d.out[name] != nil {
			return
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.extra)) {
		switch {
		case slices.Contains(several[:], name):
			d.bad("content", "", "missing; "+name+" has several records, of which each is a document of its own")
			return
		case meant[name] == "content":
			d.bad("content", "", "missing; of "+name+", want the text as content")
			return
		}
	}
}

// unknown refuses a field that has no place, and names the one that it is likely to be.
func (d *decoder) unknown(name string) {
	problem := "unknown field"
	if want := meant[name]; want != "" {
		problem += ", want " + want
	}
	d.bad(shortKey(name), "", problem)
}

// hint says what is wanted of a message whose text is where other systems have it: in
// parts, or as the message itself.
func hint(field string, v json.RawMessage) string {
	switch {
	case len(v) == 0:
	case field == "content" && (v[0] == '[' || v[0] == '{'):
		return "; of parts, want their text"
	case field == "message" && v[0] == '"':
		return "; its text is content"
	}
	return ""
}

// unreadable returns the field that an error of its own form is about, by the name it was
// given under: encoding/json does not tell.
func (d *decoder) unreadable(err error) (field, problem string) {
	for _, name := range slices.Sorted(maps.Keys(d.out)) {
		var e Experience
		alone := json.Unmarshal(assemble(map[string]json.RawMessage{name: d.out[name]}), &e)
		if alone == nil || alone.Error() != err.Error() {
			continue
		}
		if field = name; d.origin[name] != "" {
			field = d.origin[name]
		}
		return field, formProblem(err)
	}
	return "json", err.Error()
}

// formProblem says what form a value should have.
func formProblem(err error) string {
	var at *time.ParseError
	switch {
	case uuid.IsInvalidLengthError(err), err.Error() == "invalid UUID format":
		return "want a UUID"
	case errors.As(err, &at):
		return wantTime
	}
	return err.Error()
}

const wantTime = "want a time such as 2026-02-26T10:00:00Z"

// Numbers since 1970 are of seconds, and of milliseconds where as seconds they would be of
// a year far beyond any that a record may have. Where nothing else says that a number is a
// time, one of before 1973 is taken to be something else.
const (
	earliestSeconds = 1e8
	earliestMillis  = 1e11
)

// ParseEpoch reads a number of seconds or milliseconds since 1970, to the microsecond.
func ParseEpoch(s string) (time.Time, bool) {
	switch f, err := strconv.ParseFloat(s, 64); {
	case err != nil, !(math.Abs(f) < 1000*earliestMillis):
		return time.Time{}, false
	case math.Abs(f) >= earliestMillis:
		return time.UnixMicro(int64(math.Round(f * 1e3))).UTC(), true
	default:
		return time.UnixMicro(int64(math.Round(f * 1e6))).UTC(), true
	}
}

// epoch reads a number that is surely a time.
func epoch(v json.RawMessage) (time.Time, bool) {
	t, ok := ParseEpoch(string(v))
	return t, ok && t.Unix() >= earliestSeconds
}
