package vector

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/lukasadb/lukasa/internal/atomicfile"
)

// reclaimShare is the share of dead rows at which a save leaves them out: one in five.
const reclaimShare = 5

// A picture is what a save writes of the parts that go on changing.
type picture struct {
	meta
	ids  []ID
	dead []uint64
	more []byte
}

// Save writes a snapshot and makes it durable: after it, Open finds everything applied before Save was called,
// with this watermark. Searches go on; upserts and deletes wait only while dead rows are reclaimed, and
// background linking rests. A partition opened without a path only remembers the watermark.
func (p *Partition) Save(watermark uint64) error {
	p.linking.Lock()
	defer p.linking.Unlock()
	pic, err := p.takePicture(watermark)
	if err != nil {
		return err
	}
	if p.path != "" {
		if err := p.writeSnapshot(pic); err != nil {
			return fmt.Errorf("vector: save: %w", err)
		}
		p.removeStale()
	}
	p.names.Lock()
	defer p.names.Unlock()
	p.watermark, p.linksSaved = watermark, int(pic.Linked)
	return nil
}

// takePicture reclaims dead rows if they are many, and copies what must not change while it is written.
func (p *Partition) takePicture(watermark uint64) (picture, error) {
	p.writing.Lock()
	defer p.writing.Unlock()
	if p.closed.Load() {
		return picture{}, ErrClosed
	}
	n := int(p.count.Load())
	if p.tombs > 0 && (p.purge || p.tombs*reclaimShare >= n) {
		if err := p.reclaim(); err != nil {
			return picture{}, fmt.Errorf("vector: reclaim: %w", err)
		}
		n = int(p.count.Load())
	}
	p.purge = false
	pic := picture{
		meta: meta{
			Dim: uint32(p.opt.Dim), M: uint32(p.opt.M), EfConstruction: uint32(p.opt.EfConstruction),
			Form: uint32(p.form), Rows: uint32(n), Seed: p.opt.Seed, Waterm: watermark,
			Entry: noEntry, Rough: p.rough,
		},
		ids:  slices.Clone(p.ids.data[:n]),
		dead: slices.Clone(p.dead.words.data[:(n+63)/64]),
		more: p.encodeMore(),
	}
	if p.vecs.file != nil {
		pic.FloatFile, pic.Generation = 1, p.generation
	}
	if g := p.graph; g != nil {
		pic.Linked, pic.Uppers, pic.Entry = g.linked.Load(), uint32(g.uppers), g.entry.Load()
	}
	return pic, nil
}

// encodeMore writes the lists of further ids, in row order.
func (p *Partition) encodeMore() (b []byte) {
	for _, row := range slices.Sorted(maps.Keys(p.more)) {
		list := p.more[row]
		b = binary.LittleEndian.AppendUint32(b, row)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(list)))
		b = append(b, bytesOf(list)...)
	}
	return b
}

// writeSnapshot writes beside the old snapshot and puts the new one in its place. The caller holds linking, so
// the graph rests, and rows below the picture's count do not change (V4).
func (p *Partition) writeSnapshot(pic picture) error {
	if err := p.vecs.sync(); err != nil {
		return err
	}
	return atomicfile.Write(p.path, func(f *os.File) error { return p.writeSections(newSectionWriter(f), pic) })
}

func (p *Partition) writeSections(w *sectionWriter, pic picture) error {
	p.life.RLock()
	defer p.life.RUnlock()
	n, linked, uppers := int(pic.Rows), int(pic.Linked), int(pic.Uppers)
	parts := [sections][]byte{
		secMeta: pic.encode(p.opt.Model, p.opt.Owner),
		secIDs:  bytesOf(pic.ids), secSums: bytesOf(p.sums.data[:n]), secDead: bytesOf(pic.dead), secMore: pic.more,
		secCodes: p.codes.data[:n*p.stride()],
	}
	if pic.FloatFile == 0 {
		parts[secFloats] = bytesOf(p.vecs.rows()[:n*p.vecs.width])
	}
	if g := p.graph; g != nil {
		parts[secLevel], parts[secUpAt] = g.level.data[:linked], bytesOf(g.upAt.data[:linked])
		parts[secGround], parts[secUpper] = bytesOf(g.ground.data[:linked*g.m0]), bytesOf(g.upper.data[:uppers*g.m])
	}
	for _, part := range parts {
		if err := w.section(part); err != nil {
			return err
		}
	}
	return w.finish()
}

// floatSuffix ends the names of the float files beside a partition's path.
const floatSuffix = ".floats"

// floatPath names the float file of a generation.
func (p *Partition) floatPath(generation uint64) string {
	return p.path + "." + strconv.FormatUint(generation, 10) + floatSuffix
}

// floatFiles finds the generations of float files beside the path.
func (p *Partition) floatFiles() []uint64 {
	entries, err := os.ReadDir(filepath.Dir(p.path))
	if err != nil {
		return nil
	}
	var found []uint64
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), filepath.Base(p.path)+".")
		digits, ok2 := strings.CutSuffix(rest, floatSuffix)
		if g, err := strconv.ParseUint(digits, 10, 64); ok && ok2 && err == nil {
			found = append(found, g)
		}
	}
	return found
}

// removeStale removes float files that no snapshot and no open partition names. What cannot be removed now is
// removed after a later save.
func (p *Partition) removeStale() {
	for _, g := range p.floatFiles() {
		if p.vecs.file == nil || g != p.generation {
			_ = os.Remove(p.floatPath(g))
		}
	}
}

// Remove deletes the files of the partition at path, if there are any. The partition must not be open.
func Remove(path string) error {
	p := &Partition{path: path}
	errs := []error{removeIfThere(path), removeIfThere(path + atomicfile.Suffix)}
	for _, g := range p.floatFiles() {
		errs = append(errs, removeIfThere(p.floatPath(g)))
	}
	return errors.Join(errs...)
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
