package folder

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"syscall"
	"time"

	"github.com/lukasadb/lukasa/workspace/markdown"
)

// swapDir holds, while a file is written, one directory for the write.
const swapDir = Private + "/swap"

// attempts is how often a change is made anew because the file changed underneath.
const attempts = 20

// Change makes the new text of a page from the one that is there; nil stands for
// a page that is not there. It may be called several times.
type Change func(src []byte) ([]byte, error)

// Rewrite changes a page, or makes it, and tells whether it is another one now.
// What others save meanwhile is kept (F3): the change is then made on top of it.
// It waits for other writers of this package, in any process.
func (f *Folder) Rewrite(name string, change Change) (changed bool, err error) {
	return f.change(name, false, change)
}

// Amend is [Folder.Rewrite] for a change that makes a page no younger: the page keeps the day,
// by UTC, of its last change. It gets another time of that day, by which others see that it
// changed.
func (f *Folder) Amend(name string, change Change) (changed bool, err error) {
	return f.change(name, true, change)
}

func (f *Folder) change(name string, amend bool, change Change) (changed bool, err error) {
	if err := CheckPath(name); err != nil {
		return false, err
	}
	unlock, err := f.lock()
	if err != nil {
		return false, err
	}
	defer unlock()
	for range attempts {
		if err = f.recover(); err == nil {
			changed, err = f.rewrite(name, amend, change)
		}
		if !errors.Is(err, errUnderneath) {
			return changed, err
		}
		time.Sleep(f.opts.Pause)
	}
	if errors.Is(err, errWriter) {
		return false, &RefusedError{name, "another program has it open for writing"}
	}
	return false, fmt.Errorf("%w: %s keeps changing", ErrBusy, name)
}

// errUnderneath says that a file changed after it was read, and errWriter that it may yet: who
// saves in place has it open, and would go on to write what has no name any more.
var (
	errUnderneath = errors.New("folder: changed underneath")
	errWriter     = fmt.Errorf("%w: open for writing", errUnderneath)
)

func (f *Folder) rewrite(name string, amend bool, change Change) (bool, error) {
	if err := f.opts.Step("read"); err != nil {
		return false, err
	}
	base, _, err := f.read(name)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return false, err
	}
	text, err := change(base)
	if err != nil || bytes.Equal(text, base) {
		return false, err
	}
	if int64(len(text)) > f.opts.MaxSize {
		return false, tooLarge(name, int64(len(text)), f.opts.MaxSize)
	}
	if !missing {
		if err := f.checkWritable(name); err != nil {
			return false, err
		}
	}
	w := write{f: f, name: name, base: base, text: text, amend: amend, dir: path.Join(swapDir, sum([]byte(name))[:16])}
	if missing {
		return true, w.create()
	}
	return true, w.replace()
}

// checkWritable refuses a page that nobody may write: that another file could take its
// name does not mean that it may change.
func (f *Folder) checkWritable(name string) error {
	info, err := f.root.Lstat(name)
	if err == nil && info.Mode().Perm()&0o222 == 0 {
		err = &RefusedError{name, "read-only"}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return errUnderneath
	}
	return err
}

// write is one attempt to change a file.
type write struct {
	f          *Folder
	name       string
	base, text []byte
	amend      bool   // the page keeps its day
	dir        string // in swapDir
}

// intent is what must be known to finish or undo a write after a crash.
type intent struct {
	Path string `json:"path"`
	Base string `json:"base"` // sum of the text that was read
	Text string `json:"text"` // sum of the text to be written
}

func (w *write) page() string { return path.Join(w.dir, "page") }

// prepare puts the new text, and the intent, beside the files.
func (w *write) prepare(perm fs.FileMode) error {
	f := w.f
	if err := f.opts.Step("prepare"); err != nil {
		return err
	}
	if err := f.root.MkdirAll(w.dir, 0o700); err != nil {
		return err
	}
	note, err := json.Marshal(intent{w.name, sum(w.base), sum(w.text)})
	if err != nil {
		return err
	}
	if err := f.writeSynced(w.page(), w.text, perm); err != nil {
		return err
	}
	if err := f.opts.Step("intent"); err != nil {
		return err
	}
	if err := f.writeSynced(path.Join(w.dir, "intent"), note, 0o600); err != nil {
		return err
	}
	return f.syncDir(w.dir)
}

