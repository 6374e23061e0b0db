package mention

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/hostile"
)

var formNames = map[Form]string{
	Handle: "handle", Email: "email", URL: "url", Path: "path", Code: "code", Amount: "amount", Name: "name",
}

// shown lists things as form and text.
func shown(list []Thing, s string) []string {
	var out []string
	for _, x := range list {
		out = append(out, formNames[x.Form]+" "+s[x.Start:x.End])
	}
	return out
}

func namesIn(s string) []Thing {
	names, _ := Capitalised(Read(s))
	return names
}

func aloneIn(s string) []Thing {
	_, alone := Capitalised(Read(s))
	return alone
}

func TestPatterns(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"Ask @ana.lopez, or (@bob)!", []string{"handle @ana.lopez", "handle @bob"}},
		{"@Nguyễn_An và @王伟。", []string{"handle @Nguyễn_An", "handle @王伟"}},
		{"Mail ana.b+x@example.co.uk, <bob@gai.vn>; not a@b or @", []string{"email ana.b+x@example.co.uk", "email bob@gai.vn"}},
		{"See https://gai.vn/a?b=c#d. or (http://x.org/y) or www.gai.vn!", []string{"url https://gai.vn/a?b=c#d", "url http://x.org/y", "url www.gai.vn"}},
		{"edit src/query/page.go:12, ./run.sh, /etc/hosts and main.go", []string{"path src/query/page.go", "path ./run.sh", "path /etc/hosts", "path main.go"}},
		{`open C:\Users\ana\a.txt and ~/notes.md`, []string{`path C:\Users\ana\a.txt`, "path ~/notes.md"}},
		{"either and/or 24/7 at 12/05/2024, 3.5 and e.g. this", nil},
		{"call getUserName() or parse_json, MAX_SIZE; run `go vet`", []string{"code getUserName()", "code parse_json", "code MAX_SIZE"}},
		{"set `maxConns` to 5", []string{"code maxConns"}},
		{"my iPhone, YouTube, McDonald and COVID-19 on PS5", nil},
		{"failed with ORA-00600, E1234 and 0x1F4, order SO-1042 or INV-2024-001", []string{
			"code ORA-00600", "code E1234", "code 0x1F4", "code SO-1042", "code INV-2024-001",
		}},
		{"orders-db-2 in eu-west-1 and redis-01 froze, not the top-10, a 3-to-2 or covid-19", []string{"code orders-db-2", "code eu-west-1", "code redis-01"}},
		{"id 0f8fad5b-d9cb-469f-a165-70867728950e done", []string{"code 0f8fad5b-d9cb-469f-a165-70867728950e"}},
		{"It cost $1,200.50 or 20€, weighs 5 kg, 10% of 3 apples.", []string{"amount $1,200.50", "amount 20€", "amount 5 kg", "amount 10%"}},
		{"giá 5 triệu, 200 ms, 16GB", []string{"amount 5 triệu", "amount 200 ms", "amount 16GB"}},
		{"", nil},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) { require.Equal(t, tt.want, shown(Patterns(nil, tt.text), tt.text)) })
	}
}

// TestAlone: single capitalised words, those at the head of a sentence included, but for what sentences begin with.
func TestAlone(t *testing.T) {
	for s, want := range map[string][]string{
		"Diego asks. Was it Anna Lindqvist or Yuki?": {"name Diego", "name Yuki"},
		"The end of May": nil,
		"nothing here":   nil,
	} {
		require.Equal(t, want, shown(aloneIn(s), s), s)
	}
}

func TestCapitalised(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"We met Gai Media in Hanoi.", []string{"name Gai Media", "name Hanoi"}},
		{"Yesterday I saw Ana. She was with Bob Smith-Jones and O'Brien.", []string{"name Ana", "name Bob Smith-Jones", "name O'Brien"}},
		{"Banana bread is good. Nothing here.", nil},
		{"Caroline called. Later Melanie asked Caroline.", []string{"name Caroline", "name Melanie", "name Caroline"}},
		{"Hey Caroline! Thanks Mel, what a surprise on Monday in May", []string{"name Caroline", "name Mel"}},
		{"the Bank of America and Vincent van Gogh", []string{"name Bank of America", "name Vincent van Gogh"}},
		{"I asked Dr. Nguyễn Văn An about it", []string{"name Nguyễn Văn An"}},
		{"Dr. Smith came", []string{"name Smith"}},
		{"khách hàng là Công ty Gai Media ở Hà Nội", []string{"name Gai Media", "name Hà Nội"}},
		{"Das Haus am See gehört Herrn Müller und der Siemens AG, sagt Frau Weber.", []string{"name Siemens AG", "name Weber"}},
		{"Ich habe gestern im Garten mit meinem Nachbarn über das Wetter gesprochen.", nil},
		{"THIS IS ALL SHOUTED NONSENSE TEXT HERE", nil},
		{"Release Notes For The Second Version", nil},
		{"my friend Sara likes NASA", []string{"name Sara", "name NASA"}},
		{"we moved the cache from Redis to Hermes, over USB", []string{"name Redis", "name Hermes"}},
		{"see wiki.x.org/RestrictedFormats, $VERSION and ask the_Willis", nil},
		{"press Enter, choose Install or the Save button", nil},
		{"he speaks French on Fridays, NEVER EVER", nil},
		{"02:04 Restarting it. 3. Owner was told by Yuki", []string{"name Yuki"}},
		{"王伟 went to Peking University", []string{"name Peking University"}},
		{"J. K. Rowling wrote it", []string{"name J. K. Rowling"}},
		{"", nil},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) { require.Equal(t, tt.want, shown(namesIn(tt.text), tt.text)) })
	}
}

// TestNamesLookLike: a title tells a person, a company's form an organisation.
func TestNamesLookLike(t *testing.T) {
	s := "Dr. An of Gai Media met my cousin Bea and Rex Ford"
	list := namesIn(s)
	require.Equal(t, []string{"name An", "name Gai Media", "name Bea", "name Rex Ford"}, shown(list, s))
	var sorts []Sort
	for _, x := range list {
		sorts = append(sorts, x.Sort)
	}
	require.Equal(t, []Sort{PersonName, OrgName, PersonName, AnyName}, sorts)
}

func FuzzThings(fuzz *testing.F) {
	for _, s := range hostile.Strings() {
		fuzz.Add(s)
	}
	fuzz.Add("Dr. An @b a@b.co /etc/x `y` $5 kg O'")
	fuzz.Fuzz(func(t *testing.T, s string) {
		for _, list := range [][]Thing{Patterns(nil, s), namesIn(s), aloneIn(s)} {
			before := 0
			for _, x := range list {
				require.True(t, before <= x.Start && x.Start < x.End && x.End <= len(s), "%v in %q", x, s)
				require.NotEmpty(t, strings.TrimSpace(s[x.Start:x.End]))
				require.True(t, !utf8.ValidString(s) || utf8.ValidString(s[x.Start:x.End]))
				require.True(t, x.Confidence > 0 && x.Confidence <= 1 && x.Form > 0)
				before = x.End
			}
		}
	})
}
