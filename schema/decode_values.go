package schema

import (
	"encoding/json"
	"maps"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// stringOf returns the string that v holds, or "".
func stringOf(v json.RawMessage) string {
	var s string
	if json.Unmarshal(v, &s) != nil {
		return ""
	}
	return s
}

// unwrap opens a JSON value that is given as a string of JSON, as databases
// without a JSON column keep it. An empty string, or null in it, is nothing.
func unwrap(v json.RawMessage) json.RawMessage {
	if len(v) == 0 || v[0] != '"' {
		return v
	}
	s := strings.TrimSpace(stringOf(v))
	if s == "" || s == "null" {
		return nil
	}
	if !json.Valid([]byte(s)) {
		return v
	}
	return json.RawMessage(s)
}

// list converts a list that may be wrapped in a string.
func (d *decoder) asList(field string, v json.RawMessage) json.RawMessage {
	v = unwrap(v)
	if len(v) > 0 && v[0] != '[' {
		d.bad(field, "", "want a list, or a string that holds one in JSON")
		return nil
	}
	return v
}

// texts converts free JSON into a list of strings: each element that is not a
// string becomes its JSON text, and so does a value that is not a list.
func (d *decoder) asTexts(_ string, v json.RawMessage) json.RawMessage {
	var elements []json.RawMessage
	if json.Unmarshal(v, &elements) != nil {
		elements = []json.RawMessage{v}
	}
	list := make([]string, len(elements))
	for i, e := range elements {
		list[i] = string(e)
		if len(e) > 0 && e[0] == '"' {
			list[i] = stringOf(e)
		}
	}
	return encode(list)
}

// timeForms are the ways in which times are written, beside a space for the T.
// Go reads fractions of a second in each.
var timeForms = [...]string{
	"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05Z07",
	"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02",
}

// ParseTime reads an ISO 8601 time as people write it: a space may stand for the T, and the
// time of day and the zone, which is then UTC, may be missing.
func ParseTime(s string) (time.Time, bool) {
	if len(s) > 10 && s[10] == ' ' {
		s = s[:10] + "T" + s[11:]
	}
	for _, form := range timeForms {
		if t, err := time.Parse(form, s); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// asTime converts a time to RFC 3339 in UTC.
func (d *decoder) asTime(field string, v json.RawMessage) json.RawMessage {
	if t, ok := epoch(v); ok {
		return encode(t)
	}
	if v[0] != '"' {
		d.bad(field, "", wantTime)
		return nil
	}
	s := stringOf(v)
	if s == "" {
		return nil
	}
	t, ok := ParseTime(s)
	if !ok || t.Year() < 0 || t.Year() > 9999 {
		d.bad(field, quote(s), wantTime)
		return nil
	}
	return encode(t)
}

// importance converts to the scale 1 to 10; see [DecodeExperience] for how a
// share of 1 is told from it.
func (d *decoder) asImportance(field string, v json.RawMessage) json.RawMessage {
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil {
		d.bad(field, "", "want a number from 1 to 10, or a share of 1")
		return nil
	}
	share := d.share || f <= 1 && strings.ContainsAny(string(v), ".eE")
	switch {
	case share && f >= 0 && f <= 1:
		return encode(max(1, int(math.Round(f*10))))
	case d.share:
		d.bad(field, formatFloat(f), "want 0 to 1")
	case f != math.Trunc(f) || f < 1 || f > 10:
		d.bad(field, formatFloat(f), "want 1 to 10")
	default:
		return encode(int(f))
	}
	return nil
}

// numbered is the namespace of the UUIDs made from the numbers by which other
// systems know their records.
var numbered = uuid.MustParse("6c756b61-7361-5e0d-8e0d-6e756d626572")

// The tables of source design 004, by whose numbers records refer to each other.
const (
	tableEvents   = "event"
	tableEpisodic = "episodic"
	tableSemantic = "semantic"
	tableSummary  = "summary"
)

// id converts the record's own id.
func (d *decoder) asID(field string, v json.RawMessage) json.RawMessage {
	table := tableEpisodic
	switch d.kind {
	case KindMessage:
		table = tableEvents
	case KindFact, KindOpinion:
		table = tableSemantic
	case KindSummary:
		table = tableSummary
	}
	return d.reference(field, table, v)
}

func (d *decoder) asSuperseder(field string, v json.RawMessage) json.RawMessage {
	return d.reference(field, tableSemantic, v)
}

// reference converts a UUID, or the number of a row in a table of the user.
func (d *decoder) reference(field, table string, v json.RawMessage) json.RawMessage {
	if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
		return encode(uuid.NewSHA1(numbered, []byte(d.user+sep+table+sep+strconv.FormatInt(n, 10))))
	}
	if s := stringOf(v); len(s) == 36 {
		if id, err := uuid.Parse(s); err == nil {
			return encode(id)
		}
	}
	d.bad(field, "", "want a UUID or a whole number")
	return nil
}

// gatherEvidence gathers what the record was made from.
func (d *decoder) gatherEvidence() {
	var list []Evidence
	add := func(field, table string, stance Stance, v json.RawMessage) {
		var id ID
		if json.Unmarshal(d.reference(field, table, v), &id) == nil {
			list = append(list, Evidence{ID: id, Stance: stance})
		}
	}
	each := func(field, table string, v json.RawMessage) {
		var ids []json.RawMessage
		if json.Unmarshal(v, &ids) != nil {
			d.bad(field, "", "want a list")
		}
		for _, id := range ids {
			add(field, table, StanceSummarises, id)
		}
	}
	if v, ok := d.take("source_event_ids"); ok {
		each("source_event_ids", tableEvents, v)
	}
	if v, ok := d.take("source_memory_id"); ok {
		table := tableEpisodic
		if stringOf(d.in["source_type"]) == "consolidation" {
			table = tableSummary
		}
		add("source_memory_id", table, StanceSupports, v)
	}
	if v, ok := d.take("extracted_from_event_id"); ok {
		add("extracted_from_event_id", tableEvents, StanceSupports, v)
	}
	if v, ok := d.in["source_data"]; ok && d.kind == KindSummary {
		delete(d.in, "source_data")
		d.sourceData(v, each)
	}
	if v, ok := d.take("supersedes_summary_id"); ok {
		if id := d.reference("supersedes_summary_id", tableSummary, v); id != nil {
			d.put("supersedes_summary_id", "supersedes", encode([]json.RawMessage{id}))
		}
	}
	if list != nil {
		d.put("evidence", "evidence", encode(list))
	}
}

// sourceData opens what a summary of 004 was made from.
func (d *decoder) sourceData(v json.RawMessage, each func(field, table string, v json.RawMessage)) {
	m, err := d.members(v)
	if err != nil {
		d.bad("source_data", "", err.Error())
		return
	}
	take := func(name string, use func(v json.RawMessage)) {
		if v, ok := m[name]; ok {
			use(v)
			delete(m, name)
		}
	}
	take("episodic_ids", func(v json.RawMessage) { each("source_data.episodic_ids", tableEpisodic, v) })
	take("semantic_ids", func(v json.RawMessage) { each("source_data.semantic_ids", tableSemantic, v) })
	take("session_ids", func(v json.RawMessage) { d.put("source_data.session_ids", "digest.session_ids", v) })
	take("time_range", d.timeRange)
	d.leftover("source_data", m)
}

// timeRange reads {"start", "end"}, {"from", "to"} or a list of two times.
func (d *decoder) timeRange(v json.RawMessage) {
	ends := map[string]json.RawMessage{}
	var pair []json.RawMessage
	if json.Unmarshal(v, &pair) == nil && len(pair) == 2 {
		ends["from"], ends["to"] = pair[0], pair[1]
	} else if m, err := d.members(v); err == nil {
		maps.Copy(ends, m)
	} else {
		d.bad("source_data.time_range", "", "want an object or a list of two times")
		return
	}
	for from, to := range map[string]string{"start": "from", "end": "to"} {
		if v, ok := ends[from]; ok && ends[to] == nil {
			ends[to] = v
			delete(ends, from)
		}
	}
	for _, name := range [...]string{"from", "to"} {
		if v := ends[name]; v != nil && !isNull(v) {
			d.put("source_data.time_range", "digest."+name, d.asTime("source_data.time_range", v))
		}
	}
}
