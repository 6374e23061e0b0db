package static

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"math"
	"strings"
	"sync"
	"sync/atomic"
)

// Dim is the number of components of a vector.
const Dim = 256

// rows is the number of word pieces, and of rows in the table.
const rows = 30_522

// revision is the head of the SHA-256 of table.i8, scales.f32 and vocab.txt one
// after the other. A test compares it with the files, so a new table cannot
// pass for the old one.
const revision = "ab9a6858515b"

var (
	//go:embed table.i8
	tableBytes []byte
	//go:embed scales.f32
	scaleBytes []byte
	//go:embed vocab.txt
	vocabText string
)

// artifact is the decoded model. It is shared by every embedder, and immutable but
// for what it remembers of what it worked out.
type artifact struct {
	table   []byte // rows x Dim int8, one row a piece
	scales  []float32
	vocab   *vocabulary
	lengths []atomic.Uint64 // of the rows, before their scales, as bits of a float64; 0 is not known yet
	odd     [oddRemembered]atomic.Pointer[oddWord]
}

// load decodes the embedded files, once a process.
var load = sync.OnceValue(func() *artifact {
	pieces := strings.Split(strings.TrimSuffix(vocabText, "\n"), "\n")
	if len(pieces) != rows || len(tableBytes) != rows*Dim || len(scaleBytes) != 4*rows {
		panic("static: the embedded artifact is damaged") // a fault of the build, not of any input
	}
	scales := make([]float32, rows)
	if err := binary.Read(bytes.NewReader(scaleBytes), binary.LittleEndian, scales); err != nil {
		panic("static: the embedded artifact is damaged: " + err.Error())
	}
	return &artifact{table: tableBytes, scales: scales, vocab: newVocabulary(pieces), lengths: make([]atomic.Uint64, rows)}
})

// row returns the components of one piece, before its scale.
func (a *artifact) row(piece int32) *[Dim]byte {
	return (*[Dim]byte)(a.table[int(piece)*Dim:])
}

// add adds one piece's row to sum.
func (a *artifact) add(sum *[Dim]float32, piece int32) {
	addRow(sum, a.row(piece), a.scales[piece])
}

// length returns the length of a piece's row, before its scale.
func (a *artifact) length(piece int32) float64 {
	known := &a.lengths[piece]
	if bits := known.Load(); bits != 0 {
		return math.Float64frombits(bits)
	}
	row := a.row(piece)
	length := math.Sqrt(float64(dotRows(row, row)))
	known.Store(math.Float64bits(length))
	return length
}

// normalise scales v to length one and reports whether it had a length.
func normalise(v []float32) bool {
	var square float64
	for _, x := range v {
		square += float64(float64(x) * float64(x))
	}
	if square == 0 {
		return false
	}
	scale := float32(1 / math.Sqrt(square))
	for i := range v {
		v[i] *= scale
	}
	return true
}
