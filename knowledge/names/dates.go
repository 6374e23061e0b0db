package names

import (
	"strconv"
	"strings"
)

// months in the languages that dates in names are mostly written in.
var months = func() map[string]int {
	t := map[string]int{}
	for i, list := range strings.Split(strings.TrimSpace(`
jan january januar enero janvier gennaio janeiro
feb february februar febrero février febbraio fevereiro
mar march märz marzo mars março
apr april abril avril aprile
may mai mayo maggio maio
jun june juni junio juin giugno junho
jul july juli julio juillet luglio julho
aug august agosto août
sep sept september septiembre septembre settembre setembro
oct october oktober octubre octobre ottobre outubro
nov november noviembre novembre novembro
dec december dezember diciembre décembre dicembre dezembro`), "\n") {
		for name := range strings.FieldsSeq(list) {
			t[name] = i + 1
		}
	}
	return t
}()

// joinDates makes one number of each date: 3 June 2024, June 3, 2024 and
// 2024-06-03 are the same.
func joinDates(raw []rawWord) []rawWord {
	for i := 0; i < len(raw); i++ {
		n, date := dateAt(raw[i:])
		if n == 0 {
			continue
		}
		whole := raw[i]
		whole.text, whole.comma, whole.dotted = date, raw[i+n-1].comma, false
		raw = append(append(raw[:i:i], whole), raw[i+n:]...)
	}
	return raw
}

// dateAt reads the date that raw begins with, and tells of how many words it is.
func dateAt(raw []rawWord) (n int, date string) {
	first := raw[0].text
	switch {
	case isYear(first):
		if len(raw) > 2 && isIn(raw[1].text, 12) && isIn(raw[2].text, 31) {
			return 3, first + "-" + raw[1].text + "-" + raw[2].text
		}
	case isIn(first, 31):
		return dayFirst(raw)
	case months[first] > 0:
		return monthFirst(raw)
	}
	return 0, ""
}

// dayFirst reads 3 June 2024, 3rd of June 2024.
func dayFirst(raw []rawWord) (n int, date string) {
	for at := 1; at < min(len(raw), 4); at++ {
		word := raw[at].text
		if m := months[word]; m > 0 {
			date, n = strconv.Itoa(m)+"-"+raw[0].text, at+1
			return withYear(raw, n, date)
		}
		if word != "of" && word != "de" && !ordinal[word] {
			break
		}
	}
	return 0, ""
}

// monthFirst reads June 3, 2024 and June 2024.
func monthFirst(raw []rawWord) (n int, date string) {
	if len(raw) < 2 {
		return 0, ""
	}
	month := strconv.Itoa(months[raw[0].text])
	switch {
	case isYear(raw[1].text):
		return 2, raw[1].text + "-" + month
	case !isIn(raw[1].text, 31):
		return 0, ""
	}
	n = 2
	if len(raw) > n && ordinal[raw[n].text] {
		n++
	}
	return withYear(raw, n, month+"-"+raw[1].text)
}

func withYear(raw []rawWord, n int, date string) (int, string) {
	at := n
	if at < len(raw) && (raw[at].text == "of" || raw[at].text == "de") {
		at++
	}
	if at < len(raw) && isYear(raw[at].text) {
		return at + 1, raw[at].text + "-" + date
	}
	return n, date
}

func isYear(s string) bool { return len(s) == 4 && (s[:2] == "19" || s[:2] == "20") }

// isIn tells whether s is a number from 1 to most.
func isIn(s string, most int) bool {
	if len(s) == 0 || len(s) > 2 || !isNumber(s) {
		return false
	}
	n, err := strconv.Atoi(s)
	return err == nil && n >= 1 && n <= most
}

// fullYear is the year that two digits behind an apostrophe mean.
func fullYear(s string) string {
	if s < "50" {
		return "20" + s
	}
	return "19" + s
}
