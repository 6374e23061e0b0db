package acceptance

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// What is told with letters and marks apart is what it is in one piece: a statement is
// reinforced and not contradicted, whichever came first, and what was given stays as it was.
func TestValuesApartAndInOnePiece(t *testing.T) {
	ctx := context.Background()
	one := "Hương ở quận Ba"
	for _, forms := range [][]string{{one, norm.NFD.String(one)}, {norm.NFD.String(one), one}} {
		m, _ := openTest(t)
		require.NoError(t, m.PutRule(ctx, lukasa.Rule{From: "person", Relation: "called", To: "value", Cardinality: schema.ManyToOne}))
		for i, form := range forms {
			value, err := json.Marshal(form)
			require.NoError(t, err)
			done, err := m.Retain(ctx, lukasa.Experience{
				Kind: lukasa.KindFact, Content: "She is called " + form,
				Statement: &lukasa.Statement{Subject: "person:ana", Predicate: "called", Value: value},
			})
			require.NoError(t, err)
			require.Equal(t, i == 0, done.New)
		}
		facts, err := m.Facts(ctx, lukasa.FactQuery{Subject: "person:ana", All: true})
		require.NoError(t, err)
		require.Len(t, facts, 1)
		require.Equal(t, 2, facts[0].Record.Statement.Reinforced)
		require.Equal(t, forms[0], facts[0].Record.Statement.Object())
		require.Empty(t, facts[0].Conflicts)
		checked(t, m)
	}
}

// What a user says of themselves twice is one thing in either form, and whom they name is
// one entity, whose key is in one piece.
func TestTaughtApartAndInOnePiece(t *testing.T) {
	ctx := context.Background()
	for _, forms := range [][2]string{{"Hương", norm.NFD.String("Hương")}, {norm.NFD.String("Hương"), "Hương"}} {
		m, _ := openTest(t)
		for _, name := range forms {
			for _, said := range []string{"My name is " + name + ".", "I like cà phê " + name + ".", "My sister " + name + " lives in Huế."} {
				learns(t, m, said)
			}
		}
		facts, err := m.UserFacts(ctx, "Ana")
		require.NoError(t, err)
		require.Len(t, facts, 2)
		all, err := m.Entities(ctx, "", 100)
		require.NoError(t, err)
		var keys []lukasa.EntityKey
		for _, e := range all {
			keys = append(keys, e.Key)
		}
		require.Equal(t, []lukasa.EntityKey{"object:huế", "person:ana", "person:hương"}, keys)
	}
}
