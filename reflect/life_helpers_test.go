package reflect_test

import (
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// life is a store with a keeper, under a clock and ids of the test's own.
type life struct {
	*reflect.Keeper
	store  *store.Store
	writer *experience.Writer
	reader *query.Reader
	micros *atomic.Int64
	dir    string
	ids    func() schema.ID
}

const tutor = "tutor" // the agent of most tests

func openLife(t testing.TB, model llm.Model) *life {
	t.Helper()
	l := newLife(t.TempDir())
	l.open(t, model)
	t.Cleanup(func() { require.NoError(t, l.store.Close()) })
	return l
}

// newLife is a life in a directory, not opened yet.
func newLife(dir string) *life {
	var n atomic.Uint64
	l := &life{dir: dir, micros: new(atomic.Int64), ids: func() schema.ID {
		id := schema.ID{0: 0x01, 1: 0x90, 6: 0x70, 8: 0x80}
		binary.BigEndian.PutUint32(id[12:], uint32(n.Add(1)))
		return id
	}}
	l.micros.Store(time.Date(2025, 12, 12, 9, 0, 0, 0, time.UTC).UnixMicro())
	return l
}

func (l *life) open(t require.TestingT, model llm.Model) { l.openWith(t, static.New(), model) }

func (l *life) openWith(t require.TestingT, e embed.Embedder, model llm.Model) {
	s, err := store.Open(context.Background(), l.dir, store.Options{Embedder: e, Clock: l.now, NewID: l.ids, Seed: 1})
	require.NoError(t, err)
	l.store, l.writer, l.reader = s, experience.New(s), query.New(s)
	l.Keeper = reflect.NewKeeper(s, l.writer, l.reader, model)
}

func (l *life) now() time.Time          { return time.UnixMicro(l.micros.Load()).UTC() }
func (l *life) advance(d time.Duration) { l.micros.Add(d.Microseconds()) }

// insight adds an insight about Minh, a second later than what came before.
func (l *life) insight(t require.TestingT, category, topic, content string) reflect.Noted {
	l.advance(time.Second)
	done, err := l.AddInsight(context.Background(), insightOf("minh", category, topic, content))
	require.NoError(t, err)
	return done
}

func insightOf(user, category, topic, content string) schema.Experience {
	return schema.Experience{
		Agent: tutor, Kind: schema.KindInsight, Content: content,
		Insight: &schema.Insight{User: user, Category: category, SubTopic: topic},
	}
}

func (l *life) get(t require.TestingT, id schema.ID) schema.Experience {
	e, err := l.reader.Get(context.Background(), []string{tutor}, id)
	require.NoError(t, err)
	return e
}

func (l *life) insights(t require.TestingT, user string) []schema.Experience {
	list, err := l.Insights(context.Background(), tutor, user)
	require.NoError(t, err)
	return list
}

// sound fails unless every view agrees with the ledger.
func (l *life) sound(t require.TestingT) {
	report, err := l.store.Check(context.Background())
	require.NoError(t, err)
	require.True(t, report.OK(), "%+v", report.Problems)
}

func forgetOf(ids ...schema.ID) experience.Forget { return experience.Forget{Agent: tutor, IDs: ids} }

// fewerChecks bounds the runs of rapid.Check in a test whose runs are slow,
// unless the command line says how many.
func fewerChecks(t *testing.T, checks int) {
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if given {
		return
	}
	f := flag.Lookup("rapid.checks")
	before := f.Value.String()
	require.NoError(t, f.Value.Set(fmt.Sprint(checks))) // flag.Set would count as the command line
	t.Cleanup(func() { require.NoError(t, f.Value.Set(before)) })
}
