package knowledge_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// TestLinkByGender: of those whom the session named, given names, titles, kin and what pronouns told before rule out who cannot be
// meant; between two that may be, only the subject of the sentence before is taken (000-01, 004-04).
func TestLinkByGender(t *testing.T) {
	testReferences(t, []referenceTest{
		{"the other gender", "Priyanka met Gregor|He paid", "person:gregor He"},
		{"a title", "so Mr Quoll met Mrs Zeppel|She paid", "person:zeppel She"},
		{"a name of both", "I saw Robin|She paid", "person:robin She"},
		{"what was told stays", "I saw Robin|She paid|and Gregor|Did she say why?", "person:robin she"},
		{"two of one gender", "Gregor met Tobias|He paid", ""},
		{"the subject before", "I saw Tobias|Gregor called, so he paid", "person:gregor he"},
		{"the subject of a sentence that names both", "Gregor called Tobias|He paid", ""},
		{"one without a name", "Priyanka came with her sister|She paid", ""},
		{"one without a name, of the other gender", "Priyanka came with her brother|She paid", "person:priyanka She"},
		{"a pronoun that means nobody known", "Priyanka called. My boss asked why, she paid", ""},
		{"none to himself", "Then Gregor called him", ""},
		{"with himself", "Then Gregor took it with him", "person:gregor him"},
		{"a speaker", "I saw Gregor|speaker Gregor: He paid", ""},
		{"a town of a woman's name", "We were in Adelina|She paid", ""},
		{"an animal", "I fed Zorro|He slept", "object:zorro He"},
		{"an animal, by its kind", "Our dog Quux is old|She slept", "object:quux She"},
		{"no person", "Then we moved to Quux|He paid", ""},
	})
}

// TestLinkThings: "it" is the one thing named last, if nothing without a name came between, and often nothing at all; "they" are those
// named together or one firm (000-01, 004-04).
func TestLinkThings(t *testing.T) {
	testReferences(t, []referenceTest{
		{"a thing", "so I bought the Quux|Is it heavy?", "object:quux it"},
		{"no person", "so I met Priyanka|Is it heavy?", ""},
		{"a thing without a name since", "so I bought the Quux and a lamp|Is it heavy?", ""},
		{"what a sentence is about", "so the Quux has a lamp|It needs oil", "object:quux It"},
		{"in a place", "so we live in Quux|It broke", ""},
		{"weather", "so I bought the Quux|it was cold and it's raining|It will be foggy", ""},
		{"a state of affairs", "so I bought the Quux|it is nice to know", ""},
		{"a state of affairs, asked", "so I bought the Quux|is it true that you paid?", ""},
		{"idioms", "so I bought the Quux|get on with it or make it two", "object:quux it"},
		{"two together", "so Priyanka and Gregor came|They paid", "person:priyanka They, person:gregor They"},
		{"two together, pointed at twice", "so Priyanka and Gregor came|They paid|and they left", "person:priyanka they, person:gregor they"},
		{"two of a sentence", "so Priyanka called Gregor|They talked", "person:priyanka They, person:gregor They"},
		{"one man", "so Gregor came|They paid", ""},
		{"one of whom nothing is told", "so Robin came|They paid", "person:robin They"},
		{"several without a name", "so Quux Ltd came|The parts are late, they rust", ""},
		{"whoever it was", "Someone broke into Quux Ltd|Did they take it?", ""},
		{"several things do not promise", "so Quux Ltd sent the wrong parts|They promised more", "org:quux ltd They"},
	})
}

// TestLinkDescriptions: "the captain", "the boat" are those of whom it was said, by a title, an apposition or the name, or the one thing
// that it may be (000-01, 004-04).
func TestLinkDescriptions(t *testing.T) {
	testReferences(t, []referenceTest{
		{"a title", "so Captain Quux spoke|The captain paid", "person:quux The captain"},
		{"a title, another role", "so Captain Quux spoke|The doctor paid", ""},
		{"within the name", "so we saw Kestrel Clinic|The clinic is shut", "object:kestrel clinic The clinic"},
		{"within the name, before", "so we saw Hotel Quux|The hotel is shut", "object:hotel quux The hotel"},
		{"a word of its group", "so we saw Bistro Quux|The restaurant is shut", "object:bistro quux The restaurant"},
		{"before the name", "We bought the yacht Quux|The yacht leaks", "object:quux The yacht"},
		{"behind the name", "so Priyanka, our treasurer, came|The treasurer paid", "person:priyanka The treasurer"},
		{"in brackets", "so Priyanka (treasurer) came|The treasurer paid", "person:priyanka The treasurer"},
		{"is said", "so Quux is a village|The village is small", "object:quux The village"},
		{"called", "we got a parrot called Quux|The parrot bites", "object:quux The parrot"},
		{"a town one is in", "so we are in Quux|The town is small", "object:quux The town"},
		{"a house one is at", "so we ate at Quux|The restaurant is small", "object:quux The restaurant"},
		{"a thing", "so I drove the Quux|The car is small", "object:quux The car"},
		{"two of them", "so I drove the Quux and the Zeppel|The car is small", ""},
		{"one without a name", "I have a car, and I drove the Quux|The car is small", ""},
		{"no car", "so I met Priyanka|The car is small", ""},
		{"of a longer noun", "so we saw Kestrel Clinic|The clinic car is small", ""},
		{"a bridge need not be any", "so we are in Quux|The bridge is small", ""},
	})
}

// referenceTest is messages, oldest first, between bars; the coreferences of the last are wanted.
type referenceTest struct{ name, messages, want string }

func testReferences(t *testing.T, tests []referenceTest) {
	s := newStore(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := knowledge.NewLinker(knowledge.NewBook(s), knowledge.LinkAll)
			var batch []*schema.Experience
			for i, text := range strings.Split(tt.messages, "|") {
				speaker := ""
				if rest, ok := strings.CutPrefix(text, "speaker "); ok {
					speaker, text, _ = strings.Cut(rest, ": ")
				}
				e := said(s, text)
				e.Session, e.Speaker, e.Time = tt.name, speaker, e.Time.Add(time.Duration(i)*time.Minute)
				batch = append(batch, e)
			}
			require.NoError(t, l.Link(ctx, batch))
			require.Equal(t, tt.want, strings.Join(coreferences(t, batch[len(batch)-1]), ", "))
		})
	}
}

// BenchmarkLink links messages of a talk, half of which point back.
func BenchmarkLink(b *testing.B) {
	texts := []string{
		"Priyanka called about the invoice of Quux Ltd, she wants the photos by noon",
		"did you ask them for the order number? I could not find it in the drawer",
		"Not yet, Gregor is out until Thursday and nobody else has the key to the archive",
		"ok. please send me the list when you are back at your desk, there is no hurry at all",
		"Gregor says he put the folder on the shelf, and that the captain has seen it",
		"thanks, that was quick; I will take the train at nine and bring both of the old drives",
	}
	s := newStore(b)
	l := knowledge.NewLinker(knowledge.NewBook(s), knowledge.LinkAll)
	batch := make([]*schema.Experience, 600)
	for b.Loop() {
		for i := range batch {
			e := said(s, texts[i%len(texts)])
			e.Session, e.Time = fmt.Sprint(i/60), e.Time.Add(time.Duration(i)*time.Minute)
			batch[i] = e
		}
		if err := l.Link(ctx, batch); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(batch)), "ns/message")
}
