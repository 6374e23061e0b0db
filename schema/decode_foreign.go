package schema

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// renaming is a field that keeps its meaning under another name.
type renaming struct {
	from, to string
	convert  func(d *decoder, field string, v json.RawMessage) json.RawMessage // nil: as it is
}

// renamings lists them, in the order in which they are applied.
var renamings = [...]renaming{
	{"memory_id", "id", (*decoder).asID},
	{"event_id", "id", (*decoder).asID},
	{"summary_id", "id", (*decoder).asID},
	{"memory_type", "kind", (*decoder).asKind},
	{"quality_score", "quality", nil},
	{"source_session", "session", nil},
	{"session_id", "session", nil},
	{"message_ids", "source.message_ids", nil},
	{"message_count", "source.message_count", nil},
	{"created_by", "source.created_by", nil},
	{"resolved_date", "resolved.resolved_date", (*decoder).asTime},
	{"resolved_person", "resolved.resolved_person", nil},
	{"resolved_location", "resolved.resolved_location", nil},
	{"verified", "verification.verified", nil},
	{"verified_by", "verification.verified_by", nil},
	{"verified_at", "verification.verified_at", (*decoder).asTime},
	{"verification_count", "verification.verification_count", nil},
	{"last_accessed", "usage.last_accessed", (*decoder).asTime},
	{"access_count", "usage.access_count", nil},
	{"related_memory_ids", "related_ids", nil},
	{"insight_category", "insight.insight_category", nil},
	{"sub_topic", "insight.sub_topic", nil},
	{"evolution_notes", "insight.evolution_notes", nil},
	{"fact_type", "user_fact.fact_type", nil},
	{"role", "message.role", nil},
	{"event_type", "episode.event_type", nil},
	{"subject_entity_id", "statement.subject", nil},
	{"predicate", "statement.predicate", nil},
	{"predicate_type", "statement.predicate_type", nil},
	{"object_value", "statement.object_value", nil},
	{"confidence_factors", "statement.confidence_factors", nil},
	{"reinforcement_count", "statement.reinforcement_count", nil},
	{"last_validated_at", "statement.last_validated_at", (*decoder).asTime},
	{"source_type", "statement.source_type", nil},
	{"superseded_by_memory_id", "superseded_by", (*decoder).asSuperseder},
	{"summary_text", "content", nil},
	{"scope_type", "digest.scope_type", nil},
	{"scope_identifier", "digest.scope_identifier", nil},
	{"key_facts", "digest.key_facts", (*decoder).asTexts},
	{"timestamp", "timestamp", (*decoder).asTime},
	{"time_end", "time_end", (*decoder).asTime},
	{"recorded_at", "recorded_at", (*decoder).asTime},
	{"updated_at", "updated_at", (*decoder).asTime},
	{"valid_from", "valid_from", (*decoder).asTime},
	{"valid_to", "valid_to", (*decoder).asTime},
	{"expires_at", "expires_at", (*decoder).asTime},
	{"tags", "tags", (*decoder).asList},
	{"importance", "importance", (*decoder).asImportance},
}

// translate brings every foreign field under its native name.
func (d *decoder) translate() {
	d.kind = d.findKind()
	d.user = stringOf(d.in["user_id"])
	d.share = d.has("memory_type", "event_id", "summary_id", "role", "event_type", "source_event_ids",
		"subject_entity_id", "predicate", "scope_type", "summary_text")
	d.openMetadata()
	d.placeUser()
	d.placeCreated()
	d.openEntities()
	d.gatherEvidence()
	d.openDomainContext()
	d.insightCategory()
	if v, ok := d.in["summary"]; ok && d.kind == KindEpisode && !d.has("content") {
		delete(d.in, "summary")
		d.put("summary", "content", v)
	}
	delete(d.in, "embedding")
	for _, name := range [...]string{"embedding_id", "embedding_model", "modification_history"} {
		if v, ok := d.take(name); ok {
			d.keep(name, v)
		}
	}
	for _, r := range renamings {
		v, ok := d.take(r.from)
		if ok && r.convert != nil {
			v = r.convert(d, r.from, v)
		}
		if ok {
			d.put(r.from, r.to, v)
		}
	}
	if d.out["kind"] == nil && d.in["kind"] == nil {
		d.out["kind"] = encode(d.kind)
	}
	d.tripleAsContent()
}

func (d *decoder) has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { _, ok := d.in[name]; return ok })
}

// findKind returns the kind that the document names or has the shape of.
func (d *decoder) findKind() Kind {
	if v, ok := d.in["kind"]; ok {
		return Kind(stringOf(v))
	}
	if v, ok := d.in["memory_type"]; ok {
		return kindOf(stringOf(v))
	}
	switch {
	case d.has("message", "event_id", "role"):
		return KindMessage
	case d.has("digest", "summary_id", "summary_text", "scope_type"):
		return KindSummary
	case d.has("statement", "subject_entity_id", "predicate"):
		return KindFact
	case d.has("episode", "event_type", "source_event_ids"):
		return KindEpisode
	case d.has("insight", "insight_category", "sub_topic"):
		return KindInsight
	case d.has("user_fact", "fact_type"):
		return KindUserFact
	case d.has("content") && !d.has("context", "action", "outcome"):
		return d.kindOfCategory()
	}
	return KindExperience
}

