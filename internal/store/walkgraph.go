package store

import (
	"context"
	"strings"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// WalkGraph calls node for each node that the agents' part of the graph has, and
// then edge for each edge, as of one moment. The order depends on the content
// alone. No agents means all of them. It reads the ledger, holds no more than a
// page of records at a time, and stops at the first error.
func (s *Store) WalkGraph(ctx context.Context, agents []string, node func(graph.Element) error, edge func(graph.Link) error) error {
	return s.ledger.ViewDurable(ctx, func(r *ledger.Reader) error {
		w := &graphWalk{ctx: ctx, reader: r, kin: newKin(r), ends: edgeEnds()}
		infos, err := w.agents(agents)
		if err != nil {
			return err
		}
		tables := nodeTables()
		onlyNodes := func(e graph.Element) error {
			if _, ok := tables[e.Table]; !ok {
				return nil
			}
			return node(e)
		}
		for _, info := range infos {
			if err := w.walk(info, onlyNodes); err != nil {
				return err
			}
		}
		for _, info := range infos {
			err := w.walk(info, func(e graph.Element) error { return w.edges(info.Name, e.Links, edge) })
			if err != nil {
				return err
			}
		}
		return nil
	})
}

type graphWalk struct {
	ctx    context.Context
	reader *ledger.Reader
	kin    *kin
	ends   map[string]schema.GraphEdge
}

// agents reads what is known of the agents named, or of all.
func (w *graphWalk) agents(names []string) (infos []ledger.AgentInfo, err error) {
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	for info, err := range w.reader.Agents() {
		if err != nil {
			return nil, err
		}
		if len(names) == 0 || wanted[info.Name] {
			infos = append(infos, info)
		}
	}
	return infos, nil
}

func (w *graphWalk) walk(info ledger.AgentInfo, emit func(graph.Element) error) error {
	if err := emit(agentElement(info)); err != nil {
		return err
	}
	if err := w.records(info.Name, emit); err != nil {
		return err
	}
	return eachOwnerElement(w.ctx, w.reader, w.kin, schema.KeyPrefix(info.Name), emit)
}

// records walks an agent's records oldest first, so that the record before each
// in its session is the last one seen, of which no more is kept than its edge tells.
func (w *graphWalk) records(agent string, emit func(graph.Element) error) error {
	last := map[string]*schema.Experience{}
	for e, err := range w.reader.Records(agent, ledger.Everything(), ledger.Scan{OldestFirst: true}) {
		if err != nil {
			return err
		}
		links, err := recordLinks(w.kin, e, precededBy(e, last[e.Session]))
		if err != nil {
			return err
		}
		if err := emit(recordElement(e, links)); err != nil {
			return err
		}
		if e.Session != "" {
			last[e.Session] = &schema.Experience{ID: e.ID, Time: e.Time, Context: e.Context}
		}
	}
	return nil
}

// edges passes on the edges whose two ends are there: a record may name what was
// forgotten.
func (w *graphWalk) edges(agent string, links []graph.Link, edge func(graph.Link) error) error {
	for _, l := range links {
		end := w.ends[l.Edge]
		there, err := w.exists(agent, end.From, l.From)
		if err == nil && there {
			there, err = w.exists(agent, end.To, l.To)
		}
		if err == nil && there {
			err = edge(l)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *graphWalk) exists(agent, table, id string) (bool, error) {
	switch table {
	case schema.NodeExperience:
		record, err := parseID(id)
		if err != nil {
			return false, err
		}
		return w.reader.Has(schema.TypeExperience, string(record[:]))
	case schema.NodeEntity:
		entity := &schema.Entity{Agent: agent, Key: schema.EntityKey(strings.TrimPrefix(id, schema.NodeKey(agent, "")))}
		return w.reader.Has(schema.TypeEntity, entity.ObjectKey())
	}
	return true, nil
}
