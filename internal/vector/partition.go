package vector

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/lukasadb/lukasa/internal/vector/kern"
)

// codesFrom is the number of rows from which codes are kept and float vectors move to their file.
const codesFrom = 512

// A Partition is one agent's vectors of one embedding model. It is safe for concurrent use: searches run side
// by side with one another and with writes; writes go one at a time.
//
// Locks, in the order in which they are taken:
//
//   - linking: held by whoever changes the graph or needs it to rest (a batch of links, a repair, a save).
//   - writing: one upsert or delete at a time, or a save taking its picture.
//   - life: searches share it; whoever moves or frees memory holds it alone, for microseconds.
//   - names: guards the maps between ids and rows.
type Partition struct {
	path  string
	opt   Options
	quant *quantiser
	width int // values in a row of floats

	linking sync.Mutex
	writing sync.Mutex
	life    sync.RWMutex
	names   sync.RWMutex

	// Rows. Searches read rows below count; the writer fills the next one and then publishes it.
	count  atomic.Uint32
	vecs   floats
	codes  slab[uint8]
	form   form
	sums   slab[uint32]
	ids    slab[ID]
	dead   bitset
	rough  float64 // the largest residual of an 8-bit code
	graph  *graph
	closed atomic.Bool

	// Names.
	rowOf map[ID]uint32
	rowBy map[uint32]uint32 // a live row by its checksum
	more  map[uint32][]ID   // ids of a row beyond the first, in order
	tombs int               // dead rows below count

	// naming is another number, unique in the process, whenever a row gets or loses a name and lives on, and when
	// rows are renumbered: what a filter remembers about rows holds as long as it is the same.
	naming atomic.Uint64

	generation uint64 // of the float file
	watermark  uint64
	linksSaved int // rows that the graph covers in the snapshot
	reason     error
	purge      bool

	linker linker
	pace   pace // of the present step of background work; linking guards it
	stage  stage
}

// form is how rows are coded.
type form uint8

const (
	formFloat form = iota // no codes
	form8
	form4 // with a graph
)

// stage is the writer's scratch.
type stage struct {
	unit, rotated []float32
}

func newPartition(path string, opt Options) *Partition {
	p := &Partition{
		path:  path,
		opt:   opt,
		quant: newQuantiser(opt.Dim, opt.Seed),
		rowOf: make(map[ID]uint32),
		rowBy: make(map[uint32]uint32),
		more:  make(map[uint32][]ID),
	}
	p.width = roundUp(opt.Dim, kern.BlockF)
	p.vecs.width = p.width
	p.linker.init()
	p.rename()
	return p
}

// namings counts the namings of all partitions.
var namings atomic.Uint64

func (p *Partition) rename() { p.naming.Store(namings.Add(1)) }

var _ Index = (*Partition)(nil)

// Upsert gives id this vector, replacing the one it had; see [Index]. The vector is found by searches that
// begin after Upsert returns. It is not durable before [Partition.Save]. Beside the errors of [Index] it may
// fail when the float file cannot be written; the id then keeps the vector it had.
func (p *Partition) Upsert(id ID, vec []float32) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	if p.closed.Load() {
		return ErrClosed
	}
	if p.stage.unit == nil {
		p.stage = stage{unit: make([]float32, p.width), rotated: make([]float32, p.opt.Dim)}
	}
	unit := p.stage.unit
	if err := normalise(unit, vec, p.opt.Dim); err != nil {
		return err
	}
	sum := checksum(unit)
	if row, ok := p.rowBy[sum]; ok && equalBits(p.vecs.row(row), unit) {
		p.share(id, row)
		return nil
	}
	return p.append(id, unit, sum)
}

// share gives id to a row that has its vector already (V3).
func (p *Partition) share(id ID, row uint32) {
	if at, ok := p.rowOf[id]; ok && at == row {
		return
	}
	p.names.Lock()
	defer p.names.Unlock()
	p.detach(id)
	p.attach(id, row)
}

// append publishes a new row.
func (p *Partition) append(id ID, unit []float32, sum uint32) error {
	n := int(p.count.Load())
	if n >= maxRows {
		return fmt.Errorf("%w: more than %d vectors", ErrOption, maxRows)
	}
	if err := p.promote(n + 1); err != nil {
		return err
	}
	if err := p.makeRoom(n + 1); err != nil {
		return err
	}
	if err := p.vecs.put(n, unit); err != nil {
		return err
	}
	if lost := p.encodeAt(n, p.stage.rotated); lost > p.rough {
		p.setRough(lost)
	}
	p.sums.data[n] = sum
	p.ids.data[n] = id
	p.dead.unset(uint32(n))

	p.names.Lock()
	p.detach(id)
	p.rowOf[id] = uint32(n)
	p.rowBy[sum] = uint32(n)
	p.count.Store(uint32(n) + 1)
	p.names.Unlock()
	p.wake()
	return nil
}

// maxRows keeps row numbers within the 31 bits that a packed candidate has for them.
const maxRows = 1 << 31 / 2

// setRough raises the bound on which exact scans rely.
func (p *Partition) setRough(lost float64) {
	p.names.Lock()
	p.rough = lost
	p.names.Unlock()
}

