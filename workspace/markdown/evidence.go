package markdown

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Evidence links a line of the opinions page to a line that speaks for or
// against it.
type Evidence struct {
	Against bool
	ID      string    // of the record: what the link is resolved by
	Path    string    // and where it stands, for people: path#Lline,
	Day     time.Time // and when it was told
}

// evidenceTail is what ends a line with evidence.
var evidenceTail = regexp.MustCompile(`\s+\x{2014} (\d{4}-\d{2}-\d{2})((?:; (?:for|against)(?: \[[^\]]*\]\([^()\s]* "[0-9a-f-]*"\),?)+)*)$`)

var evidenceLink = regexp.MustCompile(`(?:; (for|against))?\s*\[([^\]]*)\]\(([^()\s]*) "([0-9a-f-]*)"\)`)

// WriteEvidence writes the tail of a line of the opinions page: the day of its
// last change and links to the lines that it rests on, as seen from the page in
// the folder bank.
//
//	… — 2025-12-01; for [2025-11-27](../memory/2025-11-27.md#L12 "0f3a…"); against …
func WriteEvidence(updated time.Time, list []Evidence) string {
	var b strings.Builder
	b.WriteString(" \u2014 " + updated.Format(time.DateOnly))
	for _, side := range []struct {
		against bool
		word    string
	}{{false, "; for"}, {true, "; against"}} {
		mark := side.word
		for _, e := range list {
			if e.Against == side.against {
				fmt.Fprintf(&b, "%s [%s](../%s %q)", mark, e.Day.Format(time.DateOnly), LinkPath(e.Path), e.ID)
				mark = ","
			}
		}
	}
	return b.String()
}

// LinkText writes a text so that it can stand in the brackets of a link.
func LinkText(s string) string {
	return strings.NewReplacer("[", `\[`, "]", `\]`, "\n", " ", "\r", " ").Replace(s)
}

// LinkPath writes a path so that it can be what a link leads to.
func LinkPath(path string) string {
	return strings.NewReplacer("%", "%25", " ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "\t", "%09", "\n", "%0A", "\r", "%0D").Replace(path)
}

// cutEvidence splits the tail off a line that has one.
func cutEvidence(s string) (text string, list []Evidence, updated time.Time) {
	m := evidenceTail.FindStringSubmatchIndex(s)
	if m == nil {
		return s, nil, time.Time{}
	}
	updated, err := time.Parse(time.DateOnly, s[m[2]:m[3]])
	if err != nil {
		return s, nil, time.Time{}
	}
	against := false
	for _, link := range evidenceLink.FindAllStringSubmatch(s[m[4]:m[5]], -1) {
		if link[1] != "" {
			against = link[1] == "against"
		}
		day, _ := time.Parse(time.DateOnly, link[2])
		list = append(list, Evidence{Against: against, ID: link[4], Path: strings.TrimPrefix(link[3], "../"), Day: day})
	}
	return s[:m[0]], list, updated
}
