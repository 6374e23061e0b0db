package knowledge

import (
	"cmp"
	"slices"
)

// All returns the entities by key, merged ones included.
func (n *Names) All() []Known {
	n.mu.RLock()
	defer n.mu.RUnlock()
	var all []Known
	for i := range n.entities {
		if n.entities[i].there {
			all = append(all, n.known(uint32(i)))
		}
	}
	slices.SortFunc(all, func(a, b Known) int { return cmp.Compare(a.Key, b.Key) })
	return all
}
