package reflect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// ErrConfigKey says that the configuration has no such key.
var ErrConfigKey = errors.New("reflect: no such configuration key")

// Configure says what of the configuration is to change.
type Configure struct {
	// Agent whose settings they are. Empty: those of the store, for all agents
	// that have none of their own.
	Agent string
	// Set gives keys ("decay.default_rate_per_day") their values: numbers and
	// strings, or their JSON. A group ("decay") takes an object of its fields.
	Set map[string]any
	// Reset takes keys, or whole groups, back to what the store says, or to the
	// default.
	Reset []string
}

// ConfigValue is one key of the configuration as it stands for an agent.
type ConfigValue struct {
	schema.ConfigKey
	Value any    `json:"value"`
	From  string `json:"from"` // default, store or agent
}

// ConfigChange is one version of a key's value.
type ConfigChange struct {
	Value   any       `json:"value"` // nil: taken back
	From    string    `json:"from"`  // store or agent
	Written time.Time `json:"written"`
}

// SetConfig changes settings as one transaction, all of them or none. A bad
// value, the name of another embedder than the open one, and values that contradict
// each other, or, of the store, those that an agent has of its own, are told in a
// [*schema.InvalidError]; a key that is not in the table is [ErrConfigKey]. Values of
// before stay in history.
func SetConfig(ctx context.Context, s *store.Store, want Configure) error {
	changes, err := want.fields()
	if err != nil {
		return err
	}
	return s.Update(ctx, func(tx *ledger.Tx) error {
		for _, group := range slices.Sorted(maps.Keys(changes)) {
			if err := changeGroup(s, tx, want.Agent, group, changes[group]); err != nil {
				return err
			}
		}
		return nil
	})
}

