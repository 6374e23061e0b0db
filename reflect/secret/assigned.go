package secret

import "strings"

// names to which secrets are given, as they end.
var names = []string{
	"password", "passwd", "passphrase", "pwd", "_pass", "secret", "token", "apikey", "api_key", "api-key", "api key",
	"accesskey", "access_key", "access-key", "authkey", "auth_key", "auth-key", "mật khẩu",
}

// Bounds of what is read at one sign of assignment, so that time grows with the
// length of a text alone.
const (
	longestName  = 16  // bytes, that of the longest of names
	leastValue   = 6   // bytes
	longestValue = 200 // bytes; what is longer is no password
	gap          = 3   // spaces between name, sign and value
)

// assigned finds what is given to a name such as password, in code, in a
// configuration or in prose: "password = x", "api_key": "x", "My password: x".
func assigned(text string) (out []Span) {
	for at := 0; at < len(text); at++ {
		if c := text[at]; c != '=' && c != ':' || !named(text[:at]) {
			continue
		}
		start := skip(text, at+1)
		end := start
		for end < len(text) && end-start <= longestValue && strings.IndexByte(" \t\r\n\"'`,;", text[end]) < 0 {
			end++
		}
		if n := end - start; n >= leastValue && n <= longestValue && guarded(text[start:end]) {
			out = append(out, Span{Start: start, End: end})
			at = end - 1
		}
	}
	return out
}

// named tells whether a text ends in the name of a secret.
func named(text string) bool {
	text = text[max(0, len(text)-longestName-gap-2):]
	text = strings.TrimRight(strings.TrimSuffix(text, ":"), "\"' \t")
	tail := strings.ToLower(text)
	for _, n := range names {
		if strings.HasSuffix(tail, n) {
			return true
		}
	}
	return false
}

// skip goes past the rest of a sign of assignment, some spaces and a quote.
func skip(text string, at int) int {
	if at < len(text) && (text[at] == '=' || text[at] == '>') {
		at++
	}
	for n := 0; n < gap && at < len(text) && (text[at] == ' ' || text[at] == '\t'); n++ {
		at++
	}
	if at < len(text) && strings.IndexByte("\"'`", text[at]) >= 0 {
		at++
	}
	return at
}
