package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"strings"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// A manifest lists the tables of a ledger, change by change. Pebble reads it up to
// the first entry that is damaged or cut off, as a crash may leave it, takes that
// for all there is, and deletes the tables it has not heard of: a manifest that
// loses its end later is an older ledger, and nobody is told (L9).
//
// So beside each manifest lies its witness. Whenever the manifest has been synced,
// and before the engine may act on that, an entry is added: how long the manifest
// is, and the checksum of all of it so far. A manifest that is opened must agree
// with the last entry; what is behind that was not yet synced, and a crash may have
// taken it. A witness that is missing or torn bears witness to less, or to nothing:
// a crash between the two syncs, or a Lukasa that did not know witnesses.
const (
	manifestPrefix = "MANIFEST-"
	witnessSuffix  = ".witness"
	testimonyLen   = 16 // length, eight bytes; checksum; checksum of these twelve
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// testimony is what a witness says of its manifest.
type testimony struct {
	length uint64
	sum    uint32
}

func (t testimony) encode() []byte {
	b := binary.LittleEndian.AppendUint64(make([]byte, 0, testimonyLen), t.length)
	b = binary.LittleEndian.AppendUint32(b, t.sum)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// lastTestimony is the last entry of a witness that is whole; one of nothing if
// there is none.
func lastTestimony(data []byte) testimony {
	var last testimony
	for ; len(data) >= testimonyLen; data = data[testimonyLen:] {
		entry := data[:testimonyLen]
		if crc32.Checksum(entry[:12], castagnoli) == binary.LittleEndian.Uint32(entry[12:]) {
			last = testimony{binary.LittleEndian.Uint64(entry), binary.LittleEndian.Uint32(entry[8:])}
		}
	}
	return last
}

func isManifest(base string) bool {
	return strings.HasPrefix(base, manifestPrefix) && !strings.HasSuffix(base, witnessSuffix)
}

// manifestFile is a manifest that is being written, with its witness. The engine
// writes and syncs it from one goroutine at a time, and only ever appends.
type manifestFile struct {
	vfs.File
	fence    fence
	name     string
	category vfs.DiskWriteCategory
	witness  vfs.File // nil before the first sync
	written  testimony
	attested uint64
}

// Write implements [io.Writer]. The sum is taken first, because a file may change
// the bytes that it is handed ([vfs.File]); of a write that falls short nothing is
// ever attested.
func (m *manifestFile) Write(p []byte) (int, error) {
	sum := crc32.Update(m.written.sum, castagnoli, p)
	n, err := m.File.Write(p)
	m.written.length += uint64(n)
	m.written.sum = sum
	return n, err
}

// Sync implements [vfs.File].
func (m *manifestFile) Sync() error { return errors.Join(m.File.Sync(), m.attest()) }

// SyncData implements [vfs.File].
func (m *manifestFile) SyncData() error { return errors.Join(m.File.SyncData(), m.attest()) }

// Close implements [io.Closer].
func (m *manifestFile) Close() error {
	err := m.File.Close()
	if m.witness != nil {
		err = errors.Join(err, m.witness.Close())
	}
	return err
}

// attest writes down what has just been synced. If it cannot, the fence lets
// nobody return from here.
func (m *manifestFile) attest() error {
	if m.written.length == m.attested {
		return nil
	}
	if m.witness == nil {
		if err := m.begin(); err != nil {
			return err
		}
	}
	if _, err := m.witness.Write(m.written.encode()); err != nil {
		return err
	}
	m.attested = m.written.length
	return m.witness.SyncData()
}

// begin makes the witness, and the names of both files durable: the engine is
// about to name the manifest as the current one, and that name must not outlive it
// in a crash.
func (m *manifestFile) begin() error {
	w, err := m.fence.Create(m.name+witnessSuffix, m.category)
	if err != nil {
		return err
	}
	m.witness = w
	d, err := m.fence.OpenDir(m.fence.PathDir(m.name))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// checkManifest compares the manifest that the engine is about to open with what
// its witness says.
func (l *Ledger) checkManifest() error {
	desc, err := pebble.Peek(l.dir, l.fs)
	if err != nil || !desc.Exists {
		return err
	}
	said, err := readAll(l.fs, desc.ManifestFilename+witnessSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	manifest, err := readAll(l.fs, desc.ManifestFilename)
	if err != nil {
		return err
	}
	want, name := lastTestimony(said), l.fs.PathBase(desc.ManifestFilename)
	switch have := uint64(len(manifest)); {
	case have < want.length:
		return fmt.Errorf("%w: %s is cut off: %d of %d bytes", ErrCorrupt, name, have, want.length)
	case crc32.Checksum(manifest[:want.length], castagnoli) != want.sum:
		return fmt.Errorf("%w: %s is not what was written", ErrCorrupt, name)
	}
	return nil
}

// attestCopy gives the manifest of a backup, which is complete and synced, a
// witness of its own.
func (l *Ledger) attestCopy(dir string) (err error) {
	desc, err := pebble.Peek(dir, l.fs)
	if err != nil {
		return err
	}
	manifest, err := readAll(l.fs, desc.ManifestFilename)
	if err != nil {
		return err
	}
	w, err := l.fs.Create(desc.ManifestFilename+witnessSuffix, vfs.WriteCategoryUnspecified)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	said := testimony{uint64(len(manifest)), crc32.Checksum(manifest, castagnoli)}
	if _, err := w.Write(said.encode()); err != nil {
		return err
	}
	return w.Sync()
}

// dropWitnesses removes those whose manifest is gone: a crash may come between
// the removal of one and that of the other.
func (l *Ledger) dropWitnesses() error {
	names, err := l.fs.List(l.dir)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, name := range names {
		there[name] = true
	}
	for _, name := range names {
		manifest, ok := strings.CutSuffix(name, witnessSuffix)
		if !ok || there[manifest] {
			continue
		}
		if err := l.fs.Remove(l.fs.PathJoin(l.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func readAll(files vfs.FS, name string) (_ []byte, err error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return io.ReadAll(f)
}