// create gives a new file its name, unless somebody else took it.
func (w *write) create() error {
	f := w.f
	if err := f.root.MkdirAll(path.Dir(w.name), 0o755); err != nil {
		return f.outside(w.name, err)
	}
	if err := w.prepare(0o644); err != nil {
		return err
	}
	if err := f.opts.Step("link"); err != nil {
		return err
	}
	err := f.root.Link(w.page(), w.name)
	if errors.Is(err, fs.ErrExist) {
		return errors.Join(errUnderneath, f.root.RemoveAll(w.dir))
	}
	if err != nil {
		return w.refused(err)
	}
	for dir := path.Dir(w.name); dir != "."; { // new directories have names to keep as well
		dir = path.Dir(dir)
		if err := f.syncDir(dir); err != nil {
			return err
		}
	}
	return w.finish()
}

// replace puts the new text in the place of the old, and makes sure that what it
// replaced is what was read.
func (w *write) replace() error {
	f := w.f
	info, err := f.root.Lstat(w.name)
	if errors.Is(err, fs.ErrNotExist) {
		return errUnderneath
	}
	if err != nil {
		return err
	}
	if f.hasWriter(w.name) {
		return errWriter
	}
	if err := w.prepare(info.Mode().Perm()); err != nil {
		return err
	}
	if err := w.keepRights(info); err != nil {
		return err
	}
	if err := w.keepDay(info.ModTime()); err != nil {
		return err
	}
	if err := f.opts.Step("exchange"); err != nil {
		return err
	}
	err = f.exchange(w.page(), w.name)
	if errors.Is(err, fs.ErrNotExist) { // removed meanwhile
		return errors.Join(errUnderneath, f.root.RemoveAll(w.dir))
	}
	if errors.Is(err, errors.ErrUnsupported) {
		return w.overwrite()
	}
	if err != nil {
		return w.refused(err)
	}
	if err := f.opts.Step("verify"); err != nil {
		return err
	}
	out, whole, err := f.readAny(w.page())
	if err != nil {
		return err
	}
	if whole && bytes.Equal(out, w.base) && !f.hasWriter(w.page()) {
		return w.finish()
	}
	if err := f.putBack(w.dir, intent{w.name, sum(w.base), sum(w.text)}); err != nil {
		return err
	}
	return errUnderneath
}

// keepRights gives the new text the owner and the rights of the file that it replaces: of
// the rights, the mask of this process may have kept back some that others have there.
func (w *write) keepRights(info fs.FileInfo) error {
	if uid, gid, ok := ownerOf(info); ok {
		_ = w.f.root.Lchown(w.page(), uid, gid) // only root may give files away
	}
	return w.f.root.Chmod(w.page(), info.Mode().Perm())
}

// anotherTime is how far an amended page's time is from the one before: more than the
// coarsest file system tells apart.
const anotherTime = 2 * time.Second

// keepDay gives the new text of an amended page a time of the day that the page was of,
// unless that is today.
func (w *write) keepDay(was time.Time) error {
	const day = 24 * time.Hour
	began := was.UTC().Truncate(day)
	if !w.amend || time.Now().UTC().Truncate(day).Equal(began) {
		return nil
	}
	then := began.Add((was.Sub(began) + anotherTime) % day)
	return w.f.root.Chtimes(w.page(), time.Time{}, then)
}

// readAny reads a file whole, of whatever size, for it may be a person's. What is no
// regular file has no text.
func (f *Folder) readAny(name string) (text []byte, whole bool, err error) {
	text, _, err = f.readUpTo(math.MaxInt64-1, name)
	if errors.Is(err, ErrRefused) {
		return nil, false, nil
	}
	return text, err == nil, err
}

// overwrite replaces the file where two files cannot be exchanged.
func (w *write) overwrite() error {
	now, _, err := w.f.read(w.name)
	if ignoreGone(err) != nil {
		return err
	}
	if err != nil || !bytes.Equal(now, w.base) {
		return errors.Join(errUnderneath, w.f.root.RemoveAll(w.dir))
	}
	if err := w.f.root.Rename(w.page(), w.name); err != nil {
		return w.refused(err)
	}
	return w.finish()
}

// refused tells a directory in which no file may get a name, or not one from .memory, from
// what fails for another reason. The page is as it was.
func (w *write) refused(err error) error {
	var at *os.LinkError
	if !errors.As(err, &at) || !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) && !errors.Is(err, syscall.EXDEV) {
		return err
	}
	return errors.Join(&RefusedError{w.name, "its directory takes no file from " + Private + ": " + at.Err.Error()}, w.f.root.RemoveAll(w.dir))
}

