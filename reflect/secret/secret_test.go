package secret_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/reflect/secret"
)

// drawn is what a token looks like after its prefix. Tokens are put together
// here so that no scanner of this repository takes them for real ones.
const drawn = "a8Kd02mZq91LxPw7Rt5VbN3cYh6JfGs4EuQo" // 36 signs

var (
	pem    = "-----BEGIN RSA PRIVATE" + " KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----"
	header = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
)

// TestFind holds the rules against a labelled set: the secret of each text, and
// nothing else, is found; what only looks like one is not (900-09).
func TestFind(t *testing.T) {
	for _, tt := range []struct {
		text, want string // want is empty for none
		kind       secret.Kind
	}{
		{"key " + pem + " end", pem, secret.PrivateKey},
		{"cut -----BEGIN PRIVATE" + " KEY-----\nMIIEow", "-----BEGIN PRIVATE KEY-----\nMIIEow", secret.PrivateKey},
		{"use AKIAIOSFODNN7EXAMPLE now", "AKIAIOSFODNN7EXAMPLE", secret.AWSKey},
		{"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", secret.Password},
		{"push with ghp_" + drawn + ", please", "ghp_" + drawn, secret.GitHub},
		{"token: ghp_" + drawn, "ghp_" + drawn, secret.GitHub}, // the more particular rule names it
		{"github_pat_" + drawn, "github_pat_" + drawn, secret.GitHub},
		{"xoxb-" + "1234567890-" + drawn, "xoxb-1234567890-" + drawn, secret.Slack},
		{"post to https://hooks.slack.com/services/" + "T012/B034/" + drawn, "hooks.slack.com/services/T012/B034/" + drawn, secret.Slack},
		{"Bearer " + header + ".eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN", header + ".eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN", secret.JWT},
		{"sk-" + "proj-" + drawn, "sk-proj-" + drawn, secret.APIKey},
		{"sk_" + "live_" + drawn, "sk_live_" + drawn, secret.APIKey},
		{"AIza" + drawn[:35], "AIza" + drawn[:35], secret.APIKey},
		{"password=hunter2", "hunter2", secret.Password},
		{"My password: Tr0ub4dor&3 and more", "Tr0ub4dor&3", secret.Password},
		{`{"api_key": "9f8a7b6c5d4e"}`, "9f8a7b6c5d4e", secret.Password},
		{"mật khẩu: conmeo123", "conmeo123", secret.Password},
		{"DB_PASSWD := 'correct-horse-9'", "correct-horse-9", secret.Password},
		{"postgres://ana:s3cret@db.local/x", "s3cret", secret.Password},
		{"card 4111 1111 1111 1111 exp 12/29", "4111 1111 1111 1111", secret.Card},
		{"card 5555555555554444", "5555555555554444", secret.Card},
		{"amex 3782-822463-10005.", "3782-822463-10005", secret.Card},
		{"thẻ 3530111333300000 nhé", "3530111333300000", secret.Card},
		{"pay GB82 WEST 1234 5698 7654 32 today", "GB82 WEST 1234 5698 7654 32", secret.IBAN},
		{"DE89370400440532013000", "DE89370400440532013000", secret.IBAN},
		{"AT61 1904 3002 3457 3201 OK", "AT61 1904 3002 3457 3201", secret.IBAN},

		{text: "id 550e8400-e29b-41d4-a716-446655440000"},
		{text: "uuid 4111-1111-1111-1111-411111111111"},
		{text: "commit 9fceb02d0ae598e95dc970b74767f19372d6e2b1"},
		{text: "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
		{text: "order 4111111111111112"},           // its last digit is wrong
		{text: "order 1234567812345670"},           // sound, but of no issuer
		{text: "order #4111111111111111"},          // said to be a number of something else
		{text: "call +84 90 123 4567 or 555-0199"}, // telephones
		{text: "+4111111111111111"},
		{text: "invoice INV-4111111111111111"},
		{text: "price 4111111111111111.50 and 3.4111111111111111"},
		{text: "GB83 WEST 1234 5698 7654 32"}, // its check digits are wrong
		{text: "flight GB82 leaves at 12:34 from gate 56"},
		{text: "password: required"},
		{text: "Password: Required."},
		{text: "the password is on the wall"},
		{text: "password=${DB_PASSWORD_1}"},
		{text: "api_key: <your-key-1>"},
		{text: "token: ********"},
		{text: "secret: https://vault.local/page1"},
		{text: "tokens: 4096 of 8192"},
		{text: "the secret: never give up on your dreams"},
		{text: "eyJust a word.that.isnotatoken"},
		{text: "eyJhbGciOiJI.notatoken123.notatoken123"},
		{text: "sk-learn-is-a-library-of-python"},
		{text: "AKIAIOSFODNN7EXAMPLEX"},
		{text: "ghp_short"},
		{text: "https://example.com:8080/path@2x.png"},
		{text: "meet at 10:30 on 2026-11-22"},
		{text: ""},
	} {
		found := secret.Find(tt.text)
		if tt.want == "" {
			require.Empty(t, found, tt.text)
			continue
		}
		require.Len(t, found, 1, tt.text)
		require.Equal(t, tt.want, tt.text[found[0].Start:found[0].End], tt.text)
		require.Equal(t, tt.kind, found[0].Kind, tt.text)
		clean := secret.Redact(tt.text)
		require.NotContains(t, clean, tt.want)
		require.Contains(t, clean, found[0].Redacted())
		require.Empty(t, secret.Find(clean), clean)
	}
}

// TestSeveral finds more than one secret in a text, in order.
func TestSeveral(t *testing.T) {
	require.Equal(t, "a [card] b password=[password] c [iban]",
		secret.Redact("a 4111 1111 1111 1111 b password=hunter2 c DE89370400440532013000"))
}

// FuzzFind holds T1 to T3 for any text.
func FuzzFind(f *testing.F) {
	for _, s := range hostile.Strings() {
		f.Add(s)
	}
	f.Add("password=hunter2 4111 1111 1111 1111 GB82 WEST 1234 5698 7654 32")
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for _, s := range secret.Find(text) {
			require.True(t, at <= s.Start && s.Start < s.End && s.End <= len(text))
			if utf8.ValidString(text) {
				require.True(t, utf8.ValidString(text[s.Start:s.End]))
			}
			at = s.End
		}
		require.Empty(t, secret.Find(secret.Redact(text)))
	})
}

// BenchmarkFind is what an audit pays for a record that holds no secret.
func BenchmarkFind(b *testing.B) {
	text := strings.Repeat("On Monday at 10:30 Ana said that gate 7 sticks; token budgets: 4096. ", 3)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		secret.Find(text)
	}
}
