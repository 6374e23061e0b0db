package kuzu

/*
#include "bridge.h"
#include <stdlib.h>
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"

	_ "github.com/kuzudb/go-kuzu" // links libkuzu
)

func init() {
	C.bridge_blank_memory()
	C.bridge_survive()
}

// ErrOpen is returned when the library refuses to open a file. It does not say
// why.
var ErrOpen = errors.New("kuzu: cannot open database")

// ErrClose is returned when the library fails within closing a database. What it held of
// files and memory stays with the process.
var ErrClose = errors.New("kuzu: cannot close database")

// Error is what the library said of a statement.
type Error struct{ Message string }

func (e *Error) Error() string { return e.Message }

// maxSize is the address space that a database reserves: far more than a graph
// needs, and little enough for dozens of them in one process. The library's
// default of 8 TiB leaves room for fifteen.
const maxSize = 512 << 30

// Config says how to open a database.
type Config struct {
	BufferPool uint64 // bytes
	Threads    int    // per statement
	ReadOnly   bool
}

// DB is an open database. It is safe for concurrent use, except Close.
type DB struct{ c C.kuzu_database }

// Open opens or creates the database file at path. Automatic checkpoints are
// off: a crash in the middle of one can make the file unreadable.
func Open(path string, config Config) (*DB, error) {
	cpath := C.CString(path)
	defer C.free(unsafe.Pointer(cpath))
	cc := C.kuzu_default_system_config()
	cc.buffer_pool_size = C.uint64_t(config.BufferPool)
	cc.max_num_threads = C.uint64_t(config.Threads)
	cc.read_only = C.bool(config.ReadOnly)
	cc.max_db_size = maxSize
	cc.auto_checkpoint = false
	db := &DB{}
	if !C.bridge_open(cpath, cc, &db.c) {
		return nil, ErrOpen
	}
	return db, nil
}

// Close closes the database, whose connections must be closed already (K1), and
// gives what it held of memory back to the system.
func (db *DB) Close() error {
	if !C.bridge_close(&db.c) {
		return ErrClose
	}
	C.bridge_release_memory()
	return nil
}

// Conn is one connection, with one transaction at a time (K3).
type Conn struct{ c C.kuzu_connection }

// Connect opens a connection.
func (db *DB) Connect() (*Conn, error) {
	conn := &Conn{}
	if C.kuzu_connection_init(&db.c, &conn.c) != C.KuzuSuccess {
		return nil, errors.New("kuzu: cannot connect")
	}
	return conn, nil
}

// Close closes the connection, whose results and statements must be closed
// already (K1).
func (c *Conn) Close() { C.kuzu_connection_destroy(&c.c) }

// Interrupt stops the statement that the connection is running, if any.
func (c *Conn) Interrupt() { C.kuzu_connection_interrupt(&c.c) }

// SetThreads sets how many threads a statement may use.
func (c *Conn) SetThreads(n int) {
	C.kuzu_connection_set_max_num_thread_for_exec(&c.c, C.uint64_t(n))
}

// Exec runs one or more statements and discards their rows.
func (c *Conn) Exec(text string) error {
	r, err := c.Query(text)
	if err != nil {
		return err
	}
	r.Close()
	return nil
}

// Query runs a statement without parameters.
func (c *Conn) Query(text string) (*Result, error) {
	ctext := C.CString(text)
	defer C.free(unsafe.Pointer(ctext))
	r := &Result{}
	return r, r.check(C.kuzu_connection_query(&c.c, ctext, &r.c))
}

// Stmt is a prepared statement of one connection.
type Stmt struct{ c C.kuzu_prepared_statement }

// Prepare compiles a statement.
func (c *Conn) Prepare(text string) (*Stmt, error) {
	ctext := C.CString(text)
	defer C.free(unsafe.Pointer(ctext))
	s := &Stmt{}
	state := C.kuzu_connection_prepare(&c.c, ctext, &s.c)
	if state == C.KuzuSuccess && C.kuzu_prepared_statement_is_success(&s.c) {
		return s, nil
	}
	err := &Error{Message: "kuzu: cannot prepare"}
	if s.c._prepared_statement != nil {
		err.Message = takeString(C.kuzu_prepared_statement_get_error_message(&s.c))
		s.Close()
	}
	return nil, err
}

// Close frees the statement.
func (s *Stmt) Close() { C.kuzu_prepared_statement_destroy(&s.c) }

// Run binds params and runs the statement. Every parameter of the statement
// must be among them: the library would silently reuse an earlier value.
func (c *Conn) Run(s *Stmt, params *Params) (*Result, error) {
	if len(params.buf) > 0 {
		reason := C.bridge_bind(&s.c, (*C.uint8_t)(unsafe.Pointer(&params.buf[0])), C.size_t(len(params.buf)))
		if reason != nil {
			return nil, fmt.Errorf("%w: %s", ErrParam, C.GoString(reason))
		}
	}
	r := &Result{}
	return r, r.check(C.kuzu_connection_execute(&c.c, &s.c, &r.c))
}

// Result holds the rows of a statement.
type Result struct {
	c   C.kuzu_query_result
	buf C.bridge_buffer
}

func (r *Result) check(state C.kuzu_state) error {
	if state == C.KuzuSuccess && bool(C.kuzu_query_result_is_success(&r.c)) {
		return nil
	}
	err := &Error{Message: "kuzu: statement failed"}
	if r.c._query_result != nil {
		err.Message = takeString(C.kuzu_query_result_get_error_message(&r.c))
		r.Close()
	}
	return err
}

// Columns returns the columns' names.
func (r *Result) Columns() []string {
	n := uint64(C.kuzu_query_result_get_num_columns(&r.c))
	names := make([]string, n)
	for i := range n {
		var name *C.char
		if C.kuzu_query_result_get_column_name(&r.c, C.uint64_t(i), &name) == C.KuzuSuccess {
			names[i] = takeString(name)
		}
	}
	return names
}

// Rows returns the number of rows of the whole result.
func (r *Result) Rows() int { return int(C.kuzu_query_result_get_num_tuples(&r.c)) }

// Fetch returns the next rows, encoded one after the other in the row format,
// and their number, 0 at the end. It stops after maxRows rows or once it holds
// maxBytes. The bytes are valid until the next call or Close.
func (r *Result) Fetch(maxRows, maxBytes int) ([]byte, int, error) {
	r.buf.len = 0
	n := C.bridge_fetch(&r.c, &r.buf, C.int64_t(maxRows), C.size_t(maxBytes))
	if n < 0 {
		return nil, 0, errors.New("kuzu: cannot read a row")
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(r.buf.data)), int(r.buf.len)), int(n), nil
}

// Close frees the result. It is idempotent.
func (r *Result) Close() {
	if r.c._query_result != nil {
		C.kuzu_query_result_destroy(&r.c)
		r.c._query_result = nil
	}
	C.bridge_release(&r.buf)
}

func takeString(s *C.char) string {
	defer C.kuzu_destroy_string(s)
	return C.GoString(s)
}
