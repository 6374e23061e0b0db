package vector

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
)

// Open loads the partition saved at path, or starts an empty one there: then Watermark is zero and Reason tells
// why. An empty path gives a partition in memory. Nothing is written before the partition grows large or is
// saved; the files of a foreign or damaged partition are replaced then.
//
// Open fails with [ErrOption], or when the path cannot be read at all.
func Open(path string, opt Options) (*Partition, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return nil, err
	}
	p := newPartition(path, opt)
	if path == "" {
		return p, nil
	}
	reason := p.load()
	switch {
	case reason == nil:
		p.writing.Lock()
		defer p.writing.Unlock()
		p.wake()
		return p, nil
	case !errors.Is(reason, fs.ErrNotExist) && !errors.Is(reason, ErrForeign) && !errors.Is(reason, ErrDamaged):
		return nil, errors.Join(reason, p.Close())
	}
	if err := p.Close(); err != nil {
		return nil, err
	}
	p = newPartition(path, opt)
	p.reason = reason
	for _, g := range p.floatFiles() {
		p.generation = max(p.generation, g)
	}
	return p, nil
}

// load fills an empty partition from its files.
func (p *Partition) load() error {
	f, err := os.Open(p.path)
	if err != nil {
		return fmt.Errorf("vector: open: %w", err)
	}
	defer func() { _ = f.Close() }() // only read
	st, err := f.Stat()
	if err != nil {
		return fmt.Errorf("vector: open: %w", err)
	}
	if !st.Mode().IsRegular() {
		return fmt.Errorf("vector: open: %s is not a file", p.path)
	}
	return p.read(f, st.Size())
}

// read fills an empty partition from a snapshot and checks all of it.
func (p *Partition) read(r io.ReaderAt, size int64) error {
	s, err := openSections(r, size)
	if err != nil {
		return err
	}
	m, model, owner, err := s.meta()
	if err != nil {
		return err
	}
	if err := p.accepts(m, model, owner); err != nil {
		return err
	}
	n := int(m.Rows)
	if s.length(secIDs) != n*16 { // so that no claim of a damaged file takes memory
		return damaged("%d bytes of ids for %d rows", s.length(secIDs), n)
	}
	p.form = form(m.Form)
	p.rough, p.generation, p.watermark, p.linksSaved = m.Rough, m.Generation, m.Waterm, int(m.Linked)
	if err := p.readRows(s, m); err != nil {
		return err
	}
	if err := p.readGraph(s, m); err != nil {
		return err
	}
	p.count.Store(m.Rows)
	return p.readNames(s, n)
}

// accepts reports whether a snapshot was made for the same owner by the same model with the same options (V2).
func (p *Partition) accepts(m meta, model, owner string) error {
	foreign := func(what string, got, want any) error {
		return fmt.Errorf("%w: %s %v, not %v", ErrForeign, what, got, want)
	}
	switch {
	case model != p.opt.Model:
		return foreign("model", model, p.opt.Model)
	case owner != p.opt.Owner:
		return foreign("owner", owner, p.opt.Owner)
	case int(m.Dim) != p.opt.Dim:
		return foreign("dimension", m.Dim, p.opt.Dim)
	case m.Seed != p.opt.Seed:
		return foreign("seed", m.Seed, p.opt.Seed)
	case int(m.M) != p.opt.M:
		return foreign("M", m.M, p.opt.M)
	case m.Form > uint32(form4) || m.FloatFile > 1 || m.Rows > maxRows || m.Linked > m.Rows:
		return damaged("meta out of range")
	case form(m.Form) == form4 && p.opt.Dim < minGraphDim:
		return damaged("graph of %d dimensions", p.opt.Dim)
	case form(m.Form) != form4 && (m.Linked > 0 || m.Uppers > 0 || m.Entry != noEntry):
		return damaged("links without a graph")
	case math.IsNaN(m.Rough) || m.Rough < 0 || m.Rough > 2:
		return damaged("code error %v", m.Rough)
	}
	return nil
}

