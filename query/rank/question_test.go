package rank

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	lang "github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
)

func TestRead(t *testing.T) {
	t.Parallel()
	people := []string{"Ana Lima", "Ben"}
	for text, want := range map[string]Question{
		"When did Ana's sister move to Lisbon?":  {Topic: "When did sister move to Lisbon?", Want: Time, Asked: []string{"Ana Lima"}, Names: []string{"lisbon"}},
		"What books has Ben read?":               {Topic: "What books has read?", List: true, Asked: []string{"Ben"}},
		"How many cats do Ana Lima and Ben have": {Topic: "How many cats do and have", Want: Number, List: true, Asked: []string{"Ana Lima", "Ben"}},
		"How many days had Ben been away?":       {Topic: "How many days had been away?", Want: Duration, Asked: []string{"Ben"}},
		"How many fortnights did it last?":       {Topic: "How many fortnights did it last?", Want: Duration},
		"After how much time did it end?":        {Topic: "After how much time did it end?", Want: Duration},
		"How many times did it end?":             {Topic: "How many times did it end?", Want: Number, List: true},
		"What did Ben say when it rained?":       {Topic: "What did say when it rained?", Asked: []string{"Ben"}},
		"Which inn was it, and when?":            {Topic: "Which inn was it, and when?", Want: Time},
		"Which city did I like?":                 {Topic: "Which city did I like?", Want: Name, Asked: []string{"me"}, Mine: true},
		"what is the status of the build":        {Topic: "what is the status of the build"},
		"Ben":                                    {Topic: "Ben", Asked: []string{"Ben"}},
		"":                                       {},
		"Ist Benjamin in Köln?":                  {Topic: "Ist Benjamin in Köln?", Names: []string{"benjamin", "köln"}},
	} {
		want.Text, want.Core = text, text
		want.Chat = true
		want.named = len(want.Asked) > 0 && want.Asked[0] != "me"
		require.Equal(t, want, Read(text, people, Parties{I: "me", You: "it"}), text)
	}
}

// What a question wants is told by its question word and by the noun that it asks for, which need not stand beside each other.
func TestWant(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Want{
		"How old is Ben?":                    Duration,
		"How often does Ben swim?":           Duration,
		"How long did Ben swim?":             Time,
		"How heavy is Ben's dog?":            Number,
		"How far did Ben run?":               Number,
		"How well did Ben sleep?":            Anything,
		"What price did Ben pay?":            Number,
		"What's the price of the boat?":      Number,
		"What was Ben's mother's age?":       Duration,
		"What is the date of the wedding?":   Time,
		"What is the name of Ben's dog?":     Name,
		"What is Ben's dog called?":          Name,
		"What was her nickname?":             Name,
		"Which cities has Ben been to?":      Name,
		"What's Ben's salary?":               Number,
		"What does the house cost us?":       Number,
		"What did Ben pay for the boat?":     Number,
		"What did Ben pay for?":              Anything,
		"Which fees cost Ben dear?":          Anything,
		"Why is the dog called Admiral?":     Anything,
		"What is the dog that he called to?": Anything,
		"What is":                            Anything,

		// What yes or no answers
		"Did Ben say hello when she came?":            Anything,
		"Is the man who sails a friend of Ben?":       Anything,
		"Does Ben like the town where she lives?":     Anything,
		"So, was Ben ill when it rained?":             Anything,
		"Didn't Ben call the man whose dog bit him?":  Anything,
		"Did Ben count how many there were?":          Anything,
		"I fell. Did Ben laugh when I fell?":          Anything,
		"Did Dr. Ng laugh when I fell?":               Anything,
		"Did Ben tell the man who came to leave?":     Anything,
		"Have you been to the place where Ben works?": Anything,
		// or puts another question
		"Do you know where I left my key?":                Name,
		"Did I tell you who came?":                        Name,
		"Did I ever tell Ana who came?":                   Name,
		"Can you remind me when Ben came?":                Time,
		"Could you tell me again how many there were?":    Number,
		"Do you happen to remember how long Ben swam?":    Time,
		"Do you have any idea who came?":                  Name,
		"Did we decide where to eat?":                     Name,
		"Did Ben say when she would come?":                Time,
		"Did Ben say anything about when we meet?":        Anything,
		"Do I know anybody who sails?":                    Name,
		"Was it Ben who came?":                            Name,
		"Is there an inn where one can eat?":              Name,
		"Did it rain? When did Ben leave?":                Time,
		"When did Ben leave? Did it rain when he did?":    Time,
		"Will said when he comes":                         Time,
		"Can you tell me the name of the inn where I ate": Name,
		"Do you remember the date of the wedding?":        Time,
		"Can you tell me the price of the boat?":          Number,
		"Can you tell me the story of the boat?":          Anything,
		"Remind me of the date of the wedding":            Time,
		"all that Ben said the day it rained":             Anything,
		"Tell me":                                         Anything,
	} {
		require.Equal(t, want, Read(text, []string{"Ben"}, Parties{}).Want, text)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("When did Ana’s dog's vet …", "Ana")
	f.Add("\xff\xfe what ''s", "'")
	f.Fuzz(func(t *testing.T, text, name string) {
		q := Read(text, []string{name}, Parties{I: "me", You: "it"})
		require.LessOrEqual(t, len(q.Topic), len(text))
	})
}

// That a date is the present one is no word of the subject, unless there is no other.
func TestAt(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 15, 30, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"How many books did I read this year?": "How many books did I read ?",
		"Who plays in the band today?":         "Who plays in the band ?",
		"What did I do today?":                 "What did I do today?",
		"Who signed this yearbook this year?":  "Who signed this yearbook ?",
		"Is today his birthday, today?":        "Is his birthday, ?",
		"What did we ship in 2026?":            "What did we ship in 2026?",
		"Who called last week?":                "Who called last week?",
	} {
		q := Read(text, nil, Parties{})
		q.At(now, dates.Find(text, now, lang.English))
		require.Equal(t, want, q.Core, text)
		require.Equal(t, want, q.Topic, text)
		require.NotEmpty(t, q.When, text)
	}
}

