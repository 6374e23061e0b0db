package acceptance

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/schema"
)

// nameDoor puts a string through one door of the agent's knowledge, and reads
// back what became of it.
type nameDoor func(ctx context.Context, m *lukasa.Memory, s string) (back string, err error)

// statesHostile states something of an entity, and returns it as it is kept.
func statesHostile(ctx context.Context, m *lukasa.Memory, e lukasa.Experience) (lukasa.Experience, error) {
	done, err := m.State(ctx, e)
	if err != nil {
		return lukasa.Experience{}, err
	}
	return m.Get(ctx, done.ID)
}

// digestOf tells strings apart where nothing hostile is wanted. Contents of their
// own spare the store from comparing each record with all before it.
func digestOf(s string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(s))) }

var nameDoors = map[string]nameDoor{
	"entity's key": func(ctx context.Context, m *lukasa.Memory, s string) (string, error) {
		key := lukasa.EntityKey("key:" + s)
		if err := m.PutEntity(ctx, lukasa.Entity{Key: key}); err != nil {
			return "", err
		}
		e, err := m.Entity(ctx, key)
		return e.Key.Name(), err
	},
	"entity's name": func(ctx context.Context, m *lukasa.Memory, s string) (string, error) {
		if err := m.PutEntity(ctx, lukasa.Entity{Key: "thing:named", Name: s}); err != nil {
			return "", err
		}
		e, err := m.Entity(ctx, "thing:named")
		return e.Name, err
	},
	"alias": func(ctx context.Context, m *lukasa.Memory, s string) (string, error) {
		a, err := m.AddAlias(ctx, lukasa.Alias{Text: s, Entity: "thing:target"})
		return a.Text, err
	},
	"alias's user": func(ctx context.Context, m *lukasa.Memory, s string) (string, error) {
		a, err := m.AddAlias(ctx, lukasa.Alias{Text: "it", User: s, Entity: "thing:target"})
		return a.User, err
	},
	"answer": func(ctx context.Context, m *lukasa.Memory, s string) (string, error) {
		a, err := m.ConfirmEntity(ctx, lukasa.NameAnswer{Text: s, User: "ana", Entity: "thing:target"})
		return a.Text, err
	},
	"merge's reason": func(ctx context.Context, m *lukasa.Memory, s string) (string, error) {
		done, err := m.MergeEntities(ctx, lukasa.Merging{From: "thing:other", Into: "thing:target", Reason: s, Force: true})
		if err == nil {
			_, err = m.UnmergeEntities(ctx, done.ID)
		}
		return done.Reason, err
	},
	"merged entity": func(ctx context.Context, m *lukasa.Memory, s string) (string, error) {
		key := lukasa.EntityKey("merged:" + s)
		if err := m.PutEntity(ctx, lukasa.Entity{Key: key, Name: "one"}); err != nil {
			return "", err
		}
		done, err := m.MergeEntities(ctx, lukasa.Merging{From: key, Into: "thing:target", Force: true})
		if err == nil {
			_, err = m.UnmergeEntity(ctx, key)
		}
		return done.From.Name(), err
	},
	"statement's subject": func(ctx context.Context, m *lukasa.Memory, s string) (string, error) {
		e, err := statesHostile(ctx, m, lukasa.Experience{Content: "a subject " + digestOf(s), Statement: &lukasa.Statement{
			Subject: lukasa.EntityKey("subject:" + s), Predicate: "is", Value: json.RawMessage("1"),
		}})
		if err != nil {
			return "", err
		}
		return e.Statement.Subject.Name(), nil
	},
	"statement's predicate": func(ctx context.Context, m *lukasa.Memory, s string) (string, error) {
		e, err := statesHostile(ctx, m, lukasa.Experience{Content: "a predicate " + digestOf(s), Statement: &lukasa.Statement{
			Subject: "thing:target", Predicate: s, Value: json.RawMessage("1"),
		}})
		if err != nil {
			return "", err
		}
		return e.Statement.Predicate, nil
	},
	"statement's value": func(ctx context.Context, m *lukasa.Memory, s string) (string, error) {
		value, err := json.Marshal(s)
		if err != nil {
			return "", err
		}
		about := digestOf(s) // a predicate of its own
		e, err := statesHostile(ctx, m, lukasa.Experience{Content: about, Statement: &lukasa.Statement{Subject: "thing:target", Predicate: about, Value: value}})
		if err != nil || string(e.Statement.Value) != string(value) {
			return "", err
		}
		return s, nil
	},
	"opinion": func(ctx context.Context, m *lukasa.Memory, s string) (string, error) {
		e, err := statesHostile(ctx, m, lukasa.Experience{Kind: schema.KindOpinion, Content: s})
		return e.Content, err
	},
}

