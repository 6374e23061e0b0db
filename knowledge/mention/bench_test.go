package mention

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkFind looks for many names in a text of a hundred words, a tenth of
// which begin a known name. It also tells what the names hold in memory.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{50_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := &Finder{}
			for i := range n {
				f.Add(fmt.Sprintf("Firm%d Media%d", i%(n/3), i), uint32(i))
			}
			var s strings.Builder
			for i := range 90 {
				if i%10 == 0 {
					fmt.Fprintf(&s, "Firm%d Media%d ", i*97%(n/3), i*97%(n/3))
				}
				s.WriteString("words ")
			}
			for b.Loop() {
				if len(f.Find(nil, Read(s.String()))) != 9 {
					b.Fatal("names were missed")
				}
			}
			b.ReportMetric(float64(f.Bytes())/(1<<20), "MiB")
		})
	}
}

// BenchmarkLook reads what has a form of its own, capitalised names and relative
// words in a message.
func BenchmarkLook(b *testing.B) {
	const s = "Yesterday I asked @lan and Dr. Nguyễn Văn An of Gai Media whether the invoice INV-2024-001 was paid; " +
		"see https://gai.vn/invoices or docs/offer.md. They want the delivery on Friday before noon, at $1,200."
	for b.Loop() {
		Patterns(nil, s)
		Capitalised(Read(s))
		Relative(Read(s))
	}
}
