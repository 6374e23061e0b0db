package knowledgebench

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/cputime"
	"github.com/lukasadb/lukasa/benchmarks/syllable"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// linking measures what it costs to link records of about sixty words that were
// not seen before, each in a transaction of its own, in sessions of twenty.
func (b *bench) linking(ctx context.Context) error {
	if err := b.put(ctx, b.Known, b.name); err != nil {
		return err
	}
	before := heap()
	book := knowledge.NewBook(b.store)
	if _, err := book.For(ctx, agent); err != nil {
		return err
	}
	b.Note("names in memory", max(0, heap()-before), "MB")
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	linker := knowledge.NewLinker(book, knowledge.LinkAll)
	found, used := 0, time.Duration(0)
	for i := range b.Samples {
		e := b.message(i)
		start := cputime.Thread()
		if err := linker.Link(ctx, []*schema.Experience{e}); err != nil {
			return err
		}
		used += cputime.Thread() - start
		found += len(e.Mentions)
		if err := b.put(ctx, 1, func(int) schema.Object { return e }); err != nil {
			return err
		}
	}
	b.Note("mentions a record", float64(found)/float64(b.Samples), "mentions")
	b.Note("linking a record, CPU", float64(used.Microseconds())/float64(b.Samples), "us")
	return nil
}

// heap is what is alive in memory, in MB.
func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / 1e6
}

// name makes an entity, and every other time another name of the one before.
func (b *bench) name(i int) schema.Object {
	types := []string{"customer", "person", "product"}
	key := schema.EntityKey(fmt.Sprintf("%s:%d", types[i/2%len(types)], i/2))
	if i%2 == 1 {
		return &schema.Alias{Agent: agent, Text: nameOf(i), Entity: key, Confidence: 1}
	}
	return &schema.Entity{Agent: agent, Key: key, Name: nameOf(i)}
}

// nameOf is a name of two words, each of which others share.
func nameOf(i int) string { return capital(i*31%9_973) + " " + capital(i/7+11) }

func capital(n int) string {
	word := syllable.Spell(n)
	return strings.ToUpper(word[:1]) + word[1:]
}

// phrases are what messages are made of; %s is a known name.
var phrases = []string{
	"Yesterday I spoke with %s about the invoice, and they want it paid before Friday.",
	"The customer asked whether it arrived; see https://gai.vn/orders/1774 or docs/offer.md for what we promised.",
	"She said that %s never answered, so I wrote to lan@gai.vn and @minh again.",
	"Họ muốn giao hàng trước thứ sáu, khách hàng này đã gọi hai lần.",
	"Dr. Nguyễn Văn An of Siemens AG will look at parse_json and ORA-00600 next week.",
	"After that nothing much happened and we all went home early because of the rain.",
	"He thinks %s and %s are the same firm, but the address says something else.",
}

func (b *bench) message(i int) *schema.Experience {
	var s strings.Builder
	for range 4 {
		phrase := phrases[b.rng.IntN(len(phrases))]
		for strings.Contains(phrase, "%s") {
			phrase = strings.Replace(phrase, "%s", nameOf(b.rng.IntN(b.Known)), 1)
		}
		s.WriteString(phrase + " ")
	}
	e := &schema.Experience{Agent: agent, Kind: schema.KindMessage, Session: fmt.Sprint("s", i/20), Content: s.String()}
	e.SetDefaults(b.store.Now(), b.store.NewID)
	return e
}
