package extract

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOnlyLooksStated lists what has the form of a statement about who wrote it, and
// states something else, something past, or the opposite
// (004-15).
func TestOnlyLooksStated(t *testing.T) {
	for _, said := range []string{
		"I am at the airport.", "I am at the Hilton.", "I am for the proposal.", "I at the very least expect a refund from Amazon.",
		"I worked at Nokia for ten years.", "I worked for IBM.", "I work with Excel.", "I work for a living.", "I work at a desk.",
		"I live in a bubble.", "I live in Excel all day.", "I live in the same city as you.", "I just moved to Firefox.",
		"I moved to Version 2.", "I come from a React background.", "I live in Berlin no longer.",
		"I was born in March.", "I was born in 1985.", "I was born 3 months early.", "I was born to run 5 miles.",
		"My birthday is in 3 weeks.", "My birthday is 3 days away.", "My birthday is not on 3 March.",
		"I'm a former nurse.", "I'm an aspiring author.", "I'm a terrible cook.", "My job is not teacher.",
		"I'm 18 years old in my head.", "My last name is Jones.", "Call me Monday.", "I go by Bus.", "Hi, I'm Blocked.",
		"I like Python less than Go.", "I like neither tea nor coffee.", "I like option B.", "Yeah right, I love Mondays.",
		"Oh great, I love waiting on hold for two hours.", "I'd like to learn how to reset my password.",
		"I want to learn what happened to my order.", "Hi, I am Hungarian.", "Hello, I'm Israeli.",
	} {
		require.Empty(t, Read(said).Statements, said)
	}
}

// TestStillStated lists what stands near the above and is stated.
func TestStillStated(t *testing.T) {
	for said, want := range map[string]string{
		"I work for IBM.": "fact/works_at=IBM", "I'm currently working for IBM.": "fact/works_at=IBM",
		"I just moved to Oslo from Berlin.": "fact/lives_in=Oslo", "I live in Oslo until June.": "fact/lives_in=Oslo",
		"I was born in the USSR.": "fact/born_in=the USSR", "I was born on 12.05.1985.": "fact/birthday=12.05.1985",
		"My birthday is the 3rd of May.": "fact/birthday=3rd of May", "My birthday is 1990-05-12.": "fact/birthday=1990-05-12",
		"I don't like coffee any more.": "user_fact/dislikes=coffee", "I'm a no-nonsense manager.": "user_fact/role=no-nonsense manager",
		"My name is Dr. Jane Foster.": "user_fact/name=Dr. Jane Foster", "My boss is called Mr. Ito.": "fact/boss_name=Mr. Ito",
		"I want to learn German.": "user_fact/goal=to learn German",
	} {
		found := Read(said).Statements
		require.Len(t, found, 1, said)
		require.Equal(t, want, label(found[0]))
		require.Equal(t, found[0].Value, said[found[0].End-len(found[0].Value):found[0].End], "X1")
	}
}
