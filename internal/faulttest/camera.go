//go:build linux && (amd64 || arm64)

package faulttest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// sector is what a disk writes whole.
const sector = 512

// camera is the rule that takes pictures.
type camera struct {
	Filming
	tree *tree
	rand *rand.Rand
	film Film
}

func newCamera(f Filming) (*camera, error) {
	f.Every = max(1, f.Every)
	t, err := newTree(f.Dir)
	return &camera{Filming: f, tree: t, rand: rand.New(rand.NewPCG(f.Seed, 0))}, err
}

func (c *camera) judge(w *watcher, k *call) (*ending, error) {
	if !k.kind.changes() || !below(c.Dir, k.name) && !below(c.Dir, k.dest) {
		return nil, nil
	}
	if c.film.Calls >= c.First && (c.film.Calls-c.First)%c.Every == 0 {
		if err := c.shoot(Picture{Note: w.note, Before: k.String()}); err != nil {
			return nil, err
		}
	}
	c.film.Calls++
	return nil, c.tree.happen(k)
}

func (c *camera) stop() reply {
	r := reply{Film: c.film}
	if err := c.tree.close(); err != nil {
		r.Err = err.Error()
	}
	return r
}

// shoot writes one picture.
func (c *camera) shoot(p Picture) error {
	p.Dir = filepath.Join(c.Into, fmt.Sprintf("%05d", len(c.film.Pictures)))
	names := c.tree.surviving(c.kept)
	if err := c.develop(p.Dir, c.tree.root, names, map[*node][]byte{}); err != nil {
		return err
	}
	c.film.Pictures = append(c.film.Pictures, p)
	return nil
}

// kept draws whether something that was not synced is there.
func (c *camera) kept() bool { return c.rand.IntN(100) < c.Unsynced }

// develop writes a directory of a picture. A file of two names is the same under
// both.
func (c *camera) develop(at string, dir *node, names map[*node]map[string]*node, done map[*node][]byte) error {
	if err := os.Mkdir(at, 0o700); err != nil {
		return err
	}
	entries := names[dir]
	if entries == nil {
		entries = dir.synced
	}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		n, to := entries[name], filepath.Join(at, name)
		if n.isDir {
			if err := c.develop(to, n, names, done); err != nil {
				return err
			}
			continue
		}
		data, ok := done[n]
		if !ok {
			now, err := n.now()
			if err != nil {
				return err
			}
			data = c.torn(n.bytes, now)
			done[n] = data
		}
		if err := os.WriteFile(to, data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// torn mixes what a file held when it was synced with what it holds now.
func (c *camera) torn(synced, now []byte) []byte {
	size := len(synced)
	if c.kept() {
		size = len(now)
	}
	data := make([]byte, size)
	copy(data, synced)
	for at := 0; at < min(size, len(now)); at += sector {
		if c.kept() {
			copy(data[at:min(size, at+sector)], now[at:])
		}
	}
	return data
}
