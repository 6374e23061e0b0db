package extract

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAmended: who takes a value back in the same breath states the other one, and only that
// (004-15). What merely follows a statement takes nothing back.
func TestAmended(t *testing.T) {
	for message, want := range map[string]string{
		"My favourite colour is green. No wait, blue.":              "fact/favourite_color=blue",
		"My favourite colour is green, no, blue.":                   "fact/favourite_color=blue",
		"My favourite food is pizza. Sorry, I meant sushi.":         "fact/favourite_food=sushi",
		"My dog is called Rex. Sorry, I meant Max.":                 "fact/dog_name=Max",
		"I live in Rome - no, Milan.":                               "fact/lives_in=Milan",
		"I live in Rome, or rather Ostia, since May.":               "fact/lives_in=Ostia",
		"I'm 34, no wait, 35.":                                      "fact/age=35",
		"My birthday is 3 May. No, 4 May.":                          "fact/birthday=4 May",
		"I work at Acme, I mean Globex.":                            "fact/works_at=Globex",
		"My favourite colour is green. No, thanks.":                 "fact/favourite_color=green",
		"My favourite colour is green. Sorry, Tom.":                 "fact/favourite_color=green",
		"My favourite food is pizza, no, really.":                   "fact/favourite_food=pizza",
		"I live in Rome. No, I don't mind.":                         "fact/lives_in=Rome",
		"I live in Rome. Sorry, Milan?":                             "fact/lives_in=Rome",
		"I live in Rome, no kids.":                                  "fact/lives_in=Rome",
		"I like hiking. No, wait, can you tell me a joke?":          "user_fact/likes=hiking",
		"I live in Rome near the station. No, Termini.":             "fact/lives_in=Rome near the station",
		"I live at 5 Main St. in Boston. No wait, 6 Main St.":       "fact/lives_in=5 Main St. in Boston",
		"My wife is called Ana. No wait, she's my sister actually.": "fact/wife_name=Ana",
	} {
		got := Read(message).Statements
		require.Len(t, got, 1, message)
		require.Equal(t, want, label(got[0]), message)
		require.Equal(t, got[0].Value, message[got[0].End-len(got[0].Value):got[0].End], message)
	}
}

// TestShortened: a full stop that shortens a word ends neither its name nor the sentence.
func TestShortened(t *testing.T) {
	for message, want := range map[string]string{
		"I work as a nurse at St. Mary's in Leeds.":            "St. Mary's in Leeds",
		"I live in St. Louis now.":                             "St. Louis",
		"I live at 5 Main St. in Boston.":                      "5 Main St. in Boston",
		"I live on Main St. Tomorrow I am off.":                "Main St",
		"I work for J.P. Morgan.":                              "J.P. Morgan",
		"I work for J. P. Morgan.":                             "J. P. Morgan",
		"My sister is called Mary J. Blige.":                   "Mary J. Blige",
		"My name is George R. R. Martin.":                      "George R. R. Martin",
		"My sister is called Mary J. I am off.":                "Mary J",
		"My boss is Mr. Smith. He is nice.":                    "Mr. Smith",
		"I work for Acme Inc. in Berlin.":                      "Acme Inc",
		"My son Ben starts school in September. Ann is older.": "Ben",
	} {
		got := Read(message).Statements
		require.NotEmpty(t, got, message)
		require.Equal(t, want, got[len(got)-1].Value, message)
	}
	require.Equal(t, "St. Mary's", Read("I no longer work at St. Mary's.").Denials[0].Value)
}

// TestSubjectsBehindAdverbs: a verb has its subject from the clause before also where it says
// since when.
func TestSubjectsBehindAdverbs(t *testing.T) {
	for message, want := range map[string][]string{
		"I moved to England in 2010 and now live in Leeds.":     {"fact/lives_in=England", "fact/lives_in=Leeds"},
		"I'm a nurse and currently work at St. Mary's.":         {"user_fact/role=nurse", "fact/works_at=St. Mary's"},
		"I moved to Rome and really love it.":                   {"fact/lives_in=Rome"},
		"I live in Rome and my brother now lives in Leeds.":     {"fact/lives_in=Rome"},
		"I was born in 1985 in Lagos.":                          {"fact/born_in=Lagos"},
		"I live in Leeds, and Tom and now Ann live in Hull too": {"fact/lives_in=Leeds"},
	} {
		var got []string
		for _, s := range Read(message).Statements {
			got = append(got, label(s))
		}
		require.Equal(t, want, got, message)
	}
}
