package reflect_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// believed tells a new memory what ana said, a minute apart, and returns what it then holds
// of her.
func believed(t *testing.T, said []string) (out []string) {
	k := openTalk(t, reflect.Options{})
	for _, text := range said {
		k.micros.Add(time.Minute.Microseconds())
		k.say(t, text)
	}
	require.Zero(t, k.turns.Progress().Skipped)
	k.requireSuccessors(t)
	for _, kind := range []schema.Kind{schema.KindFact, schema.KindUserFact, schema.KindInsight, schema.KindPreference, schema.KindTask} {
		out = append(out, k.held(t, kind)...)
	}
	return out
}

// TestEndingsEndBeliefs: what the user says is over, or took another's place, in other words
// than it was learned in, is believed no longer (001-02, 000-04).
func TestEndingsEndBeliefs(t *testing.T) {
	for _, tt := range []struct{ said, left []string }{
		{[]string{"I run five times a week.", "I don't run any more."}, nil},
		{[]string{"I run every morning.", "I've stopped running."}, nil},
		{[]string{"I drink six coffees a day.", "I gave up coffee."}, []string{"ana says what they eat: I gave up coffee."}},
		{[]string{"I work nights.", "Nights are over for me!!"}, nil},
		{[]string{"I work nights.", "I switched from nights to days."}, []string{"ana says what they usually do: I work days."}},
		{[]string{"I cycle to work.", "I drive to work now."}, []string{"ana says what they usually do: I drive to work."}},
		{
			[]string{"I go to the gym every day.", "I go to the gym twice a week now."},
			[]string{"ana says what they usually do: I go to the gym twice a week."},
		},
		{[]string{"I swim on Mondays.", "I swim on Wednesdays instead of Mondays."}, []string{"ana says what they usually do: I swim on Wednesdays."}},
		{[]string{"We have a Volvo.", "We sold the Volvo to my brother last week."}, nil},
		{[]string{"I own four hives.", "I no longer have the hives."}, nil},
		{[]string{"I have a Volvo.", "I swapped the Volvo for an Audi."}, []string{"ana has an Audi."}},
		{[]string{"I take metformin.", "I switched from metformin to insulin."}, []string{"ana takes insulin."}},
		{[]string{"I take metformin.", "I'm off the metformin now."}, nil},
		{[]string{"I prefer Unity.", "I switched from Unity to Godot."}, []string{"ana prefers Godot."}},
		{[]string{"I prefer Vim to Emacs.", "I prefer Emacs to Vim now."}, []string{"ana prefers Emacs to Vim."}},
		{[]string{"My goal is to run a marathon.", "I gave up on the marathon."}, nil},
		{[]string{"My goal is to run a marathon.", "My new goal is to swim the Channel."}, []string{"ana's goal is to swim the Channel."}},
		{[]string{"I want to learn Spanish.", "I want to learn Italian instead."}, []string{"ana's goal is to learn Italian."}},
		{[]string{"I'm vegan.", "I've given up being vegan."}, nil},
		{[]string{"Remind me to call mum on Tuesday.", "Cancel the reminder to call mum."}, nil},
		{[]string{"Remind me to call mum on Tuesday.", "You don't need to remind me to call mum any more."}, nil},
		{
			[]string{"Remind me to call mum on Tuesday.", "Remind me to call dad on Tuesday instead."},
			[]string{"ana wants to be reminded: call dad on Tuesday."},
		},
		{
			[]string{"Remind me to call mum on Tuesday.", "Remind me to call mum on Friday instead."},
			[]string{"ana wants to be reminded: call mum on Friday."},
		},
		{
			[]string{"Remind me to call mum on Tuesday.", "Remind me to call dad instead of mum."},
			[]string{"ana wants to be reminded: call dad instead of mum."},
		},
		{[]string{"I'm single.", "I'm married.", "I'm divorced."}, []string{"ana is divorced."}},
		{[]string{"I have two cats.", "I have three cats."}, []string{"ana has three cats."}},
		{[]string{"I have two kids.", "We have three kids now."}, []string{"ana has three kids."}},
		{[]string{"I'm a nurse.", "I used to be a nurse."}, nil},
		{[]string{"I live in Berlin.", "I used to live in Berlin."}, nil},
		{[]string{"I work at Nokia.", "I quit my job at Nokia."}, []string{"ana says what happened: I quit my job at Nokia."}},
		{[]string{"I work at Nokia.", "Plot twist, I left Nokia on Friday."}, nil},
		{[]string{"I'm studying maths.", "I'm studying philosophy now."}, []string{"ana studies philosophy."}},
		{[]string{"My supervisor is Ann.", "My supervisor is Kofi now."}, []string{"The name of ana's supervisor is Kofi."}},
		{[]string{"My boss's name is Priya.", "Priya left the company, my new boss is Tom."}, []string{"The name of ana's boss is Tom."}},
		{[]string{"I live in Bonn.", "I moved to England in 2010 and now live in Leeds."}, []string{"ana lives in Leeds."}},
		{[]string{"I work as a cook at St. Mary's.", "I no longer work at St. Mary's."}, []string{"ana's role is cook."}},
		{
			[]string{"max two sentences from now on", "Forget the two sentence limit, from here on explain the why properly"},
			[]string{"ana wants it so from now on: explain the why properly."},
		},
		{
			[]string{"From now on answer in bullet points.", "From now on, use prose instead of bullet points."},
			[]string{"ana wants it so from now on: use prose instead of bullet points."},
		},
		{[]string{"Always use emojis.", "Drop the emojis from now on."}, []string{"ana wants it so from now on: Drop the emojis."}},
		{[]string{"I run every morning.", "I don't run any more.", "I run every morning."}, []string{"ana says what they usually do: I run every morning."}},
	} {
		t.Run(tt.said[1], func(t *testing.T) {
			require.Equal(t, tt.left, believed(t, tt.said))
		})
	}
}