// A question that names a time and nothing else is about the time: it counts twice.
func TestDateAlone(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 15, 30, 0, 0, time.UTC)
	for text, want := range map[string]bool{
		"What happened around Nov 7?": true, "What did Peter do last week?": true, "What happened today?": true,
		"What did we talk about on Tuesday?": true, "Can you remind me what we discussed yesterday?": true, "Anything new since Monday?": true,
		"Was ist letzte Woche passiert?": true, "¿De qué hablamos la semana pasada?": true, "Tuần trước có chuyện gì?": true, "昨天发生了什么？": true,
		"What happened to the boat last week?": false, "What happened?": false, "Who called last week?": false,
		"What did we say about the boat on Tuesday?": false, "Was hat Ana letzte Woche gekauft?": false,
	} {
		q := ReadIn(lang.Detect(text, lang.English), text, []string{"Peter"}, Parties{})
		q.At(now, dates.Find(text, now, lang.Und))
		require.Equal(t, want, q.DateAlone, text)
		if !want {
			continue
		}
		at := Candidate{Time: q.When[0].From}
		near, _ := onDates(&q, &at)
		require.InDelta(t, 2, near, 1e-9, text)
	}
}

// What was on a date is what was then, what went on then, and what tells of it: all of it, and nothing else, however unlike the
// question it is. What somebody did then, others tell as well; and a floor of the caller's holds (003-11).
func TestOfDates(t *testing.T) {
	t.Parallel()
	p, err := Load("default")
	require.NoError(t, err)
	now := time.Date(2026, 11, 20, 15, 30, 0, 0, time.UTC)
	day := func(d, hour int) time.Time { return time.Date(2026, 11, d, hour, 0, 0, 0, time.UTC) }
	candidates := []Candidate{
		{ID: ID{1}, Time: day(18, 0)},               // the first moment
		{ID: ID{2}, Time: day(19, 0)},               // the first moment after
		{ID: ID{3}, Time: day(17, 23)},              // the day before
		{ID: ID{4}, Time: day(10, 9), During: true}, // went on
		{ID: ID{5}, Time: day(19, 9), Events: []Range{{From: day(18, 0), To: day(19, 0)}}}, // tells of it
		{ID: ID{6}, Time: day(19, 9), Events: []Range{{From: day(1, 0), To: day(30, 0)}}},  // of its month
		{ID: ID{7}, Time: day(19, 9), Events: []Range{{From: day(16, 0), To: day(19, 0)}}}, // of some days
		{ID: ID{8}, Time: day(18, 20), Speaker: "Peter"},
		{ID: ID{9}},
		{ID: ID{10}, Time: day(10, 9), Events: []Range{{From: day(25, 0), To: day(26, 0)}}}, // of what is to come
	}
	ask := func(text string, floor *float64) (Result, []byte) {
		q := Read(text, []string{"Peter"}, Parties{})
		q.At(now, dates.Find(text, now, lang.English))
		r := p.Rank(q, candidates, Options{K: 20, Floor: floor})
		var ids []byte
		for _, h := range r.Hits {
			ids = append(ids, h.ID[0])
		}
		slices.Sort(ids)
		return r, ids
	}
	_, ids := ask("What happened on November 18?", nil)
	require.Equal(t, []byte{1, 4, 5, 7, 8}, ids)
	_, ids = ask("What did Peter do on November 18?", nil)
	require.Len(t, ids, len(candidates))
	_, ids = ask("Anything new since November 18?", nil)
	require.Equal(t, []byte{1, 2, 4, 5, 6, 7, 8}, ids, "since then is until now")
	_, ids = ask("What is planned for November 25?", nil)
	require.Equal(t, []byte{4, 10}, ids)
	none, _ := ask("What happened on November 18?", new(0.5))
	require.True(t, none.Abstained)
	candidates[3].During = false
	none, _ = ask("What happened on November 2?", nil)
	require.True(t, none.Abstained, "a day without a record")
}