// passage counts what became of strings behind one door.
type passage struct {
	kept, refused int
	err           error // of the first that was neither kept to the byte nor refused by name
}

func (p *passage) pass(ctx context.Context, m *lukasa.Memory, try nameDoor, strs []string) error {
	for i, s := range strs {
		if s == "" || testing.Short() && i%10 > 0 {
			continue // empty means that the default is wanted
		}
		back, err := try(ctx, m, s)
		var bad *lukasa.InvalidError
		switch {
		case err == nil && back != s:
			return fmt.Errorf("%.60q came back as %.60q", s, back)
		case err == nil:
			p.kept++
		case !errors.As(err, &bad) || bad.Fields[0].Field == "":
			return fmt.Errorf("%.60q: %w", s, err)
		default:
			p.refused++
		}
	}
	return nil
}

// TestHostileNames puts every string of the corpus through every door of
// entities, names, merges, statements and opinions: it comes back to the byte or
// is refused with the name of the field, and no view is upset (900-01, 900-02).
func TestHostileNames(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	strs := hostile.Strings()
	require.GreaterOrEqual(t, len(strs), 500)
	var doors sync.WaitGroup // at once, so that they share syncs of the disk
	passed := map[string]*passage{}
	for door, try := range nameDoors {
		own, err := m.As(door)
		require.NoError(t, err)
		require.NoError(t, own.PutEntity(ctx, lukasa.Entity{Key: "thing:target", Name: "the target"}))
		require.NoError(t, own.PutEntity(ctx, lukasa.Entity{Key: "thing:other", Name: "the other"}))
		p := &passage{}
		passed[door] = p
		doors.Go(func() { p.err = p.pass(ctx, own, try, strs) })
	}
	doors.Wait()
	refused := 0
	for door, p := range passed {
		require.NoError(t, p.err, door)
		require.Greater(t, p.kept, len(strs)/20, door)
		refused += p.refused
	}
	require.Positive(t, refused)
	checked(t, m)
}

// TestHostileResolution asks who is meant by every string of the corpus: an
// answer or an error that names the field, and nobody of another agent (I5).
func TestHostileResolution(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	other, err := m.As("other")
	require.NoError(t, err)
	for i, s := range hostile.Valid(schema.MaxEntityKey / 2) {
		if i%10 == 0 {
			require.NoError(t, other.PutEntity(ctx, lukasa.Entity{Key: lukasa.EntityKey(fmt.Sprint("thing:", i)), Name: s}))
		}
	}
	for i, s := range hostile.Strings() {
		if testing.Short() && i%10 > 0 {
			continue
		}
		answer, err := m.ResolveEntity(ctx, lukasa.EntityQuestion{Text: s, Session: "s", Context: s, User: s})
		if err != nil {
			require.True(t, errors.Is(err, lukasa.ErrKnowledge) || errors.Is(err, lukasa.ErrInvalid), "%.60q: %v", s, err)
			continue
		}
		require.Empty(t, answer.Candidates, "%.60q", s)
	}
}