// kindOfCategory returns the kind named like the document's category. An
// insight in that sense is not one about a user.
func (d *decoder) kindOfCategory() Kind {
	k := Kind(stringOf(d.in["category"]))
	switch {
	case k == KindInsight:
		return KindObservation
	case Category(k).Valid():
		return k
	}
	return KindFact
}

// kindOf returns the kind that a memory type of 001 or 004 names.
func kindOf(memoryType string) Kind {
	switch memoryType {
	case "episodic":
		return KindEpisode
	case "semantic":
		return KindFact
	}
	return Kind(memoryType)
}

func (d *decoder) asKind(_ string, v json.RawMessage) json.RawMessage {
	return encode(kindOf(stringOf(v)))
}

// openMetadata reads the metadata and moves the fields that have a place of
// their own. In a document of 001 that is the insight and its confidence; in
// one of 004, what is known of a message.
func (d *decoder) openMetadata() {
	v, ok := d.take("metadata")
	if !ok {
		return
	}
	v = unwrap(v)
	if v == nil {
		return
	}
	m, err := d.members(v)
	if err != nil {
		d.bad("metadata", "", err.Error())
		return
	}
	var moved map[string]string
	switch {
	case d.has("memory_type"):
		moved = map[string]string{"confidence": "confidence"}
		switch d.kind {
		case KindInsight:
			moved["insight_category"], moved["sub_topic"], moved["evolution_notes"] = "insight.insight_category", "insight.sub_topic", "insight.evolution_notes"
		case KindUserFact:
			moved["fact_type"] = "user_fact.fact_type"
		case KindMessage:
			moved["role"] = "message.role"
		}
	case d.kind == KindMessage && d.has("event_id", "role"):
		moved = map[string]string{"intent": "message.intent", "language": "message.language"}
		d.mentioned(m)
	}
	for _, name := range slices.Sorted(maps.Keys(moved)) {
		if v, ok := m[name]; ok {
			d.put("metadata."+name, moved[name], v)
			delete(m, name)
		}
	}
	d.own = m
}

// mentioned turns the entities that the metadata of a message of 004 lists into
// mentions. A list of anything else than their keys stays where it is.
func (d *decoder) mentioned(m map[string]json.RawMessage) {
	const name = "entities_mentioned"
	var keys []EntityKey
	if d.has("entities") || json.Unmarshal(m[name], &keys) != nil || len(keys) == 0 ||
		slices.ContainsFunc(keys, func(k EntityKey) bool { return !k.Valid() }) {
		return
	}
	mentions := make([]Mention, len(keys))
	for i, key := range keys {
		mentions[i].Entity = key
	}
	d.put("metadata."+name, "entities", encode(mentions))
	delete(m, name)
}

// placeUser places user_id where the kind keeps its user.
func (d *decoder) placeUser() {
	v, ok := d.take("user_id")
	if !ok {
		return
	}
	to := "speaker"
	switch d.kind {
	case KindMessage, KindEpisode, KindInsight, KindUserFact:
		to = string(d.kind) + ".user"
	case KindSummary:
		to = "digest.user"
	}
	d.put("user_id", to, v)
}

// placeCreated places created_at.
func (d *decoder) placeCreated() {
	v, ok := d.take("created_at")
	if !ok {
		return
	}
	v = d.asTime("created_at", v)
	if !d.has("timestamp") {
		d.put("created_at", "timestamp", v)
	}
	if !d.has("recorded_at") {
		d.put("created_at", "recorded_at", v)
	}
}

// insightCategory reads a category of insight from the field category, where the
// extractor of 001 puts it.
func (d *decoder) insightCategory() {
	v := d.in["category"]
	if d.kind != KindInsight || d.has("insight", "insight_category") || !slices.Contains(insightCategories[:], stringOf(v)) {
		return
	}
	d.put("category", "insight.insight_category", v)
	if !Category(stringOf(v)).Valid() {
		delete(d.in, "category")
	}
}

// openDomainContext opens what an episode of 004 knows of the user's database.
func (d *decoder) openDomainContext() {
	v, ok := d.take("domain_context")
	if !ok {
		return
	}
	m, err := d.members(v)
	if err != nil {
		d.bad("domain_context", "", err.Error())
		return
	}
	for _, name := range [...]string{"queries_run", "facts_found"} {
		if v, ok := m[name]; ok {
			d.put("domain_context."+name, "episode."+name, d.asTexts(name, v))
			delete(m, name)
		}
	}
	d.leftover("domain_context", m)
}

// leftover keeps or refuses the fields of a foreign object that have no place.
func (d *decoder) leftover(object string, m map[string]json.RawMessage) {
	if len(m) == 0 {
		return
	}
	if d.mode == Lenient {
		d.keep(object, assemble(m))
		return
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		d.bad(object+"."+shortKey(name), "", "unknown field")
	}
}

// tripleAsContent writes a content for a statement that came without one.
func (d *decoder) tripleAsContent() {
	s := d.nested["statement"]
	if s == nil || d.out["content"] != nil || d.in["content"] != nil {
		return
	}
	object := strings.TrimSpace(string(s["object_value"]))
	if plain := stringOf(s["object_value"]); plain != "" {
		object = plain
	}
	predicate := strings.ReplaceAll(stringOf(s["predicate"]), "_", " ")
	d.out["content"] = encode(stringOf(s["subject"]) + " " + predicate + ": " + object)
}