// A name is known when the records have it, however it is written: with capitals inside, as a stop word, with an apostrophe.
func TestNamesThatAreKnown(t *testing.T) {
	t.Parallel()
	known := []Word{{Text: "PostgreSQL", Known: true}, {Text: "postgre", Known: true}, {Text: "brien", Known: true}, {Text: "mysql"}}
	for text, want := range map[string]float64{
		"Which PostgreSQL do we run?":    0,
		"Which MySQL do we run?":         1,
		"Does O'Brien’s team run it?":    0,
		"Does O'Hara run it?":            1,
		"Who is in the IT team?":         0,
		"Do PostgreSQL and Oracle talk?": 0.5,
	} {
		q := Read(text, nil, Parties{})
		q.Words = known
		require.InDelta(t, want, unknownNames(&q), 0, text)
	}
}

// Given names are names in small letters too, and in a text without any others; capitals then tell nothing.
func TestNamesInAnyLetters(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"when did melanie's sister move to lisbon":  {"melanie's"},
		"melanie bank loan":                         {"melanie"},
		"WHEN DID MELANIE MOVE TO LISBON?":          {"melanie"},
		"does grace mark the bill":                  nil,
		"When did Melanie move to Lisbon?":          {"melanie", "lisbon"},
		"when did ben and melanie meet":             {"melanie"}, // Ben is a participant
		"what does mike call it, and who is an lee": {"mike"},
	} {
		require.Equal(t, want, Read(text, []string{"Ben"}, Parties{}).Names, text)
	}
}

// A title is no name, and the name behind it is one although a dot stands between them. What only describes is none either.
func TestNamesBesideOtherCapitals(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"What did Mrs. Dvorak bring us?":             {"dvorak"},
		"Is Dr Okafor my dentist?":                   {"okafor"},
		"Did I read J. Rowling?":                     {"rowling"},
		"Who went to the U.S. Open?":                 {"open"},
		"It was nice. Thanks! Does Ben like Dvorak?": {"dvorak"},
		"Does Ben like Swedish food?":                nil,
		"What did I give Ben for Christmas?":         nil,
		"What is the Scottish plan for Skye?":        {"skye"},
	} {
		require.Equal(t, want, Read(text, []string{"Ben"}, Parties{}).Names, text)
	}
}

func TestTells(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Ana moved to Lisbon":                true,
		"did you hear, Ana just got the job": true,
		"ana's mother is a cellist":          true,
		"Ana hates coriander":                true,
		"Ana is ill":                         true,
		"Ana can you send it":                false,
		"Ana did you see it":                 false,
		"thanks Ana":                         false,
		"hi Ana thanks for that":             false,
		"I saw Ana":                          false,
		"Anabel moved to Lisbon":             false,
		"":                                   false,
	} {
		require.Equal(t, want, Tells(text, "ana"), text)
	}
}

// The latest on a subject is asked for of the subject: the words that say so are none of it.
func TestNewsOf(t *testing.T) {
	t.Parallel()
	for text, topic := range map[string]string{
		"What's the latest on the car?":          "What's on the car?",
		"any news about the new bakery":          "about the new bakery",
		"What's new with the bakery?":            "What's with the bakery?",
		"Any recent updates from the garage?":    "from the garage?",
		"what is the most recent update on 871?": "what is the most on 871?",
	} {
		q := Read(text, nil, Parties{})
		require.True(t, q.Newest, text)
		require.Equal(t, topic, q.Topic, text)
	}
	for _, text := range []string{
		"Which news did Ben write about?", "What's the latest?", "Is the new with us?", "Did I update the boiler?", "the latest train to Bonn", "news from",
	} {
		q := Read(text, nil, Parties{})
		require.False(t, q.Newest, text)
	}
}
