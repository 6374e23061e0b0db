package secret

import (
	"cmp"
	"slices"
	"strings"
)

// Kind says what a secret is.
type Kind string

// The kinds of secrets.
const (
	PrivateKey Kind = "private_key" // PEM or PGP
	AWSKey     Kind = "aws_key"     // identifier of an access key
	GitHub     Kind = "github_token"
	Slack      Kind = "slack_token" // or the address of a webhook
	JWT        Kind = "jwt"
	APIKey     Kind = "api_key"  // with the prefix of a known service
	Password   Kind = "password" // given to a name like password, api_key or token, in an address, or told in plain speech
	Card       Kind = "card"     // number of a payment card
	IBAN       Kind = "iban"     // number of a bank account
	Code       Kind = "code"     // of a card, a door, a safe, or sent to be typed once

	NationalID     Kind = "national_id"     // number of a person with a state
	RecoveryPhrase Kind = "recovery_phrase" // words that open a wallet
)

// Span is a secret in a text, in bytes.
type Span struct {
	Start int  `json:"start"`
	End   int  `json:"end"` // exclusive
	Kind  Kind `json:"kind"`
}

// Redacted is what may stand in the secret's place.
func (s Span) Redacted() string { return "[" + string(s.Kind) + "]" }

// Find returns the secrets of a text, in order. Where two rules see one, the more
// particular one names it.
func Find(text string) []Span {
	var found []Span
	for _, r := range rules {
		if !r.worth(text) {
			continue
		}
		for _, s := range r.find(text) {
			s.Kind = cmp.Or(r.kind, s.Kind)
			if !slices.ContainsFunc(found, s.overlaps) {
				found = append(found, s)
			}
		}
	}
	slices.SortFunc(found, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	return found
}

func (s Span) overlaps(o Span) bool { return s.Start < o.End && o.Start < s.End }

// Redact returns a text with its secrets replaced by their redacted forms.
func Redact(text string) string {
	// What stood on both sides of a secret may read as one once it is gone, so
	// this is done again until nothing is found; only a hostile text needs more
	// than two rounds, and nothing of one that needs too many is kept.
	for range maxRounds {
		found := Find(text)
		if len(found) == 0 {
			return text
		}
		text = replace(text, found)
	}
	return hidden
}

const (
	maxRounds = 4
	hidden    = "[redacted]"
)

func replace(text string, found []Span) string {
	var b strings.Builder
	at := 0
	for _, s := range found {
		b.WriteString(text[at:s.Start])
		b.WriteString(s.Redacted())
		at = s.End
	}
	b.WriteString(text[at:])
	return b.String()
}