// finish makes the change durable and clears away what it took.
func (w *write) finish() error {
	if err := w.f.opts.Step("finish"); err != nil {
		return err
	}
	if err := w.f.syncDir(path.Dir(w.name)); err != nil {
		return err
	}
	return w.f.root.RemoveAll(w.dir)
}

// putBack returns to its place what was saved underneath a write and now lies in the
// write's directory. If the file was changed yet again since, its lines are joined
// to it.
func (f *Folder) putBack(dir string, w intent) error {
	page := path.Join(dir, "page")
	if err := f.opts.Step("put back"); err != nil {
		return err
	}
	err := f.exchange(page, w.Path)
	if errors.Is(err, fs.ErrNotExist) { // removed meanwhile
		return f.giveBack(dir, w)
	}
	if err != nil {
		return err
	}
	out, whole, err := f.readAny(page)
	if err != nil {
		return err
	}
	if whole && sum(out) == w.Text {
		return errors.Join(f.syncDir(path.Dir(w.Path)), f.root.RemoveAll(dir))
	}
	now, both, err := f.readAny(w.Path)
	switch {
	case err != nil:
	case !whole || !both: // there are no lines to join: what was saved last stays
		err = f.exchange(page, w.Path)
	default:
		err = f.rejoin(w.Path, now, out, dir+"-rejoin")
	}
	if err != nil {
		return err
	}
	return f.root.RemoveAll(dir)
}

// rejoin adds to a page, which has the text now, the lines of out that it lacks.
func (f *Folder) rejoin(name string, now, out []byte, dir string) error {
	joined := write{f: f, name: name, base: now, text: markdown.Rejoin(now, nil, out), dir: dir}
	if bytes.Equal(joined.text, now) {
		return nil
	}
	return joined.replace()
}

// recover finishes or undoes what a process that died has left. The lock is held:
// nobody else is writing.
func (f *Folder) recover() error {
	opened, err := f.root.Open(swapDir)
	if err != nil {
		return ignoreGone(err)
	}
	entries, err := opened.ReadDir(-1)
	if err := errors.Join(err, opened.Close()); err != nil {
		return err
	}
	for _, entry := range entries {
		if err := f.recoverOne(path.Join(swapDir, entry.Name())); err != nil {
			return fmt.Errorf("folder: recover %s: %w", entry.Name(), err)
		}
	}
	return nil
}

func (f *Folder) recoverOne(dir string) error {
	w, begun, err := f.intent(dir)
	if err != nil {
		return err
	}
	if !begun {
		return f.root.RemoveAll(dir)
	}
	page, whole, err := f.readAny(path.Join(dir, "page"))
	if errors.Is(err, fs.ErrNotExist) {
		return f.root.RemoveAll(dir)
	}
	if err != nil {
		return err
	}
	if s := sum(page); whole && (s == w.Base || s == w.Text) { // it was done, or not begun
		return f.root.RemoveAll(dir)
	}
	return f.putBack(dir, w)
}

// intent reads what a write was about to do. A write whose intent is not there as a whole
// had changed nothing yet.
func (f *Folder) intent(dir string) (w intent, begun bool, err error) {
	note, _, err := f.readAny(path.Join(dir, "intent"))
	if err != nil {
		return w, false, ignoreGone(err)
	}
	return w, json.Unmarshal(note, &w) == nil && CheckPath(w.Path) == nil, nil
}

// giveBack gives a page that is not there any more the text that was saved underneath a
// write: a line too many can be struck, one that is lost cannot be found.
func (f *Folder) giveBack(dir string, w intent) error {
	if err := f.root.MkdirAll(path.Dir(w.Path), 0o755); err != nil {
		return err
	}
	if err := f.root.Link(path.Join(dir, "page"), w.Path); err != nil {
		return err
	}
	return errors.Join(f.syncDir(path.Dir(w.Path)), f.root.RemoveAll(dir))
}

// Recover finishes or undoes what a process that died while writing has left.
// Rewrite does the same first.
func (f *Folder) Recover() error {
	unlock, err := f.lock()
	if err != nil {
		return err
	}
	defer unlock()
	return f.recover()
}

func (f *Folder) writeSynced(name string, data []byte, perm fs.FileMode) error {
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}

func (f *Folder) syncDir(name string) error {
	dir, err := f.root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}
