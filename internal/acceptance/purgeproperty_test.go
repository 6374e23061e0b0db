package acceptance

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// teller is a memory in which every word is told first by one record, and by others
// only because they rest, or rested, on it.
type teller struct {
	m      *lukasa.Memory
	dir    string
	clock  *testClock
	ids    func() lukasa.ID
	first  map[string]lukasa.ID // who told a word first
	purged map[string]bool
}

var toldWord = regexp.MustCompile(`qz\d+zq`)

func (l *teller) open(t require.TestingT) {
	m, err := lukasa.Open(context.Background(), l.dir, plain, lukasa.WithClock(l.clock.now), lukasa.WithIDs(l.ids), lukasa.WithSeed(7))
	require.NoError(t, err)
	l.m = m
}

func (l *teller) word() string { return fmt.Sprintf("qz%dzq", len(l.first)) }

// support draws records to rest on, and words to retell of theirs.
func (l *teller) support(t *rapid.T, have []lukasa.Experience) (evidence []lukasa.Evidence, words []string) {
	if len(have) == 0 {
		return nil, nil
	}
	for range rapid.IntRange(0, 2).Draw(t, "evidence") {
		on := rapid.SampledFrom(have).Draw(t, "on")
		if slices.ContainsFunc(evidence, func(ev lukasa.Evidence) bool { return ev.ID == on.ID }) {
			continue
		}
		evidence = append(evidence, lukasa.Evidence{ID: on.ID, Stance: schema.StanceSupports})
		if rapid.Bool().Draw(t, "retold") {
			words = append(words, toldWord.FindAllString(on.Content, -1)...)
		}
	}
	return evidence, words
}

func (l *teller) tell(t *rapid.T) {
	evidence, words := l.support(t, everything(t, l.m, lukasa.Filter{}))
	own := l.word()
	l.first[own] = retain(t, l.m, lukasa.Experience{Kind: schema.KindFact, Content: strings.Join(append(words, own), " "), Evidence: evidence})
}

// change gives a record other words, or other evidence.
func (l *teller) change(t *rapid.T) {
	have := everything(t, l.m, lukasa.Filter{})
	if len(have) == 0 {
		return
	}
	id := rapid.SampledFrom(have).Draw(t, "record").ID
	var p lukasa.Patch
	if rapid.Bool().Draw(t, "words") {
		own := l.word()
		l.first[own], p.Content = id, &own
	} else {
		others := slices.DeleteFunc(have, func(e lukasa.Experience) bool { return schema.CompareIDs(e.ID, id) >= 0 })
		evidence, _ := l.support(t, others)
		p.Evidence = &evidence
	}
	_, err := l.m.Update(context.Background(), id, 0, p)
	require.NoError(t, err)
}

// forget forgets a record, or purges one, which may have been forgotten before.
func (l *teller) forget(t *rapid.T) {
	before := idsOf(everything(t, l.m, lukasa.Filter{}))
	if len(l.first) == 0 {
		return
	}
	id := l.first[rapid.SampledFrom(slices.Sorted(maps.Keys(l.first))).Draw(t, "word")]
	f := lukasa.Forget{IDs: []lukasa.ID{id}, Purge: rapid.Bool().Draw(t, "purge")}
	out, err := l.m.Forget(context.Background(), f)
	if errors.Is(err, lukasa.ErrNotFound) {
		return
	}
	require.NoError(t, err)
	left := everything(t, l.m, lukasa.Filter{})
	after := idsOf(left)
	for _, id := range before {
		require.Equal(t, !slices.Contains(out.Records, id), slices.Contains(after, id), "%s", id)
	}
	l.passOn(left, before, id)
	if !f.Purge {
		return
	}
	for word, by := range l.first {
		if slices.Contains(out.Records, by) {
			l.purged[word] = true
		}
	}
	l.search(t)
}

// passOn gives the words of records that went along with another, which were made anew,
// to those in their place.
func (l *teller) passOn(left []lukasa.Experience, before []lukasa.ID, but lukasa.ID) {
	for _, e := range left {
		if slices.Contains(before, e.ID) {
			continue
		}
		for _, word := range toldWord.FindAllString(e.Content, -1) {
			if l.first[word] != but {
				l.first[word] = e.ID
			}
		}
	}
}

// search looks for the words that were purged in all files.
func (l *teller) search(t *rapid.T) {
	eachFile(t, l.dir, func(path string, data []byte) {
		for _, word := range toldWord.FindAll(data, -1) {
			require.False(t, l.purged[string(word)], "%s, first told by %s, is in %s", word, l.first[string(word)], path)
		}
	})
}

func (l *teller) restart(t *rapid.T) {
	require.NoError(t, l.m.Close())
	l.open(t)
	l.search(t)
}

// TestPurgeProperty tells, retells, changes, forgets and purges at random: a forgetting
// takes what it says and nothing else, and of what was purged no file has a word,
// whoever retold it and whatever became of that (I8, I9; 900-07).
func TestPurgeProperty(t *testing.T) {
	fewer(t, 8)
	rapid.Check(t, func(rt *rapid.T) {
		l := &teller{dir: draw{T: rt, root: t.TempDir()}.TempDir(), clock: newClock(), ids: countedIDs(), first: map[string]lukasa.ID{}, purged: map[string]bool{}}
		l.open(rt)
		defer func() { _ = l.m.Close() }()
		deeds := map[string]func(*rapid.T){"tell": l.tell, "change": l.change, "forget": l.forget, "restart": l.restart}
		for range rapid.IntRange(4, 20).Draw(rt, "steps") {
			l.clock.advance(time.Second)
			deeds[rapid.SampledFrom([]string{"tell", "tell", "tell", "change", "change", "forget", "restart"}).Draw(rt, "deed")](rt)
		}
		checked(rt, l.m)
	})
}
