package secret_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/reflect/secret"
)

// unmark returns a text without the marks around its secrets, and where these are.
func unmark(marked string) (text string, secrets []secret.Span) {
	var b strings.Builder
	start := 0
	for _, r := range marked {
		switch r {
		case '«':
			start = b.Len()
		case '»':
			secrets = append(secrets, secret.Span{Start: start, End: b.Len()})
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), secrets
}

// TestToldInPlainSpeech measures how many secrets of messages and notes by another hand are found
// (900-09), and how much else is taken for one. The levels only rise.
func TestToldInPlainSpeech(t *testing.T) {
	raw, err := os.ReadFile("testdata/told.txt")
	require.NoError(t, err)
	there, told, found, right := 0, 0, 0, 0
	for line := range strings.Lines(string(raw)) {
		if line[0] == '#' {
			continue
		}
		text, secrets := unmark(strings.TrimSpace(line[2:]))
		require.Equal(t, line[0] == '+', len(secrets) > 0, line)
		got := secret.Find(text)
		there, found = there+len(secrets), found+len(got)
		for _, s := range secrets {
			if covered(s, got) {
				told++
			} else {
				t.Logf("missed %q in: %s", text[s.Start:s.End], text)
			}
		}
		for _, g := range got {
			if touched(g, secrets) {
				right++
			} else {
				t.Logf("wrong %q in: %s", text[g.Start:g.End], text)
			}
		}
	}
	t.Logf("%d of %d found; %d of %d that were found are secrets", told, there, right, found)
	require.GreaterOrEqual(t, float64(told)/float64(there), .77)
	require.GreaterOrEqual(t, float64(right)/float64(found), .98)
}

// covered tells whether a secret is found, but for a sign at either end.
func covered(s secret.Span, found []secret.Span) bool {
	for _, f := range found {
		if f.Start <= s.Start+1 && f.End >= s.End-1 {
			return true
		}
	}
	return false
}

func touched(f secret.Span, secrets []secret.Span) bool {
	for _, s := range secrets {
		if f.Start < s.End && s.Start < f.End {
			return true
		}
	}
	return false
}

// TestSpokenKinds: a secret in plain speech is found for what it is, and what only looks like one is none.
func TestSpokenKinds(t *testing.T) {
	for marked, kind := range map[string]secret.Kind{
		"the wifi password is now «blue-Kettle-9», tell nobody": secret.Password,
		"pw for the portal: «sunflower3b»":                      secret.Password,
		"Keypad at the back: «C2580Y»":                          secret.Code,
		"they texted me the code «402 918»":                     secret.Code,
		"Visa «4111 1111 1111 1111», cvc «737»":                 secret.Card,
		"redis://:«cobaltNewt501»@10.0.0.8:6379":                secret.Password,
		"Authorization: Basic «YW5hOnMzY3JldDE=»":               secret.Password,
		"my ssn is «219-09-9999»":                               secret.NationalID,
		"DNI «12345678Z», please":                               secret.NationalID,
		"CPF «111.444.777-35»":                                  secret.NationalID,
		"recovery words: «orbit lemon drastic velvet candle snack minor puzzle cradle tunnel walnut window»": secret.RecoveryPhrase,

		"error code 40412 again":                                "",
		"the PIN pad was replaced in 2019":                      "",
		"the password needs 12 characters, reset every 90 days": "",
		"zip code 10115, area code 030":                         "",
		"the gate opens at 7:30 for 120 people":                 "",
		"https://user:password@host/path":                       "",
		"the token budget is 4096 tokens":                       "",
		"CPF 111.444.777-36":                                    "",
		"I forgot my password again":                            "",
	} {
		text, secrets := unmark(marked)
		got := secret.Find(text)
		require.Len(t, got, len(secrets), marked)
		for i := range got {
			require.Equal(t, text[secrets[i].Start:secrets[i].End], text[got[i].Start:got[i].End], marked)
		}
		if len(got) > 0 {
			require.Equal(t, kind, got[0].Kind, marked)
		}
	}
}