// fields sorts what is wanted by group. A nil value takes the field back.
func (w *Configure) fields() (map[string]map[string]json.RawMessage, error) {
	out := map[string]map[string]json.RawMessage{}
	put := func(k schema.ConfigKey, v json.RawMessage) {
		if out[k.Group()] == nil {
			out[k.Group()] = map[string]json.RawMessage{}
		}
		out[k.Group()][k.Field()] = v
	}
	for _, name := range w.Reset {
		keys, err := keysOf(name)
		if err != nil {
			return nil, err
		}
		for _, k := range keys {
			put(k, nil)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.Set)) {
		keys, err := keysOf(name)
		if err != nil {
			return nil, err
		}
		raw, err := json.Marshal(w.Set[name])
		if err != nil {
			return nil, badValue(name, "want a JSON value: "+err.Error())
		}
		if keys[0].Name == name {
			put(keys[0], raw)
			continue
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(raw, &fields); err != nil || fields == nil {
			return nil, badValue(name, "want an object of its fields")
		}
		for field, v := range fields {
			k, ok := schema.FindConfigKey(name + "." + field)
			if !ok {
				return nil, fmt.Errorf("%w: %q", ErrConfigKey, name+"."+field)
			}
			put(k, v)
		}
	}
	return out, nil
}

func badValue(name, problem string) error {
	return &schema.InvalidError{Type: schema.TypeSetting, Fields: []schema.FieldError{{Field: name, Problem: problem}}}
}

// keysOf returns the key of that name, or the keys of the group.
func keysOf(name string) ([]schema.ConfigKey, error) {
	keys := slices.DeleteFunc(schema.ConfigKeys(), func(k schema.ConfigKey) bool { return k.Name != name && k.Group() != name })
	if len(keys) == 0 {
		return nil, fmt.Errorf("%w: %q", ErrConfigKey, name)
	}
	return keys, nil
}

// changeGroup writes a group's next version, or deletes it when nothing is left.
func changeGroup(s *store.Store, tx *ledger.Tx, agent, group string, changes map[string]json.RawMessage) error {
	next := &schema.Setting{Agent: agent, Name: group}
	old, err := ledger.Load[*schema.Setting](&tx.Reader, next.ObjectKey())
	if err != nil && !errors.Is(err, ledger.ErrNotFound) {
		return err
	}
	fields := fieldsOf(old)
	for field, v := range changes {
		if v == nil {
			delete(fields, field)
		} else {
			fields[field] = v
		}
	}
	if next.Value, err = json.Marshal(fields); err != nil {
		return err
	}
	if old == nil && len(fields) == 0 || old != nil && string(old.Value) == string(next.Value) {
		return nil
	}
	next.SetDefaults(time.UnixMicro(tx.Stamp()).UTC(), nil)
	if err := next.Validate(); err != nil {
		return err
	}
	if err := s.CheckSetting(&tx.Reader, next); err != nil {
		return err
	}
	if len(fields) == 0 {
		return tx.Delete(schema.TypeSetting, next.ObjectKey())
	}
	return tx.Put(next)
}

// fieldsOf decodes what a setting holds; none, or one that is no object, holds
// nothing.
func fieldsOf(s *schema.Setting) map[string]json.RawMessage {
	fields := map[string]json.RawMessage{}
	if s == nil || json.Unmarshal(s.Value, &fields) != nil || fields == nil {
		return map[string]json.RawMessage{}
	}
	return fields
}

// ConfigValues lists every key with its value for an agent and where that comes
// from, in the order of the table.
func ConfigValues(ctx context.Context, s *store.Store, agent string) ([]ConfigValue, error) {
	var out []ConfigValue
	err := s.View(ctx, func(r *ledger.Reader) error {
		c, err := store.Config(r, agent)
		if err != nil {
			return err
		}
		for _, k := range schema.ConfigKeys() {
			from, err := origin(r, agent, k)
			if err != nil {
				return err
			}
			out = append(out, ConfigValue{ConfigKey: k, Value: k.Value(&c), From: from})
		}
		return nil
	})
	return out, err
}

// levels are the places where a key may be set, the one that counts first.
func levels(agent string) []string {
	if agent == "" {
		return []string{""}
	}
	return []string{agent, ""}
}

func levelName(agent string) string {
	if agent == "" {
		return "store"
	}
	return "agent"
}

func origin(r *ledger.Reader, agent string, k schema.ConfigKey) (string, error) {
	for _, level := range levels(agent) {
		s, err := ledger.Load[*schema.Setting](r, (&schema.Setting{Agent: level, Name: k.Group()}).ObjectKey())
		if err != nil && !errors.Is(err, ledger.ErrNotFound) {
			return "", err
		}
		if _, set := fieldsOf(s)[k.Field()]; set {
			return levelName(level), nil
		}
	}
	return "default", nil
}

// ConfigHistory lists the changes of one key, newest first: the agent's own and
// those of the store.
func ConfigHistory(ctx context.Context, s *store.Store, agent, name string) ([]ConfigChange, error) {
	k, ok := schema.FindConfigKey(name)
	if !ok {
		return nil, fmt.Errorf("%w: %q", ErrConfigKey, name)
	}
	var out []ConfigChange
	err := s.View(ctx, func(r *ledger.Reader) error {
		for _, level := range levels(agent) {
			changes, err := changesOf(r, level, k)
			if err != nil {
				return err
			}
			out = append(out, changes...)
		}
		return nil
	})
	slices.SortStableFunc(out, func(a, b ConfigChange) int { return b.Written.Compare(a.Written) })
	return out, err
}

// changesOf lists the versions of a group in which one field changed, newest
// first.
func changesOf(r *ledger.Reader, agent string, k schema.ConfigKey) ([]ConfigChange, error) {
	var out []ConfigChange
	var versions []ledger.Version
	for v, err := range r.History(schema.TypeSetting, (&schema.Setting{Agent: agent, Name: k.Group()}).ObjectKey()) {
		if err != nil {
			return nil, err
		}
		versions = append(versions, v)
	}
	before := ""
	for _, v := range slices.Backward(versions) {
		s, _ := v.Object.(*schema.Setting)
		raw := fieldsOf(s)[k.Field()]
		if string(raw) == before {
			continue
		}
		before = string(raw)
		change := ConfigChange{From: levelName(agent), Written: v.Stamp}
		if raw != nil {
			c := schema.DefaultConfig()
			_ = s.Apply(&c)
			change.Value = k.Value(&c)
		}
		out = append(out, change)
	}
	slices.Reverse(out)
	return out, nil
}
