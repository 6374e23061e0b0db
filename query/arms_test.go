package query_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/embed/static"
)

// bigEnough is a number of records above which candidates come from the arms
// alone.
const bigEnough = 1100

// newArchive retains many records of little sense, and returns a memory in which
// each way of searching has something to find.
func newArchive(t *testing.T, opts ...lukasa.Option) *life {
	t.Helper()
	l := newLife(t, opts...)
	noise := make([]lukasa.Experience, bigEnough)
	for i := range noise {
		noise[i] = lukasa.Experience{
			ID: numbered(5000 + i), Kind: "fact", Session: fmt.Sprintf("n%d", i%50), Time: asked.AddDate(-2, 0, 0).Add(time.Duration(i) * time.Hour),
			Content: fmt.Sprintf("Parcel %d of batch %d was weighed.", i, i%97),
		}
	}
	_, err := l.RetainAll(context.Background(), noise)
	require.NoError(t, err)
	return l
}

// armOf returns what an answer says of one arm.
func armOf(t *testing.T, a *lukasa.Answer, name string) lukasa.Arm {
	t.Helper()
	i := slices.IndexFunc(a.Arms, func(arm lukasa.Arm) bool { return arm.Name == name })
	require.GreaterOrEqual(t, i, 0, "no arm %q in %+v", name, a.Arms)
	return a.Arms[i]
}

// TestArms: each way of searching finds by itself what it is there for: words
// (003-09), meaning (001-18), time, entities, and SIMILAR_TO (002-04).
func TestArms(t *testing.T) {
	l := newArchive(t)
	l.name(t, nicknames)
	for _, c := range []struct {
		arm, want string
		query     lukasa.Query
	}{
		{"words", "vpn-port", lukasa.Query{Text: "WireGuard UDP 51820"}},
		{"meaning", "dog-vet", lukasa.Query{Text: "the veterinarian examined the limping puppy's foot"}},
		{"time", "printer", lukasa.Query{Text: "colour", When: "since 2026-06-10", Until: asked.AddDate(0, 0, -4), Floor: new(float64)}},
		{"entities", "hoasen-intro", lukasa.Query{Text: "HS", Profile: "source004", Floor: new(float64)}},
		{"graph", "disk-web4", lukasa.Query{Text: "Disk of web-3 full at 98 percent", Floor: new(float64)}},
	} {
		t.Run(c.arm, func(t *testing.T) {
			c.query.K = 60
			a := l.recall(t, c.query)
			arm := armOf(t, a, c.arm)
			require.Empty(t, arm.Failed)
			require.Positive(t, arm.Candidates)
			require.Contains(t, l.hits(a), c.want)
		})
	}
	all := l.recall(t, lukasa.Query{Text: "WireGuard UDP 51820"})
	require.NotContains(t, fmt.Sprint(all.Arms), "{all ", "a big agent is not read through")
}

// flaky is an embedder that embeds documents as the built-in one does, and
// questions as the test wants.
func flaky(queries func(ctx context.Context, texts []string) ([][]float32, error)) embed.Embedder {
	inner := static.New()
	m := inner.Model()
	m.Name, m.Local = "flaky", false
	return embed.FuncPair(m, inner.EmbedDocuments, queries)
}

// TestArmFails: an embedder that fails, answers nonsense or hangs is reported,
// and the words answer.
func TestArmFails(t *testing.T) {
	broken := errors.New("the model is gone")
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	for name, queries := range map[string]func(ctx context.Context, texts []string) ([][]float32, error){
		"fails":          func(context.Context, []string) ([][]float32, error) { return nil, broken },
		"answers little": func(context.Context, []string) ([][]float32, error) { return nil, nil },
		"is late": func(ctx context.Context, _ []string) ([][]float32, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		},
		"hangs": func(context.Context, []string) ([][]float32, error) {
			<-release
			return nil, broken
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLife(t, lukasa.WithEmbedder(flaky(queries)))
			a := l.recall(t, lukasa.Query{Text: "Which port does the WireGuard VPN listen on?", Deadline: time.Second, Floor: new(float64)})
			require.Equal(t, "vpn-port", l.hits(a)[0])
			meaning := armOf(t, a, "meaning")
			require.Error(t, meaning.Err)
			require.NotEmpty(t, meaning.Failed)
			require.Zero(t, meaning.Candidates)
			require.Empty(t, armOf(t, a, "words").Failed)
			text, err := json.Marshal(a)
			require.NoError(t, err)
			require.Contains(t, string(text), `"failed"`)
		})
	}
}

// TestNoArmLeft: when every way of searching fails, that is an error and not an
// empty answer.
func TestNoArmLeft(t *testing.T) {
	l := newLife(t)
	_, err := l.Recall(context.Background(), lukasa.Query{Text: "VPN", Deadline: time.Nanosecond})
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

// TestRecallIsCancelled before it begins and while an embedder works.
func TestRecallIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	l := newLife(t, lukasa.WithEmbedder(flaky(func(ctx context.Context, _ []string) ([][]float32, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	})))
	_, err := l.Recall(ctx, lukasa.Query{Text: "VPN"})
	require.ErrorIs(t, err, context.Canceled)
	_, err = l.Recall(ctx, lukasa.Query{Text: "VPN"})
	require.ErrorIs(t, err, context.Canceled)
	_, err = l.Similar(ctx, lukasa.Situation{Text: "disk full"})
	require.ErrorIs(t, err, context.Canceled)
	a, err := l.Recall(context.Background(), lukasa.Query{Text: "VPN port", Deadline: time.Second})
	require.NoError(t, err, "the memory is as good as before")
	require.NotEmpty(t, a.Arms)
}
