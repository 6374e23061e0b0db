package secret

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"regexp"
	"strings"
)

// rule finds secrets of one kind. The kinds of the rules need not differ.
type rule struct {
	kind  Kind     // empty: each span has its own
	hints []string // one of them is in every such secret; none: a digit is
	find  func(string) []Span
}

// rules in the order of how particular they are.
var rules = []rule{
	{PrivateKey, []string{"PRIVATE KEY"}, pattern(
		`-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?s:.*?)(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|\z)`, nil)},
	{AWSKey, []string{"AKIA", "ASIA"}, pattern(`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`, nil)},
	{GitHub, []string{"gh", "github_pat_"}, pattern(`\bgh[pousr]_[A-Za-z0-9]{36,255}\b|\bgithub_pat_[A-Za-z0-9_]{22,255}\b`, nil)},
	{Slack, []string{"xox", "hooks.slack.com"}, pattern(
		`\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bhooks\.slack\.com/services/T[A-Z0-9]+/B[A-Z0-9]+/[A-Za-z0-9]{16,}`, nil)},
	{JWT, []string{"eyJ"}, pattern(`\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`, jwt)},
	{APIKey, []string{"sk-", "k_live_", "AIza"}, pattern(
		`\bsk-[A-Za-z0-9_-]{20,}|\b[sr]k_live_[A-Za-z0-9]{16,}|\bAIza[A-Za-z0-9_-]{35}`, random)},
	{Password, []string{"asic "}, pattern(`\b[Bb]asic ([A-Za-z0-9+/]{8,200}={0,2})`, basic)},
	{Password, []string{"curl", "wget"}, pattern(`\s(?:-u|--user|--password)[ =][^\s:]{0,100}:(\S{4,200})`, real)},
	{Password, []string{"://"}, pattern(`\b[A-Za-z][A-Za-z0-9+.-]{0,20}://[^\s:/@]{0,100}:([^\s@/]{3,200})@`, real)},
	{Password, []string{"=", ":"}, assigned},
	{IBAN, nil, ibans},
	{Card, nil, cards},
	{RecoveryPhrase, wallets, phrases},
	{"", []string{" "}, spoken},
}

// worth tells whether a text can hold such a secret, which most cannot.
func (r *rule) worth(text string) bool {
	if r.hints == nil {
		return strings.ContainsAny(text, "0123456789")
	}
	for _, h := range r.hints {
		if strings.Contains(text, h) {
			return true
		}
	}
	return false
}

// pattern finds what an expression matches, or its first group where it has one,
// if it then passes a check.
func pattern(expr string, check func(string) bool) func(string) []Span {
	re := regexp.MustCompile(expr)
	group := 2 * min(re.NumSubexp(), 1)
	return func(text string) (out []Span) {
		for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
			if check == nil || check(text[m[group]:m[group+1]]) {
				out = append(out, Span{Start: m[group], End: m[group+1]})
			}
		}
		return out
	}
}

// jwt tells whether a token begins with the header of one (RFC 7519, 5).
func jwt(token string) bool {
	head, _, _ := strings.Cut(token, ".")
	raw, err := base64.RawURLEncoding.DecodeString(head)
	var header struct {
		Alg string `json:"alg"`
	}
	return err == nil && json.Unmarshal(raw, &header) == nil && header.Alg != ""
}

// basic tells whether a word holds a name and a password as RFC 7617 writes them.
func basic(word string) bool {
	raw, err := base64.StdEncoding.DecodeString(word)
	return err == nil && strings.Contains(string(raw), ":")
}

// random tells whether a token looks drawn by chance and not spelled.
func random(token string) bool {
	return strings.ContainsAny(token, "0123456789") && entropy(token) >= 3
}

// stands are the words that stand for a password where one shows how to write it.
var stands = map[string]bool{
	"password": true, "passwd": true, "pass": true, "pwd": true, "secret": true, "token": true, "changeme": true, "example": true,
}

// placeholders stand where a secret would.
var placeholders = []string{"$", "<", "{", "%", "[", "(", "*", "http://", "https://", "process.", "os."}

func real(value string) bool {
	if stands[strings.ToLower(value)] {
		return false
	}
	for _, p := range placeholders {
		if strings.HasPrefix(value, p) {
			return false
		}
	}
	return entropy(value) > 0 // more than one sign, again and again
}

// minEntropy of a password, in bits per byte: "hunter2" has 2.8, "xxxx1" 0.7.
const minEntropy = 2

// guarded tells whether what is given to a name such as password is one: letters
// with digits among them, or with signs that no name or path is written with.
func guarded(value string) bool {
	value = strings.TrimRight(value, ".)!?")
	digits := strings.ContainsAny(value, "0123456789")
	letters := strings.ContainsFunc(value, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' })
	signs := strings.ContainsAny(value, "!@#$%^&*+=~?|")
	return real(value) && letters && (digits || signs) && entropy(value) >= minEntropy
}

// entropy is Shannon's, of the bytes of a string, in bits per byte.
func entropy(s string) (bits float64) {
	var n [256]int
	for i := range len(s) {
		n[s[i]]++
	}
	for _, c := range n {
		if c > 0 {
			p := float64(c) / float64(len(s))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
