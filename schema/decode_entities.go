package schema

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
)

// foreignEntity is an entity inside a record, as 000-01 and 004-05 write it.
type foreignEntity struct {
	EntityID   string            `json:"entity_id"` // 000
	Type       EntityType        `json:"type"`
	Value      string            `json:"value"`
	Resolved   string            `json:"resolved_value"`
	Confidence float64           `json:"confidence"`
	SourceText string            `json:"source_text"`
	Start      int               `json:"char_start"`
	End        int               `json:"char_end"`
	Relations  []foreignRelation `json:"relations"`
	Metadata   json.RawMessage   `json:"metadata"`

	ID       string           `json:"id"` // 004
	Name     string           `json:"name"`
	Mentions []foreignMention `json:"mentions"`
}

// foreignMention is one place where a record of 004 speaks of an entity.
type foreignMention struct {
	Text        string `json:"text"`
	Position    int    `json:"position"`
	Coreference bool   `json:"coreference"`
}

// foreignRelation is a relation of an entity of 000 to another one, by the
// other's entity_id in the same record or by its key.
type foreignRelation struct {
	Type       RelationType `json:"relation_type"`
	Target     string       `json:"target_entity_id"`
	Confidence float64      `json:"confidence"`
}

// openEntities translates a foreign list of entities. A native one, whose elements
// have the field entity, is left for the native decoder.
func (d *decoder) openEntities() {
	v, ok := d.in["entities"]
	if !ok {
		return
	}
	if m, err := d.members(v); err == nil && m["entities"] != nil {
		v = m["entities"] // 004 wraps the list in an object of the same name
	}
	var shapes []map[string]json.RawMessage
	if json.Unmarshal(v, &shapes) != nil || len(shapes) == 0 ||
		slices.ContainsFunc(shapes, func(m map[string]json.RawMessage) bool { return m["entity"] != nil }) {
		return
	}
	delete(d.in, "entities")
	list := make([]foreignEntity, len(shapes))
	known := jsonNames(reflect.TypeFor[foreignEntity]())
	for i, shape := range shapes {
		d.at("entities", i, func() {
			for _, name := range slices.Sorted(maps.Keys(shape)) {
				if !known[name] && d.mode == Strict {
					d.bad(shortKey(name), "", "unknown field")
				}
			}
			if err := json.Unmarshal(assemble(shape), &list[i]); err != nil {
				d.report(err)
			}
		})
	}
	d.placeEntities(list)
}

// placeEntities turns foreign entities into mentions and relations.
func (d *decoder) placeEntities(list []foreignEntity) {
	keys := make(map[string]EntityKey, len(list))
	for _, f := range list {
		keys[f.EntityID] = f.key()
	}
	var mentions []Mention
	var links []Link
	notes := map[string]json.RawMessage{}
	for i, f := range list {
		mentions = append(mentions, f.mentions()...)
		for j, r := range f.Relations {
			to, ok := keys[r.Target]
			if !ok {
				to = EntityKey(r.Target)
			}
			if !to.Valid() {
				d.at("entities", i, func() {
					d.at("relations", j, func() { d.bad("target_entity_id", quote(r.Target), "names no entity of this record") })
				})
				continue
			}
			links = append(links, Link{From: f.key(), Type: r.Type, To: to, Confidence: r.Confidence})
		}
		if len(f.Metadata) > 0 && !isNull(f.Metadata) && string(f.Metadata) != "{}" {
			notes[string(f.key())] = f.Metadata
		}
	}
	if mentions != nil {
		d.put("entities", "entities", encode(mentions))
	}
	if links != nil {
		d.put("entities", "relations", encode(links))
	}
	if len(notes) > 0 {
		d.keep("entity_metadata", assemble(notes))
	}
}

// key returns the key the entity has in Lukasa.
func (f *foreignEntity) key() EntityKey {
	for _, id := range [...]string{f.ID, f.EntityID} {
		if EntityKey(id).Valid() {
			return EntityKey(id)
		}
	}
	name := f.Resolved
	if name == "" {
		name = f.Value
	}
	if name == "" {
		name = f.Name
	}
	return MakeEntityKey(f.kind(), name)
}

// kind returns the entity's type: object where it has none.
func (f *foreignEntity) kind() EntityType {
	switch f.Type {
	case "":
		return EntityObject
	case "organization": //nolint:misspell // as the source design spells it
		return EntityOrganization
	}
	return f.Type
}

func (f *foreignEntity) mentions() []Mention {
	if len(f.Mentions) > 0 {
		list := make([]Mention, len(f.Mentions))
		for i, m := range f.Mentions {
			list[i] = Mention{
				Entity: f.key(), Text: m.Text, Start: m.Position, End: m.Position + len(m.Text),
				Coreference: m.Coreference, Confidence: f.Confidence,
			}
		}
		return list
	}
	written := f.SourceText
	if written == "" {
		written = f.Value
	}
	if written == "" {
		written = f.Name
	}
	return []Mention{{Entity: f.key(), Text: written, Start: f.Start, End: f.End, Confidence: f.Confidence}}
}
