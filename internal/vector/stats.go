package vector

import (
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/internal/vector/kern"
)

// Len is the number of ids.
func (p *Partition) Len() int {
	p.names.RLock()
	defer p.names.RUnlock()
	return len(p.rowOf)
}

// Watermark is the ledger sequence given to the last Save, or read from the snapshot; zero when the partition
// started empty.
func (p *Partition) Watermark() uint64 {
	p.names.RLock()
	defer p.names.RUnlock()
	return p.watermark
}

// Reason tells why the partition started empty, nil if it did not: an error that is fs.ErrNotExist,
// [ErrForeign] or [ErrDamaged].
func (p *Partition) Reason() error { return p.reason }

// Bytes is the memory the partition holds, without mapped files.
func (p *Partition) Bytes() int64 { return p.Stats().Bytes }

// What a map entry takes, slack included.
const (
	bytesPerID  = 40
	bytesPerSum = 14
	bytesFixed  = 1 << 10
)

// Stats describes the partition.
func (p *Partition) Stats() Stats {
	p.life.RLock()
	defer p.life.RUnlock()
	p.names.RLock()
	defer p.names.RUnlock()
	n := int(p.count.Load())
	st := Stats{
		Form:       "exact",
		Kernel:     kern.Name(),
		IDs:        len(p.rowOf),
		Vectors:    n - p.tombs,
		LinksSaved: p.linksSaved,
		Tombstones: p.tombs,
		Bytes: bytesFixed + p.codes.held(n*p.stride()) + p.sums.held(n) + p.ids.held(n) +
			p.dead.words.held(n/64) + int64(len(p.rowOf))*bytesPerID + int64(len(p.rowBy))*bytesPerSum +
			int64(len(p.quant.flips))*4,
	}
	if p.vecs.file == nil {
		st.Bytes += p.vecs.heap.held(n * p.vecs.width)
	} else {
		st.MappedBytes = int64(n) * int64(p.vecs.width) * 4
	}
	if g := p.graph; g != nil {
		st.Form = "hnsw"
		st.Linked = int(g.linked.Load())
		st.Bytes += g.ground.held(st.Linked*g.m0) + g.level.held(st.Linked) + g.upAt.held(st.Linked) +
			g.upper.held(st.Linked/(g.m-1)*g.m)
	}
	if p.reason != nil {
		st.Reason = p.reason.Error()
	}
	return st
}

func (p *Partition) sortedIDs() []ID {
	p.names.RLock()
	defer p.names.RUnlock()
	return slices.SortedFunc(maps.Keys(p.rowOf), compareIDs)
}
