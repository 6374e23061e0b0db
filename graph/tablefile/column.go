package tablefile

import (
	"encoding/binary"
	"math"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/schema"
)

// pageSize is the size from which a page is complete.
const pageSize = 64 << 10

// column collects the values of a column: those of a page, and the pages of a row
// group.
type column struct {
	Column
	values []byte
	bits   int    // of booleans, eight of which share a byte
	def    levels // 0: null, 1: a value; of lists 1: an empty one, 3: an element
	rep    levels // of lists; 1: not the first element
	count  int    // levels of the page
	pages  []byte
	total  int // levels of the pages
}

func (c *column) list() bool { return c.Type == schema.GraphStrings }

// add appends the value of one row.
func (c *column) add(v any) {
	if c.list() {
		texts, ok := v.([]string)
		c.addList(texts, ok)
	} else {
		c.level(c.addValue(v), 0)
	}
	if len(c.values) >= pageSize {
		c.endPage()
	}
}

func (c *column) level(def, rep byte) {
	c.def.add(def)
	if c.list() {
		c.rep.add(rep)
	}
	c.count++
}

func (c *column) addList(texts []string, there bool) {
	if len(texts) == 0 {
		def := byte(0)
		if there {
			def = 1
		}
		c.level(def, 0)
		return
	}
	for i, s := range texts {
		c.addText(s)
		c.level(3, byte(min(i, 1)))
	}
}

// addValue appends a value that is no list and returns its definition level.
func (c *column) addValue(value any) byte {
	switch v := value.(type) {
	case string:
		c.addText(v)
	case int:
		c.addLong(uint64(v))
	case int64:
		c.addLong(uint64(v))
	case float64:
		c.addLong(math.Float64bits(v))
	case bool:
		c.addBool(v)
	case time.Time:
		c.addLong(uint64(v.UnixMicro()))
	case uuid.UUID:
		c.addText(v.String())
	default:
		return 0
	}
	return 1
}

func (c *column) addText(s string) {
	c.values = binary.LittleEndian.AppendUint32(c.values, uint32(len(s)))
	c.values = append(c.values, s...)
}

func (c *column) addLong(v uint64) { c.values = binary.LittleEndian.AppendUint64(c.values, v) }

func (c *column) addBool(v bool) {
	bit := c.bits % 8
	if bit == 0 {
		c.values = append(c.values, 0)
	}
	if v {
		c.values[len(c.values)-1] |= 1 << bit
	}
	c.bits++
}

// endPage completes the page, if there is anything in it.
func (c *column) endPage() {
	if c.count == 0 {
		return
	}
	var levels []byte
	if c.list() {
		levels = c.rep.appendTo(levels)
	}
	levels = c.def.appendTo(levels)
	c.pages = append(c.pages, pageHeader(len(levels)+len(c.values), c.count)...)
	c.pages = append(c.pages, levels...)
	c.pages = append(c.pages, c.values...)
	c.total += c.count
	c.values, c.bits, c.count = c.values[:0], 0, 0
}

// levels are small numbers written as runs of equal ones, which is the half of
// Parquet's hybrid encoding that suits columns most of which are always or never
// null.
type levels struct {
	runs []byte
	last byte
	n    uint64 // times last, not in runs yet
}

func (l *levels) add(level byte) {
	if level != l.last {
		l.endRun()
		l.last = level
	}
	l.n++
}

func (l *levels) endRun() {
	if l.n > 0 {
		l.runs = binary.AppendUvarint(l.runs, l.n<<1) // the lowest bit would say that it is not a run
		l.runs = append(l.runs, l.last)
		l.n = 0
	}
}

// appendTo appends the levels with their length, and empties them.
func (l *levels) appendTo(b []byte) []byte {
	l.endRun()
	b = binary.LittleEndian.AppendUint32(b, uint32(len(l.runs)))
	b = append(b, l.runs...)
	l.runs = l.runs[:0]
	return b
}
