package store

import (
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// kin tells who stands for an entity and what else it is called. Most agents have
// no merge and no alias: of those it asks once, not entity by entity. It answers
// as of its reader's state.
type kin struct {
	reader         *ledger.Reader
	merged, called map[string]bool // agents that have merges, and aliases
}

func newKin(r *ledger.Reader) *kin {
	return &kin{r, map[string]bool{}, map[string]bool{}}
}

// survivor is [ledger.Reader.Survivor].
func (k *kin) survivor(agent string, key schema.EntityKey) (schema.EntityKey, error) {
	some, err := once(k.merged, agent, k.reader.HasMerges)
	if err != nil || !some {
		return key, err
	}
	return k.reader.Survivor(agent, key)
}

// members is [ledger.Reader.Members].
func (k *kin) members(agent string, key schema.EntityKey) ([]schema.EntityKey, error) {
	some, err := once(k.merged, agent, k.reader.HasMerges)
	if err != nil || !some {
		return []schema.EntityKey{key}, err
	}
	return k.reader.Members(agent, key)
}

// aliases lists the texts of an entity's aliases.
func (k *kin) aliases(e *schema.Entity) ([]string, error) {
	some, err := once(k.called, e.Agent, k.reader.HasAliases)
	if err != nil || !some {
		return nil, err
	}
	var texts []string
	for a, err := range k.reader.AliasesOf(e.Agent, e.Key) {
		if err != nil {
			return nil, err
		}
		texts = append(texts, a.Text)
	}
	return texts, nil
}

// once asks about an agent unless the answer is known.
func once(known map[string]bool, agent string, ask func(string) (bool, error)) (bool, error) {
	answer, ok := known[agent]
	if ok {
		return answer, nil
	}
	answer, err := ask(agent)
	if err == nil {
		known[agent] = answer
	}
	return answer, err
}
