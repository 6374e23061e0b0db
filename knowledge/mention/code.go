package mention

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// extensions are those of files that are spoken of without their directory.
var extensions = text.Words(`go mod py rb rs js ts tsx jsx java kt c h cc cpp hpp cs php swift sh bash sql md txt rst json jsonl yaml yml
	toml ini cfg conf env lock xml html htm css scss csv tsv parquet log pdf doc docx xls xlsx ppt pptx odt png jpg jpeg gif svg
	webp mp3 mp4 wav mov zip tar gz tgz ipynb proto cypher db sqlite diff patch`)

// readPath reads /etc/hosts, ./a.go, src/a/b.go, C:\a and main.go, without the
// line that may follow a colon.
func readPath(c string) (from, to int, form Form, sure float64) {
	if at := strings.IndexByte(c, ':'); at > 1 {
		c = c[:at]
	}
	if len(c) > 3 && c[1] == ':' && c[2] == '\\' && isASCIIWord(c[3]) {
		return 0, len(c), Path, sureForm
	}
	slashes := strings.Count(c, "/")
	dot := strings.LastIndexByte(c, '.')
	named := dot > 0 && dot > strings.LastIndexByte(c, '/') && extensions.Has(strings.ToLower(c[dot+1:])) && !digits(c[:dot])
	switch {
	case strings.ContainsAny(c, "=?&,;(){}$%@"):
		return 0, 0, 0, 0
	case hasPrefix(c, "./", "../", "~/") && len(c) > 3, c[0] == '/' && slashes >= 2 && len(c) > 4 && c[1] != '/':
		return 0, len(c), Path, sureForm
	case named && (slashes > 0 || dot > 1):
		return 0, len(c), Path, likelyForm
	}
	return 0, 0, 0, 0
}

func hasPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

func digits(s string) bool {
	return strings.Trim(s, "0123456789.-/") == ""
}

// readCode reads identifiers (snake_case, camelCase, call()), error codes and
// numbers such as ORA-00600, SO-1042, 0x1F and UUIDs.
func readCode(c string) (from, to int, form Form, sure float64) {
	if len(c) < 3 || len(c) > longestCode {
		return 0, 0, 0, 0
	}
	name, called := strings.CutSuffix(c, "()")
	look := lookOf(name)
	switch {
	case look.other || look.letters == 0:
		return 0, 0, 0, 0
	case called:
		sure = sureForm
	case look.joined && look.letters > 2:
		sure = sureForm
	case look.camel, uuidLike(name), strings.HasPrefix(name, "0x") && len(name) > 3 && look.digits > 0:
		sure = likelyForm
	case look.lowers == 0 && numbered(name), look.lowers == look.letters && hosted(name):
		sure = likelyForm
	default:
		return 0, 0, 0, 0
	}
	return 0, len(c), Code, sure
}

// look is what a chunk of ASCII is made of.
type look struct {
	letters, lowers, digits int
	joined                  bool // an underscore between two letters or digits
	camel                   bool // a capital behind two small letters, the first letter small
	other                   bool // something that no identifier has
}

func lookOf(c string) look {
	var l look
	run := 0 // of small letters
	for i := range len(c) {
		b := c[i]
		switch {
		case 'a' <= b && b <= 'z':
			l.letters++
			l.lowers++
			run++
			continue
		case 'A' <= b && b <= 'Z':
			l.letters++
			l.camel = l.camel || run >= 2 && 'a' <= c[0] && c[0] <= 'z'
		case '0' <= b && b <= '9':
			l.digits++
		case b == '_':
			l.joined = l.joined || i > 0 && i+1 < len(c) && isASCIIWord(c[i-1]) && isASCIIWord(c[i+1])
		case b == '.' || b == ':':
			l.other = l.other || i == 0 || i+1 == len(c)
		case b == '-':
		default:
			l.other = true
		}
		run = 0
	}
	l.other = l.other || l.camel && strings.Contains(c, "-")
	return l
}

// numbered tells whether capitals are followed by a number that nobody would
// give a product: three digits at least.
func numbered(c string) bool {
	i := 0
	for i < len(c) && 'A' <= c[i] && c[i] <= 'Z' {
		i++
	}
	letters := i
	dash := i < len(c) && c[i] == '-'
	if dash {
		i++
	}
	n := 0
	for j := i; j < len(c); j++ {
		if c[j] == '-' && n > 0 {
			continue
		}
		if c[j] < '0' || c[j] > '9' {
			return false
		}
		n++
	}
	return letters > 0 && letters <= 8 && n >= 3 && (dash || letters <= 3)
}

// hosted tells whether words and a number are joined as machines and regions are: orders-db-2, eu-west-1, redis-01.
func hosted(c string) bool {
	if !strings.Contains(c, "-") {
		return false
	}
	parts := strings.Split(c, "-")
	last := parts[len(parts)-1]
	if len(parts) < 2 || last == "" || len(last) > 3 || strings.Trim(last, "0123456789") != "" || len(parts) == 2 && last[0] != '0' {
		return false
	}
	return !slices.ContainsFunc(parts[:len(parts)-1], func(p string) bool { return len(p) < 2 || strings.ContainsAny(p, "0123456789_") })
}

// uuidLike tells whether c is written as a UUID: 8-4-4-4-12 hexadecimal digits.
func uuidLike(c string) bool {
	if len(c) != 36 {
		return false
	}
	for i := range len(c) {
		hex := '0' <= c[i] && c[i] <= '9' || 'a' <= c[i]|0x20 && c[i]|0x20 <= 'f'
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (c[i] == '-') || !dash && !hex {
			return false
		}
	}
	return true
}
