//go:build linux && (amd64 || arm64)

package faulttest

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// node is a file or a directory, whatever names it has.
type node struct {
	isDir  bool
	names  map[string]*node // of a directory: as they are
	synced map[string]*node // as they were when it was last synced
	file   *os.File         // for reading; nil while nothing was written
	bytes  []byte           // of a file, when it was last synced
}

func newDir() *node { return &node{isDir: true, names: map[string]*node{}, synced: map[string]*node{}} }

// change is one step of the file system: names given and taken in one go.
type change []naming

type naming struct {
	dir  *node
	name string
	to   *node // nil: the name is gone
}

func (c change) touches(dirs map[*node]bool) bool {
	return slices.ContainsFunc(c, func(n naming) bool { return dirs[n.dir] })
}

// tree is what the disk holds of a directory, and what it may hold.
type tree struct {
	dir     string
	root    *node
	inodes  map[uint64]*node
	changes []change // of names, not known to be synced
}

// newTree takes what is there for synced.
func newTree(dir string) (*tree, error) {
	t := &tree{dir: dir, root: newDir(), inodes: map[uint64]*node{}}
	return t, t.scan(dir, t.root)
}

// scan reads a directory with all below it.
func (t *tree) scan(at string, dir *node) error {
	entries, err := os.ReadDir(at)
	if err != nil {
		return err
	}
	for _, e := range entries {
		path, n := filepath.Join(at, e.Name()), newDir()
		if e.IsDir() {
			err = t.scan(path, n)
		} else {
			n, err = t.scanFile(path)
		}
		if err != nil {
			return err
		}
		dir.names[e.Name()], dir.synced[e.Name()] = n, n
	}
	return nil
}

func (t *tree) scanFile(path string) (n *node, err error) {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return nil, os.NewSyscallError("stat", err)
	}
	if n := t.inodes[st.Ino]; n != nil { // it has another name
		return n, nil
	}
	n = &node{}
	if n.file, err = os.Open(path); err != nil {
		return nil, err
	}
	t.inodes[st.Ino] = n
	n.bytes, err = n.now()
	return n, err
}

// close lets go of all files.
func (t *tree) close() error {
	var err error
	for _, n := range t.inodes {
		if n.file != nil {
			err = errors.Join(err, n.file.Close())
		}
	}
	return err
}

// find returns what has a path, and its directory and name; nil for what is not
// there or not in the tree.
func (t *tree) find(path string) (n, dir *node, name string) {
	rel, err := filepath.Rel(t.dir, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return nil, nil, ""
	}
	n = t.root
	if rel == "." {
		return n, nil, ""
	}
	for part := range strings.SplitSeq(rel, "/") {
		if n == nil || !n.isDir {
			return nil, nil, ""
		}
		dir, name = n, part
		n = n.names[part]
	}
	return n, dir, name
}

// happen takes in what a call is about to do.
func (t *tree) happen(c *call) error {
	switch c.kind {
	case write, truncate, clone:
		_, err := t.opened(c)
		return err
	case syncing:
		n, err := t.opened(c)
		if err != nil || n == nil {
			return err
		}
		return t.sync(n)
	}
	was, dir, name := t.find(c.name)
	switch c.kind {
	case create, makeDir:
		if was == nil && dir != nil {
			t.change(naming{dir, name, made(c.kind)})
		}
	case remove:
		if was != nil && dir != nil && len(was.names) == 0 {
			t.change(naming{dir, name, nil})
		}
	case rename, link:
		t.move(c, naming{dir, name, was})
	}
	return nil
}

func made(k kind) *node {
	if k == makeDir {
		return newDir()
	}
	return &node{}
}

// move gives what is at from a second name, or another one.
func (t *tree) move(c *call, from naming) {
	there, dir, name := t.find(c.dest)
	exchanged := c.arg(c.flags)&unix.RENAME_EXCHANGE != 0
	switch {
	case from.to == nil || dir == nil:
	case c.kind == link:
		if there == nil {
			t.change(naming{dir, name, from.to})
		}
	case exchanged && there != nil:
		t.change(naming{from.dir, from.name, there}, naming{dir, name, from.to})
	case !exchanged && c.arg(c.flags)&unix.RENAME_NOREPLACE == 0 || there == nil:
		t.change(naming{from.dir, from.name, nil}, naming{dir, name, from.to})
	}
}

func (t *tree) change(names ...naming) {
	c := change(names)
	c.apply(func(d *node) map[string]*node { return d.names })
	t.changes = append(t.changes, c)
}

func (c change) apply(of func(dir *node) map[string]*node) {
	for _, n := range c {
		if n.to == nil {
			delete(of(n.dir), n.name)
		} else {
			of(n.dir)[n.name] = n.to
		}
	}
}

// opened returns the file or directory that a call has open, and opens a file to
// be read later, when it may have another name or none.
func (t *tree) opened(c *call) (*node, error) {
	if !below(t.dir, c.name) {
		return nil, nil
	}
	var st unix.Stat_t
	at := c.name
	if c.fd != 0 {
		at = c.handle()
	}
	if err := unix.Stat(at, &st); err != nil {
		return nil, fmt.Errorf("faulttest: %s: %w", c, err)
	}
	if n := t.inodes[st.Ino]; n != nil {
		return n, nil
	}
	n, _, _ := t.find(c.name)
	if n == nil || n.isDir {
		return n, nil
	}
	file, err := os.Open(at)
	if err != nil {
		return nil, fmt.Errorf("faulttest: %s: %w", c, err)
	}
	n.file = file
	t.inodes[st.Ino] = n
	return n, nil
}

// sync makes what a file or directory holds durable (D3).
func (t *tree) sync(n *node) (err error) {
	if !n.isDir {
		n.bytes, err = n.now()
		return err
	}
	needed := map[*node]bool{n: true}
	var synced, left []change
	for _, c := range slices.Backward(t.changes) { // with a change go those before it in its directories
		if c.touches(needed) {
			for _, name := range c {
				needed[name.dir] = true
			}
			synced = append(synced, c)
		} else {
			left = append(left, c)
		}
	}
	for _, c := range slices.Backward(synced) {
		c.apply(func(d *node) map[string]*node { return d.synced })
	}
	slices.Reverse(left)
	t.changes = left
	return nil
}

// now returns what a file holds.
func (n *node) now() ([]byte, error) {
	if n.file == nil {
		return nil, nil
	}
	info, err := n.file.Stat()
	if err != nil {
		return nil, err
	}
	data := make([]byte, info.Size())
	read, err := n.file.ReadAt(data, 0)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return data[:read], err
}

// surviving returns the names of each directory after a power failure: those
// that were synced and, of the changes after that, the first few in each
// directory, each of them with the given chance.
func (t *tree) surviving(keep func() bool) map[*node]map[string]*node {
	names := map[*node]map[string]*node{}
	of := func(d *node) map[string]*node {
		if names[d] == nil {
			names[d] = maps.Clone(d.synced)
		}
		return names[d]
	}
	of(t.root)
	ended := map[*node]bool{}
	for _, c := range t.changes {
		if c.touches(ended) || !keep() {
			for _, n := range c {
				ended[n.dir] = true
			}
			continue
		}
		c.apply(of)
	}
	return names
}
