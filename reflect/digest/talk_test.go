package digest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/reflect/digest"
)

// said makes passages of lines "speaker: text".
func said(lines string) (out []digest.Passage) {
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		speaker, words, _ := strings.Cut(strings.TrimSpace(line), ": ")
		out = append(out, digest.Passage{Text: words, Label: speaker})
	}
	return out
}

// TestWhatMatters (001-14): of two sentences as long and as central as each other, the one goes into a summary that tells
// more a month later. Where there is room for one, it is that of A.
func TestWhatMatters(t *testing.T) {
	for name, tt := range map[string]struct{ kept, dropped string }{
		"a decision":               {"We decided to paint the northern harbour wall in grey.", "People walked along the northern harbour wall in coats."},
		"what was ordered":         {"Ana ordered the narrow steel shelves from the workshop.", "Ana admired the narrow steel shelves in the workshop."},
		"a rule":                   {"The valve must stay shut while the pump is running.", "The valve looks shiny while the pump is running."},
		"what is said to matter":   {"Above all, the seal sits beneath the cover plate.", "Each spring again, birds sing beneath the tiled roof."},
		"a promise":                {"Tomas will bring the spare key to the boathouse.", "Tomas liked to see the old key in the boathouse."},
		"a day":                    {"The inspector visits the boathouse on Tuesday the 14th.", "The inspector visits the boathouse and its old pier."},
		"a dose":                   {"The dog takes 20 mg with its evening meal.", "The dog lies down beside its evening meal."},
		"a price":                  {"The repair of the roof costs €3,400 with labour.", "The repair of the roof sounds nice with labour."},
		"a cause":                  {"The alarm was caused by dust inside the sensor.", "The alarm was heard by guests inside the kitchen."},
		"what was done":            {"Maria replaced the hinge of the garden gate.", "Maria described the hinge of the garden gate."},
		"what may do harm":         {"Lena's neighbour is allergic to penicillin and wasps.", "Lena's neighbour is devoted to gardening and wasps."},
		"a problem":                {"The ferry crashed into the wooden landing stage.", "The ferry glided towards the wooden landing stage."},
		"a name":                   {"The parcel goes to Ludmila Novotna in Olomouc.", "The parcel goes to somebody further down the road."},
		"no guess":                 {"The leak sits behind the second boiler wall.", "Perhaps the leak sits behind the second boiler wall."},
		"no proposal":              {"We meet beside the fountain near the library.", "We could meet beside the fountain near the library."},
		"no question":              {"The keys hang beside the door of the cellar.", "Do the keys hang beside the door of the cellar?"},
		"no question without sign": {"The blue folder holds receipts from the journey.", "does she keep the receipts from the journey"},
		"no praise":                {"The blue folder holds receipts from the journey.", "Wonderful, perfect, thank you so much, brilliant!"},
		"no wait":                  {"The blue folder holds receipts from the journey.", "Sorry, one second, hang on, be right back."},
		"beschlossen":              {"Wir haben beschlossen, die graue Mauer am Hafen zu streichen.", "Wir haben gesehen, wie die graue Mauer am Hafen verwittert."},
		"décidé":                   {"Nous avons décidé de peindre le mur gris du port.", "Nous avons aimé de loin le mur gris du port."},
		"chốt":                     {"Nhóm chốt sơn bức tường cảng màu xám.", "Nhóm ngắm nhìn bức tường cảng màu xám."},
	} {
		for _, turned := range []bool{false, true} {
			passages := []digest.Passage{{Label: "A", Text: tt.kept}, {Label: "B", Text: tt.dropped}}
			if turned {
				passages[0], passages[1] = passages[1], passages[0]
			}
			got, err := digest.Make(passages, digest.Options{Tokens: 3 + max(prompt.Estimate(tt.kept), prompt.Estimate(tt.dropped))})
			require.NoError(t, err)
			require.Equal(t, "A: "+tt.kept, got.Text, "%s, %v", name, turned)
		}
	}
}

// TestHowItIsTaken (001-14): what the next speaker makes of a turn counts, and what a later one takes back counts less.
func TestHowItIsTaken(t *testing.T) {
	for name, tt := range map[string]struct{ talk, kept, dropped string }{
		"agreed": {
			`A: The blue tent goes beside the river bank.
			B: The green tent goes behind the old barn.
			A: Agreed.`, "The green tent", "The blue tent",
		},
		"a proposal agreed": {
			`B: The green tent goes behind the old barn.
			A: Shall we say the blue tent goes beside the river bank?
			B: Go on then.`, "the blue tent", "The green tent",
		},
		"nothing to add": {
			`A: The blue tent goes beside the river bank.
			B: The green tent goes behind the old barn.
			A: Haha.`, "The green tent", "The blue tent",
		},
		"refused": {
			`A: The blue tent goes beside the river bank.
			B: No, my cousin sleeps on that side every summer.
			A: The green tent goes behind the old barn.`, "The green tent", "The blue tent",
		},
		"taken back": {
			`A: Let's hold the garden party on Saturday.
			B: My cousin brings the lanterns from the attic.
			A: Change of plan, the garden party moves to the town hall.`, "town hall", "Saturday",
		},
		"taken back without a word of what": {
			`A: Let's order 40 chairs from the hall on Monday.
			B: My cousin paints the lanterns for the terrace.
			A: Hm, scratch that.`, "lanterns", "40 chairs",
		},
		"no longer": {
			`A: The train to Leeds leaves at 9:40 from platform 2.
			B: The bakery beside the station opens early.
			A: The train to Leeds no longer leaves from platform 2.`, "no longer", "9:40",
		},
	} {
		passages, room := said(tt.talk), 0 // for one of them
		for _, p := range passages {
			room = max(room, prompt.Estimate(p.Label+": "+p.Text))
		}
		got, err := digest.Make(passages, digest.Options{Tokens: room})
		require.NoError(t, err)
		require.Contains(t, got.Text, tt.kept, name)
		require.NotContains(t, got.Text, tt.dropped, name)
	}
}

// TestTopicsNameThings: what is counted, who speaks and what people do with any thing is no topic.
func TestTopicsNameThings(t *testing.T) {
	got, err := digest.Make(said(strings.Repeat(`Skipper: Good. The bilge pump is on for 40 minutes, skipper says.
		Mate: Good point, we take the bilge pump out. One new gasket costs 12 dollars.
		Skipper: Take the gasket to the harbour office in Lorient, mate.
		Mate: OK skipper, first the gasket, then the harbour office.
		`, 3)), digest.Options{})
	require.NoError(t, err)
	require.Subset(t, got.Topics, []string{"bilge pump", "gasket", "harbour office", "Lorient"})
	for _, no := range []string{"Good", "Skipper", "skipper", "minutes", "dollars", "take", "One", "first"} {
		require.NotContains(t, got.Topics, no)
	}
}
