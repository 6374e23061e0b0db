package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
)

// Patch is a change to some fields of a record; those that are nil stay as they
// are. A pointer to a zero value clears the field.
//
// What says which record it is and how it came about cannot be patched: id,
// agent, kind, version, hash and the stamps. Nor can what other operations
// keep: the links of supersession, the neighbours in meaning, the usage.
//
// Its JSON form is a merge patch (RFC 7396) over the record's own fields,
// except that an object replaces the old one as a whole; see [DecodePatch].
type Patch struct {
	Session *string `json:"session,omitempty"`
	Speaker *string `json:"speaker,omitempty"`
	Status  *Status `json:"status,omitempty"`

	Context *string `json:"context,omitempty"`
	Action  *string `json:"action,omitempty"`
	Outcome *string `json:"outcome,omitempty"`
	Content *string `json:"content,omitempty"`
	Summary *string `json:"summary,omitempty"`

	Time      *time.Time `json:"timestamp,omitempty"`
	TimeEnd   *time.Time `json:"time_end,omitempty"`
	ValidFrom *time.Time `json:"valid_from,omitempty"`
	ValidTo   *time.Time `json:"valid_to,omitempty"`

	Importance    *int      `json:"importance,omitempty"`
	Quality       *Quality  `json:"quality,omitempty"`
	QualityReason *string   `json:"quality_reasoning,omitempty"`
	Confidence    *float64  `json:"confidence,omitempty"`
	Category      *Category `json:"category,omitempty"`
	Persona       *Persona  `json:"persona,omitempty"`
	Tags          *[]string `json:"tags,omitempty"`
	Scopes        *[]string `json:"scopes,omitempty"`
	Pinned        *bool     `json:"pinned,omitempty"`
	Metadata      *Metadata `json:"metadata,omitempty"`

	Source    *Source     `json:"source,omitempty"`
	Parent    *ID         `json:"parent_id,omitempty"`
	Related   *[]ID       `json:"related_ids,omitempty"`
	Evidence  *[]Evidence `json:"evidence,omitempty"`
	Mentions  *[]Mention  `json:"entities,omitempty"`
	Relations *[]Link     `json:"relations,omitempty"`

	Resolved     *Resolved     `json:"resolved,omitempty"`
	Verification *Verification `json:"verification,omitempty"`
	ExpiresAt    *time.Time    `json:"expires_at,omitempty"`
	Permanent    *bool         `json:"is_permanent,omitempty"`
	TTL          *TTL          `json:"ttl_policy,omitempty"`

	Statement *Statement `json:"statement,omitempty"`
	Message   *Message   `json:"message,omitempty"`
	Episode   *Episode   `json:"episode,omitempty"`
	Insight   *Insight   `json:"insight,omitempty"`
	UserFact  *UserFact  `json:"user_fact,omitempty"`
	Digest    *Digest    `json:"digest,omitempty"`
}

// utterance lists the fields that make up what was said in a message, which is
// immutable (004-01).
var utterance = [...]string{
	"session", "speaker", "context", "action", "outcome", "content", "timestamp", "time_end", "message",
}

// Apply changes e as p says, raises its Version by one and sets Updated to now,
// unless it was later already (000-18). The hash follows the text, times become [Instant], a field that was
// cleared and has a default gets it, and an ExpiresAt follows a new TTL policy.
// The result is validated: on an error, which is an [*InvalidError], e is as it
// was. A patch without any field changes nothing, not even the version.
//
// The record takes over the slices and payloads that p points to.
func (e *Experience) Apply(p Patch, now time.Time) error {
	changed := *e
	var c checker
	if n := p.set(&changed, &c); n == 0 {
		return nil
	}
	if err := c.err(TypeExperience); err != nil {
		return err
	}
	if p.TTL != nil && p.ExpiresAt == nil {
		changed.ExpiresAt = time.Time{}
		changed.ExpiresAt = changed.TTL.ExpiresAt(now)
	}
	changed.Version++
	if now.After(changed.Updated) {
		changed.Updated = now
	}
	changed.SetDefaults(now, func() ID { return changed.ID })
	if err := changed.Validate(); err != nil {
		return err
	}
	*e = changed
	return nil
}

// set copies the fields of p that are set into e and returns how many they
// were.
func (p *Patch) set(e *Experience, c *checker) int {
	from, to, n := reflect.ValueOf(p).Elem(), reflect.ValueOf(e).Elem(), 0
	for field, value := range from.Fields() {
		if value.IsNil() {
			continue
		}
		n++
		if name := jsonName(field); e.Kind == KindMessage && slices.Contains(utterance[:], name) {
			c.bad(name, "", "cannot be changed in a message")
		}
		target := to.FieldByName(field.Name)
		if target.Kind() == reflect.Pointer {
			target.Set(value)
		} else {
			target.Set(value.Elem())
		}
	}
	return n
}

// DecodePatch reads a patch from a JSON object in a record's own field names.
// A null clears its field. Fields that are unknown or that no patch can change
// are refused, all of them by name, with an [*InvalidError].
func DecodePatch(data []byte) (Patch, error) {
	var p Patch
	d := decoder{mode: Strict}
	fields := d.open(data)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		d.patch(&p, name, fields[name])
	}
	if err := d.err(TypeExperience); err != nil {
		return Patch{}, err
	}
	return p, nil
}

// patch reads one field of a patch. A payload can be replaced but not removed:
// it belongs to the kind.
func (d *decoder) patch(p *Patch, name string, v json.RawMessage) {
	i, ok := patchFields()[name]
	switch {
	case !ok && nativeNames()[name]:
		d.bad(name, "", "cannot be changed")
		return
	case !ok:
		d.bad(shortKey(name), "", "unknown field")
		return
	}
	field := reflect.ValueOf(p).Elem().Field(i)
	target := reflect.New(field.Type().Elem())
	switch {
	case isNull(v) && payload(name):
		d.bad(name, "", "cannot be removed")
		return
	case field.Type() == reflect.TypeFor[*time.Time]() && !isNull(v):
		v = d.asTime(name, v)
	}
	if v != nil && !isNull(v) {
		r := json.NewDecoder(bytes.NewReader(v))
		r.DisallowUnknownFields()
		if err := r.Decode(target.Interface()); err != nil {
			d.checker.in(name, func() { d.report(err) })
			return
		}
	}
	field.Set(target)
}

// payload reports whether the record's field of that name is a pointer.
func payload(name string) bool {
	switch name {
	case "statement", "message", "episode", "insight", "user_fact", "digest":
		return true
	}
	return false
}

// patchFields returns the fields of a Patch by their JSON names.
var patchFields = sync.OnceValue(func() map[string]int {
	t := reflect.TypeFor[Patch]()
	fields := make(map[string]int, t.NumField())
	for i := range t.NumField() {
		fields[jsonName(t.Field(i))] = i
	}
	return fields
})

// jsonName returns the name of a struct field in JSON.
func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}
