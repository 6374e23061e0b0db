package names

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/lukasadb/lukasa/internal/text"
)

var (
	filename  = regexp.MustCompile(`^\S+\.[a-z][a-z0-9]{0,4}$`)
	camelCase = regexp.MustCompile(`^[a-z]{2,}[A-Z]\S+$`)
	address   = regexp.MustCompile(`^\d+(\.\d+){3}`)
)

// identifier returns what a name is known by if it is an address, a path, a
// handle or a name of a program: such names are equal or not. It is empty for
// names in words.
func identifier(name, typ string) string {
	s := strings.Trim(strings.TrimSpace(name), "`\"<>")
	switch typ {
	case "url":
		if s != "" && !strings.ContainsFunc(s, unicode.IsSpace) {
			return webAddress(s)
		}
	case "file":
		if s = onlyFile(s); strings.ContainsAny(s, `./\`) && !strings.Contains(s, " ") {
			return filePath(s)
		}
	case "code":
		if code := program(s); code != "" {
			return code
		}
	case "concept", "event", "object":
		if !strings.Contains(s, "://") && !strings.ContainsAny(s, `@\_.`) && strings.Contains(s, "/") {
			return "" // CI/CD
		}
	}
	return anyIdentifier(s)
}

// anyIdentifier tells by its form alone whether a name is an identifier.
func anyIdentifier(s string) string {
	if strings.ContainsFunc(s, unicode.IsSpace) {
		return ""
	}
	dotted := strings.Contains(s, ".")
	switch {
	case strings.Contains(s, "://"):
		return webAddress(s)
	case strings.ContainsAny(s, `@/\_`), dotted && filename.MatchString(s), dotted && address.MatchString(s):
	case s == "" || s[0] < 'a' || s[0] > 'z' || !camelCase.MatchString(s):
		return ""
	}
	s = strings.TrimPrefix(strings.TrimPrefix(text.Fold(s), "www."), "@")
	return strings.TrimRight(s, "/")
}

// webAddress is an address without what leads to the same page with it and
// without it.
func webAddress(s string) string {
	s = gitAddress(unescaped(text.Fold(s)))
	if scheme, rest, ok := strings.Cut(s, "://"); ok {
		if scheme == "file" {
			return filePath(s)
		}
		s = rest
	}
	if before, after, ok := strings.Cut(s, "#"); ok && !strings.HasPrefix(after, "/") && !strings.HasPrefix(after, "!") {
		s = before
	}
	s, query, _ := strings.Cut(s, "?")
	host, way, _ := strings.Cut(s, "/")
	host = strings.TrimSuffix(strings.TrimSuffix(host, ":80"), ":443")
	for _, prefix := range [...]string{"www.", "m.", "mobile."} {
		if rest, ok := strings.CutPrefix(host, prefix); ok && strings.Contains(rest, ".") {
			host = rest
			break
		}
	}
	host = strings.Replace(host, ".m.wikipedia.", ".wikipedia.", 1)
	if short, ok := sites[host]; ok {
		host = short
	}
	return knownPage(host, pagePath(way), essentials(query))
}

// unescaped undoes the escapes of an address, if they are right.
func unescaped(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}

// gitAddress writes the short address of a repository, git@host:path, as others,
// and doi:10.1/2 too.
func gitAddress(s string) string {
	if rest, ok := strings.CutPrefix(s, "doi:"); ok {
		return "doi.org/" + strings.TrimSpace(rest)
	}
	s = strings.TrimPrefix(strings.TrimPrefix(s, "git+"), "ssh://")
	if rest, ok := strings.CutPrefix(s, "git@"); ok {
		return strings.Replace(rest, ":", "/", 1)
	}
	return s
}

// sites are hosts that show the same under two names.
var sites = map[string]string{"dx.doi.org": "doi.org", "twitter.com": "x.com", "telegram.me": "t.me", "fb.com": "facebook.com"}

// pagePath drops the page that is shown where none is named.
func pagePath(way string) string {
	way = strings.TrimRight(way, "/")
	for _, page := range [...]string{"index.html", "index.htm", "index.php", "default.aspx"} {
		if rest, ok := strings.CutSuffix(way, page); ok && (rest == "" || strings.HasSuffix(rest, "/")) {
			return strings.TrimRight(rest, "/")
		}
	}
	return strings.TrimSuffix(way, ".git")
}

// essentials are the parameters that a page depends on, in order: those that
// tell where a visitor comes from are not.
func essentials(query string) string {
	if query == "" {
		return ""
	}
	var keep []string
	for p := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(p, "=")
		if p != "" && !strings.HasPrefix(name, "utm_") && !tracking[name] {
			keep = append(keep, p)
		}
	}
	slices.Sort(keep)
	return strings.Join(keep, "&")
}

var tracking = text.Set(`_ga fbclid feature gclid igshid mc_cid mc_eid msclkid ref ref_src si source spm yclid`)

// knownPage writes the addresses of sites with short ones for the same page as
// these.
func knownPage(host, way, query string) string {
	switch {
	case host == "youtube.com" && way == "watch":
		for p := range strings.SplitSeq(query, "&") {
			if id, ok := strings.CutPrefix(p, "v="); ok {
				return "youtu.be/" + id
			}
		}
	case host == "youtube.com" && (strings.HasPrefix(way, "shorts/") || strings.HasPrefix(way, "embed/")):
		return "youtu.be/" + way[strings.IndexByte(way, '/')+1:]
	case host == "youtu.be":
		query = ""
	case host == "arxiv.org" && strings.HasPrefix(way, "pdf/"):
		way = "abs/" + strings.TrimSuffix(way[len("pdf/"):], ".pdf")
	}
	whole := host
	if way != "" {
		whole += "/" + way
	}
	if query != "" {
		whole += "?" + query
	}
	return whole
}

// onlyFile drops the word "file" beside a file's name.
func onlyFile(s string) string {
	for _, word := range [...]string{"the ", "file "} {
		if len(s) > len(word) && strings.EqualFold(s[:len(word)], word) {
			s = s[len(word):]
		}
	}
	if rest, ok := strings.CutSuffix(s, " file"); ok {
		return rest
	}
	return s
}

var lineOfFile = regexp.MustCompile(`(:\d+(:\d+)?|#l\d+(-l?\d+)?)$`)

// filePath is a path as every system writes it, without what leads nowhere.
func filePath(s string) string {
	s = strings.ReplaceAll(text.Fold(s), `\`, "/")
	s = strings.TrimPrefix(s, "file://")
	s = strings.TrimPrefix(lineOfFile.ReplaceAllString(s, ""), "~/")
	if s = path.Clean(s); s == "." {
		return ""
	}
	ending := path.Ext(s)
	return strings.TrimSuffix(s, ending) + cmp.Or(endings[ending], ending)
}

// endings are those of one kind of file, to the one that is kept.
var endings = map[string]string{
	".htm": ".html", ".jpeg": ".jpg", ".markdown": ".md", ".mpeg": ".mpg", ".tgz": ".tar.gz", ".tiff": ".tif", ".yml": ".yaml",
}

// program is the name of a part of a program, whatever the style it is written
// in; empty where it is no name but a sentence.
func program(s string) string {
	if at := strings.IndexByte(s, '('); at > 0 && strings.HasSuffix(strings.TrimRight(s, ";"), ")") {
		s = s[:at]
	}
	s = strings.TrimRight(strings.TrimSpace(s), ";:")
	for _, word := range [...]string{"func ", "function ", "def ", "class ", "async ", "the ", "const ", "let ", "var "} {
		s = strings.TrimPrefix(s, word)
	}
	for _, word := range [...]string{" class", " component", " constant", " endpoint", " function", " hook", " interface", " method", " module", " package", " struct", " variable"} {
		s = strings.TrimSuffix(s, word)
	}
	if s == "" || strings.ContainsFunc(s, unicode.IsSpace) {
		return ""
	}
	s = strings.NewReplacer("::", ".", "->", ".", "#", ".", "_", "", "-", "", "$", "", "@", "", ".prototype.", ".").Replace(text.Fold(s))
	for _, self := range [...]string{"this.", "self."} {
		s = strings.TrimPrefix(s, self)
	}
	head, rest, ok := strings.Cut(s, ".")
	if long := modules[head]; ok && long != "" {
		s = long + "." + rest
	}
	return strings.Trim(s, ".")
}

// modules are the names under which well-known libraries are imported.
var modules = map[string]string{
	"jnp": "jax.numpy", "mpl": "matplotlib", "np": "numpy", "pd": "pandas", "pl": "polars", "plt": "matplotlib.pyplot", "px": "plotly.express",
	"sns": "seaborn", "sp": "scipy", "st": "streamlit", "tf": "tensorflow", "xr": "xarray",
}

// withinFile tells whether one path is the end of the other: one tells from
// where, the other from where one stands. A file's name alone says little where
// each directory has one of it.
func withinFile(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	a = strings.TrimPrefix(a, "/")
	if !strings.HasSuffix(b, "/"+a) {
		return false
	}
	stem, _, _ := strings.Cut(path.Base(a), ".")
	return strings.Contains(a, "/") || len(a) < len(b) && stem != "" && !everywhere[stem]
}

// everywhere are names of files that many directories have, without endings.
var everywhere = text.Set(`
__init__ changelog cmakelists config conftest default doc dockerfile go index init license main makefile mod models package pom readme
requirements settings setup test tests types urls utils util views
`)