// readRows reads what is kept for each row and checks every float vector against its checksum.
func (p *Partition) readRows(s *sectionReader, m meta) error {
	n := int(m.Rows)
	if s.length(secCodes) != n*p.stride() || s.length(secSums) != n*4 || s.length(secDead) != (n+63)/64*8 {
		return damaged("sections of unequal length")
	}
	p.sums.grow(n)
	p.ids.grow(n)
	p.dead.grow(n)
	p.codes.grow(n * p.stride())
	err := errors.Join(
		s.read(secIDs, bytesOf(p.ids.data[:n])),
		s.read(secSums, bytesOf(p.sums.data[:n])),
		s.read(secDead, bytesOf(p.dead.words.data[:(n+63)/64])),
		s.read(secCodes, p.codes.data[:n*p.stride()]),
	)
	if err != nil {
		return err
	}
	if n%64 != 0 && n > 0 && p.dead.words.data[n/64]>>(n%64) != 0 {
		return damaged("tombstones beyond the last row")
	}
	if err := p.readFloats(s, m); err != nil {
		return err
	}
	return p.checkFloats(n)
}

func (p *Partition) readFloats(s *sectionReader, m meta) error {
	n := int(m.Rows)
	if m.FloatFile == 0 {
		if s.length(secFloats) != n*p.vecs.width*4 {
			return damaged("floats of another length")
		}
		p.vecs.heap.grow(n * p.vecs.width)
		return s.read(secFloats, bytesOf(p.vecs.heap.data[:n*p.vecs.width]))
	}
	f, err := os.OpenFile(p.floatPath(m.Generation), os.O_RDWR, 0)
	if err != nil {
		return damaged("float file: %v", err)
	}
	p.vecs.file = f
	st, err := f.Stat()
	if err != nil || st.Size() < int64(n)*int64(p.vecs.width)*4 {
		return damaged("float file is too short")
	}
	if err := p.vecs.grow(n + 1); err != nil {
		return damaged("float file: %v", err)
	}
	return nil
}

// checkFloats compares every living row with its checksum. Searches then touch few of the mapped ones.
func (p *Partition) checkFloats(n int) error {
	defer p.vecs.view.forget()
	wrong := make([]int, p.opt.Workers)
	parallel(p.opt.Workers, n, 1024, func(worker, from, to int) {
		for row := uint32(from); row < uint32(to); row++ {
			if !p.dead.has(row) && checksum(p.vecs.row(row)) != p.sums.data[row] {
				wrong[worker]++
			}
		}
	})
	for _, w := range wrong {
		if w > 0 {
			return damaged("float vectors fail their checksums")
		}
	}
	return nil
}

// readNames reads the lists of ids and rebuilds the maps, which every living id must enter once.
func (p *Partition) readNames(s *sectionReader, n int) error {
	b, err := s.all(secMore)
	if err != nil {
		return err
	}
	p.rowOf = make(map[ID]uint32, n)
	p.rowBy = make(map[uint32]uint32, n)
	ids := 0
	for row := range uint32(n) {
		if p.dead.has(row) {
			p.tombs++
			continue
		}
		p.rowOf[p.ids.data[row]] = row
		p.rowBy[p.sums.data[row]] = row
		ids++
	}
	for len(b) >= 8 {
		row, k := binary.LittleEndian.Uint32(b), int(binary.LittleEndian.Uint32(b[4:]))
		if b = b[8:]; k == 0 || k > len(b)/16 || row >= uint32(n) || p.dead.has(row) || p.more[row] != nil {
			return damaged("id list of row %d", row)
		}
		list := make([]ID, k)
		copy(bytesOf(list), b)
		b = b[16*k:]
		if !slices.IsSortedFunc(list, compareIDs) || compareIDs(p.ids.data[row], list[0]) >= 0 {
			return damaged("id list of row %d is out of order", row)
		}
		for _, id := range list {
			p.rowOf[id] = row
		}
		p.more[row] = list
		ids += k
	}
	if len(b) != 0 || len(p.rowOf) != ids {
		return damaged("ids repeat or are cut short")
	}
	return nil
}
