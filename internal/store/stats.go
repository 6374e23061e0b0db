package store

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/vector"
)

// Stats tells how large a store is and how far its views have come.
type Stats struct {
	Dir       string `json:"dir"`
	Seq       uint64 `json:"seq"`       // changes in the ledger
	GraphSeq  uint64 `json:"graph_seq"` // of these, in the graph; 0 while it opens
	Agents    int    `json:"agents"`
	Records   int    `json:"records"`
	Loaded    int    `json:"loaded"` // agents whose indexes are in memory
	Memory    int64  `json:"memory"` // bytes that those indexes hold
	Disk      Disk   `json:"disk"`
	Embedder  string `json:"embedder,omitempty"`
	Searching string `json:"searching"` // words, exact or hnsw: the best that is on (003-25)
}

// Disk is how many bytes each part of a store takes.
type Disk struct {
	Ledger int64 `json:"ledger"`
	Graph  int64 `json:"graph"`
	Agents int64 `json:"agents"`
}

// Stats measures the store.
func (s *Store) Stats(ctx context.Context) (Stats, error) {
	st := Stats{Dir: s.dir, Seq: s.ledger.DurableSeq(), Searching: "words"}
	sizes := map[string]int{}
	err := s.View(ctx, func(r *ledger.Reader) error {
		for a, err := range r.Agents() {
			if err != nil {
				return err
			}
			st.Agents++
			st.Records += a.Total
			sizes[a.Name] = a.Total
		}
		return nil
	})
	if err != nil {
		return Stats{}, err
	}
	if e := s.Embedder(); e != nil {
		st.Embedder, st.Searching = e.Model().ID(), "exact"
	}
	s.measureLoaded(&st, sizes)
	select {
	case <-s.graph.opened:
		if g := s.graph.graph; g != nil {
			st.GraphSeq = g.Watermark()
		}
	default: // still opening
	}
	if st.Disk, err = s.disk(); err != nil {
		return Stats{}, err
	}
	return st, nil
}

// disk measures the files.
func (s *Store) disk() (d Disk, err error) {
	files, err := s.Files()
	for path, file := range files {
		part, _, _ := strings.Cut(strings.TrimPrefix(path, s.dir+string(filepath.Separator)), string(filepath.Separator))
		switch part {
		case "ledger":
			d.Ledger += file.Size
		case "graph":
			d.Graph += file.Size
		case "agents":
			d.Agents += file.Size
		}
	}
	return d, err
}

// measureLoaded measures the indexes in memory, and tells by the number of their
// records how the agents are searched whose indexes are not.
func (s *Store) measureLoaded(st *Stats, sizes map[string]int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st.Loaded = len(s.agents)
	graphed := false
	for name, v := range s.agents {
		st.Memory += v.size.Load()
		graphed = graphed || v.graphed.Load()
		if v.applied.Load() > 0 {
			delete(sizes, name)
		}
	}
	if e := s.Embedder(); e != nil {
		o := vector.Options{Dim: e.Model().Dim, ExactLimit: s.opts.ExactLimit}
		for _, n := range sizes {
			graphed = graphed || o.Graphed(n)
		}
	}
	if graphed {
		st.Searching = "hnsw"
	}
}