// TestWhatStillHoldsIsNotEnded: what is limited, said of somebody else or of something else,
// or not clear ends nothing.
func TestWhatStillHoldsIsNotEnded(t *testing.T) {
	for held, said := range map[string][]string{
		"I run five times a week.": {
			"I don't run that often any more.", "I don't run on Mondays any more.", "I stopped running for a week.", "I don't run any more today.",
			"No more running for me today.", "My brother says I don't run any more.", "If I don't run any more, will I gain weight?",
			"I don't run any more than I have to.", "I used to run marathons.", "I also run marathons now.",
		},
		"I answer emails every morning.": {"I traded emails with Bob.", "I swapped emails for an hour.", "I switched from emails to letters this week."},
		"I run 4 times a week.":          {"I switched from 4 to 5 GHz."},
		"I live in Berlin.":              {"I used to live in Berlin and I still do.", "I used to live in Rome."},
		"I drink six coffees a day.":     {"I don't drink any more.", "I gave up tea.", "I gave up coffee cake."},
		"I play tennis every Tuesday.":   {"I don't play any more.", "I no longer play tennis with Tom.", "I don't play the piano any more."},
		"I work nights.":                 {"I work from home now.", "I don't work any more."},
		"I work at Nokia.": {
			"I left Nokia at six.", "I left Nokia early today.", "I quit coffee.", "My sister quit her job at Nokia.", "I used to work at Acme.",
			"I left Nokia's party on Friday.", "I'm used to working at Nokia.",
		},
		"We have a Volvo.": {
			"We sold a Volvo today.", "We sold the Volvo's engine.", "My neighbour sold the Volvo.", "We almost sold the Volvo.", "I sold the car.",
		},
		"I own a Volvo dealership.": {"I sold the Volvo."},
		"Remind me to call mum.": {
			"Cancel the reminder to call the vet.", "Don't remind me of mum's cooking.", "Remind me to buy milk instead of butter.",
			"Remind me to buy milk instead.", "Remind me to call dad.", "Remind me to call dad too.",
		},
		"I'm married.":                  {"I'm retired.", "I'm married to Tom.", "My brother is divorced."},
		"I have three dogs.":            {"I have two cats.", "I have a dog.", "I also have two dogs at my mother's."},
		"I have a company car.":         {"I sold my car."},
		"I have two cats.":              {"I gave away my cat."},
		"My goal is to run a marathon.": {"I want to lose weight now.", "I gave up on the diet.", "My goal is to lose weight."},
		"I'm studying maths.":           {"I'm studying German now."},
		"My supervisor is Ann.":         {"My supervisor is Kofi."},
		"I like tea.":                   {"I switched from tea to coffee."},
		"Answer in bullet points.":      {"Forget the rule."},
		"Always use emojis.":            {"Drop the bullet points from now on."},
	} {
		before := believed(t, []string{held})
		for _, text := range said {
			require.Subset(t, believed(t, []string{held, text}), before, text)
		}
	}
	require.Subset(t, believed(t, []string{"My goal is to run a marathon.", "My goal is to win a race.", "My new goal is to rest."}),
		[]string{"ana's goal is to run a marathon.", "ana's goal is to win a race."}, "nobody can tell which")
}

// TestEndedUntilThen: an ending that is learned late leaves what was said again since, and
// ends only its user's.
func TestEndedUntilThen(t *testing.T) {
	k := openTalk(t, reflect.Options{})
	k.learnAt(t, []string{"I run every morning.", "I run every morning.", "My new goal is to rest."}, []int{1, 3, 4})
	late := func(user, text string, minute int) {
		at := time.UnixMicro(k.micros.Load()).Add(time.Duration(minute-10) * time.Minute)
		_, err := k.turns.Turn(context.Background(), reflect.Message{Agent: "a", Session: "s", User: user, Text: text, Time: at})
		require.NoError(t, err)
		require.NoError(t, k.turns.Flush(context.Background()))
	}
	late("ana", "I don't run any more.", 2)
	late("tom", "I don't run any more.", 5)
	require.Len(t, k.held(t, schema.KindInsight), 1)
	late("ana", "I don't run any more.", 6)
	require.Empty(t, k.held(t, schema.KindInsight))
}
