package terminal

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// patience is how long a piece of work may take before it shows how far it is.
const patience = time.Second

// Progress shows how far a piece of work is, with its rate and the time left,
// on a terminal and once it has lasted a second. In a pipe it shows nothing. It
// is safe for concurrent use.
type Progress struct {
	mu    sync.Mutex
	out   io.Writer // nil: silent
	title string
	total int64
	bytes bool
	done  int64
	began time.Time
	now   func() time.Time
	bar   *progressbar.ProgressBar
	shown bool // something of the bar
}

// Unit says what a progress counts.
type Unit int

// The units.
const (
	Items Unit = iota
	Bytes
)

// Progress starts to follow a piece of work. A total below 1 means that its size
// is not known: then the rate and the count are shown, and no time left.
func (s *Streams) Progress(title string, total int64, unit Unit) *Progress {
	p := &Progress{title: title, total: total, bytes: unit == Bytes, now: time.Now}
	if s.ErrTTY {
		p.out = s.Err
	}
	p.began = p.now()
	return p
}

// Add says that n more units are done.
func (p *Progress) Add(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set(p.done + n)
}

// Set says that n units are done in all.
func (p *Progress) Set(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set(n)
}

// Reader counts the bytes read through r.
func (p *Progress) Reader(r io.Reader) io.Reader { return &countingReader{r, p} }

// Pulse keeps a progress of unknown size moving until stop is called.
func (p *Progress) Pulse() (stop func()) {
	ticker := time.NewTicker(250 * time.Millisecond)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ticker.C:
				p.Add(0)
			case <-done:
				return
			}
		}
	}()
	return sync.OnceFunc(func() {
		ticker.Stop()
		close(done)
		<-ended
	})
}

// Close removes what is shown. It may be called more than once.
func (p *Progress) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		_ = p.bar.Clear()
	}
	p.bar, p.out, p.shown = nil, nil, false
}

func (p *Progress) set(n int64) {
	p.done = n
	if p.out == nil {
		return
	}
	if p.bar == nil {
		p.bar = p.newBar()
		p.bar.StartWithoutRender() // now, as its rate would else be of what was done by then and no time
	}
	if p.now().Sub(p.began) < patience {
		return
	}
	p.shown = true
	if p.spins() {
		_ = p.bar.RenderBlank()
		return
	}
	_ = p.bar.Set64(n)
}

// spins tells whether there is nothing to count.
func (p *Progress) spins() bool { return p.total < 1 && !p.bytes && p.done == 0 }

func (p *Progress) newBar() *progressbar.ProgressBar {
	total := p.total
	if total < 1 {
		total = -1
	}
	options := []progressbar.Option{
		progressbar.OptionSetWriter(p.out),
		progressbar.OptionSetDescription(p.title),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(total > 0),
		progressbar.OptionFullWidth(),
		progressbar.OptionSetSpinnerChangeInterval(0),
		progressbar.OptionClearOnFinish(),
	}
	switch {
	case p.spins():
		options = []progressbar.Option{ // nothing is counted: show that it goes on, and for how long
			progressbar.OptionSetWriter(p.out), progressbar.OptionSetDescription(p.title), progressbar.OptionSpinnerType(14),
			progressbar.OptionSetElapsedTime(true), progressbar.OptionSetSpinnerChangeInterval(0), progressbar.OptionClearOnFinish(),
		}
	case p.bytes:
		options = append(options, progressbar.OptionShowBytes(true))
	default:
		options = append(options, progressbar.OptionShowIts(), progressbar.OptionSetItsString("records"))
	}
	return progressbar.NewOptions64(total, options...)
}

type countingReader struct {
	r io.Reader
	p *Progress
}

// Read implements [io.Reader].
func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.p.Add(int64(n))
	return n, err
}
