package reflect_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// What the user tells of others is learned as facts about them (004-15): by their name, by a pronoun,
// or as who they are to the user until a name was told. It changes and ends as facts about the user do,
// and whom nobody knows teaches nothing.
func TestFactsAboutOthers(t *testing.T) {
	for _, tt := range []struct {
		said []string
		left []string
		of   []schema.EntityKey
	}{
		{
			[]string{"My son Jonas is allergic to peanuts."},
			[]string{"The name of ana's son is Jonas.", "Jonas is allergic to peanuts."},
			[]schema.EntityKey{"person:ana", "person:jonas"},
		},
		{
			[]string{"Clara came by.", "She works at Acme."},
			[]string{"Clara works at Acme."},
			[]schema.EntityKey{"person:clara"},
		},
		{
			[]string{"Our CTO Priya prefers Slack over email."},
			[]string{"Priya prefers Slack over email."},
			[]schema.EntityKey{"person:priya"},
		},
		{
			[]string{"My sister lives in Madrid.", "My sister moved to Paris last month."},
			[]string{"ana's sister lives in Paris."},
			[]schema.EntityKey{"person:ana's sister"},
		},
		{
			[]string{"My dad has diabetes.", "My father loves sailing."},
			[]string{"ana's father has diabetes.", "ana's father likes sailing."},
			[]schema.EntityKey{"person:ana's father", "person:ana's father"},
		},
		{
			[]string{"My sister is called Nora.", "My sister is a vegetarian."},
			[]string{"The name of ana's sister is Nora.", "Nora is vegetarian."},
			[]schema.EntityKey{"person:ana", "person:nora"},
		},
		{[]string{"My son Jonas is ill.", "Jonas is allergic to nuts.", "Jonas isn't allergic to nuts any more."}, []string{"The name of ana's son is Jonas."}, []schema.EntityKey{"person:ana"}},
		{[]string{"She works at Acme."}, nil, nil},
		{[]string{"My sister Ana lives in Madrid."}, []string{"The name of ana's sister is Ana."}, []schema.EntityKey{"person:ana"}}, // ana is the user, too
	} {
		t.Run(tt.said[len(tt.said)-1], func(t *testing.T) {
			k := openTalkAs(t, &talk{links: true}, reflect.Options{})
			for _, text := range tt.said {
				k.micros.Add(time.Minute.Microseconds())
				k.say(t, text)
			}
			require.ElementsMatch(t, tt.left, k.held(t, schema.KindFact))
			require.ElementsMatch(t, tt.of, k.subjects(t))
			require.Zero(t, k.turns.Progress().Skipped)
		})
	}
}

// subjects are whom the facts that hold are about.
func (k *talk) subjects(t require.TestingT) (out []schema.EntityKey) {
	for _, e := range k.all(t) {
		if e.Kind == schema.KindFact && e.Status.Live() {
			out = append(out, e.Statement.Subject)
		}
	}
	return out
}