func (p *Partition) stride() int {
	switch p.form {
	case form8:
		return p.quant.stride8
	case form4:
		return p.quant.stride4
	default:
		return 0
	}
}

// makeRoom lets row n-1 be written. Memory moves only while no search runs.
func (p *Partition) makeRoom(n int) error {
	if p.vecs.fits(n) && p.codes.fits(n*p.stride()) && p.sums.fits(n) && p.ids.fits(n) && p.dead.fits(n) {
		return nil
	}
	p.life.Lock()
	defer p.life.Unlock()
	p.codes.grow(n * p.stride())
	p.sums.grow(n)
	p.ids.grow(n)
	p.dead.grow(n)
	return p.vecs.grow(n)
}

// promote changes the form of the partition when row n-1 is about to cross a limit.
func (p *Partition) promote(n int) error {
	want := p.wantedForm(n)
	if want <= p.form {
		return nil
	}
	p.life.Lock()
	defer p.life.Unlock()
	if want > formFloat && p.vecs.file == nil && p.path != "" {
		p.generation++
		if err := p.vecs.move(p.floatPath(p.generation), n-1); err != nil {
			return err
		}
	}
	p.recode(want, n-1)
	return nil
}

// wantedForm is the form in which n rows are best kept.
func (p *Partition) wantedForm(n int) form {
	switch {
	case p.opt.Graphed(n):
		return form4
	case n > codesFrom:
		return form8
	default:
		return formFloat
	}
}

// recode makes the codes of the first n rows anew in another form. No search may run.
func (p *Partition) recode(to form, n int) {
	p.codes.free()
	p.form = to
	p.rough = 0
	p.codes.grow((n + 1) * p.stride())
	if to == form4 {
		p.graph = newGraph(p.opt)
	}
	lost := make([]float64, p.opt.Workers)
	parallel(p.opt.Workers, n, 256, func(worker, from, to int) {
		rotated := make([]float32, p.opt.Dim)
		for i := from; i < to; i++ {
			lost[worker] = max(lost[worker], p.encodeAt(i, rotated))
		}
	})
	for _, l := range lost {
		p.rough = max(p.rough, l)
	}
}

// encodeAt codes a stored row and returns what rounding took away, for forms whose scans rely on it.
func (p *Partition) encodeAt(i int, rotated []float32) float64 {
	if p.form == formFloat {
		return 0
	}
	p.quant.rotate(rotated, p.vecs.row(uint32(i)))
	code := p.codes.data[i*p.stride():][:p.stride()]
	if p.form == form4 {
		p.quant.encode4(code, rotated)
		return 0
	}
	return p.quant.encode8(code, rotated)
}

// Delete forgets id and reports whether it was there. Searches that begin afterwards do not return it. The
// vector's bytes stay in the float file until rows are reclaimed; see [Partition.Purge].
func (p *Partition) Delete(id ID) (bool, error) {
	p.writing.Lock()
	defer p.writing.Unlock()
	if p.closed.Load() {
		return false, ErrClosed
	}
	if _, ok := p.rowOf[id]; !ok {
		return false, nil
	}
	p.names.Lock()
	p.detach(id)
	p.names.Unlock()
	p.wake()
	return true, nil
}

// attach adds id to a live row. The caller holds names.
func (p *Partition) attach(id ID, row uint32) {
	p.rowOf[id] = row
	list := p.more[row]
	if first := p.ids.data[row]; compareIDs(id, first) < 0 {
		p.ids.data[row], id = id, first
	}
	p.more[row] = insertID(list, id)
	p.rename()
}

// detach takes id from its row, which dies when it was the last. The caller holds names.
func (p *Partition) detach(id ID) {
	row, ok := p.rowOf[id]
	if !ok {
		return
	}
	delete(p.rowOf, id)
	list := p.more[row]
	if len(list) == 0 {
		p.bury(row)
		return
	}
	p.rename()
	if p.ids.data[row] == id {
		p.ids.data[row], list = list[0], list[1:]
	} else {
		list = removeID(list, id)
	}
	if len(list) == 0 {
		delete(p.more, row)
		return
	}
	p.more[row] = list
}

// bury makes a row a tombstone. The caller holds names.
func (p *Partition) bury(row uint32) {
	p.dead.set(row)
	p.tombs++
	if sum := p.sums.data[row]; p.rowBy[sum] == row {
		delete(p.rowBy, sum)
	}
	if p.graph != nil && row < p.graph.linked.Load() {
		p.graph.buried.Add(1)
		p.graph.lost.Add(1)
	}
}

// Purge makes the next [Partition.Save] rewrite the files without any deleted vector.
func (p *Partition) Purge() {
	p.writing.Lock()
	defer p.writing.Unlock()
	p.purge = true
}

// Close stops background work and releases memory and files. It saves nothing and waits for searches.
func (p *Partition) Close() error {
	p.writing.Lock()
	if p.closed.Load() {
		p.writing.Unlock()
		return nil
	}
	p.closed.Store(true)
	p.writing.Unlock()
	p.linker.stop()
	p.linking.Lock()
	defer p.linking.Unlock()
	p.life.Lock()
	defer p.life.Unlock()
	p.count.Store(0)
	p.graph.free()
	p.codes.free()
	p.sums.free()
	p.ids.free()
	p.dead.words.free()
	return p.vecs.close()
}
