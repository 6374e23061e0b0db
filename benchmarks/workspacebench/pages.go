package workspacebench

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/syllable"
)

const (
	vocabulary = 20_000
	people     = 300 // named in the pages
	paragraphs = 48  // of a day
	bullets    = 5
)

// writer makes the pages of days.
type writer struct {
	rng   *rand.Rand
	words []string
}

func newWriter(seed uint64) *writer {
	w := &writer{rng: rand.New(rand.NewPCG(seed, 1))}
	for i := range vocabulary {
		w.words = append(w.words, syllable.Spell(i))
	}
	return w
}

// common are the words by which a text is known to be English.
var common = strings.Fields(`the of and a to in is was that it for on with as he she they we at by had not are but from or have an
	which you were her his all there been their has when who will more no if out so what up about into than them can only other`)

// sentence writes a dozen words or so, of which two in five are common ones.
func (w *writer) sentence() string {
	words := make([]string, 8+w.rng.IntN(10))
	for i := range words {
		if w.rng.IntN(5) < 2 {
			words[i] = common[w.rng.IntN(len(common))]
			continue
		}
		words[i] = w.words[int(float64(len(w.words))*w.rng.Float64()*w.rng.Float64()*w.rng.Float64())]
	}
	words[0] = strings.ToUpper(words[0][:1]) + words[0][1:]
	return strings.Join(words, " ") + "."
}

func (w *writer) person() string { return fmt.Sprintf("Person-%d", w.rng.IntN(people)) }

// page writes the log of a day.
func (w *writer) page(day time.Time) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", day.Format(time.DateOnly))
	for i := range paragraphs {
		if i%9 == 0 {
			fmt.Fprintf(&b, "\n## Part %d\n", i/9+1)
		}
		b.WriteByte('\n')
		for range 5 + w.rng.IntN(4) {
			b.WriteString(w.sentence() + "\n")
		}
	}
	b.WriteString("\n## Retain\n\n")
	for i := range bullets {
		fmt.Fprintf(&b, "- %s @%s: %s\n", []string{"W", "B", "O(c=0.8)", "S", "W"}[i], w.person(), w.sentence())
	}
	return b.String()
}

// dayName is the page of day i, below the directory of the workspace.
func dayName(i int) string {
	return filepath.Join("memory", dayOf(i).Format(time.DateOnly)+".md")
}

func dayOf(i int) time.Time { return time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, i) }

// writePages writes the logs of days from the first on, unless they are there,
// and returns how many bytes all are.
func (w *writer) writePages(dir string, days int) (bytes int64, err error) {
	if err := os.MkdirAll(filepath.Join(dir, "memory"), 0o755); err != nil {
		return 0, err
	}
	for i := range days {
		text := w.page(dayOf(i))
		bytes += int64(len(text))
		if err := os.WriteFile(filepath.Join(dir, dayName(i)), []byte(text), 0o600); err != nil {
			return bytes, err
		}
	}
	return bytes, nil
}
