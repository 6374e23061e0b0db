package names

import "slices"

// veto returns why two names cannot be those of one thing, or "".
func veto(a, b *Form) string {
	switch {
	case a.code != "" || b.code != "":
		if !sameCode(a, b) {
			return "identifiers differ"
		}
	case a.digits != b.digits:
		return "digits differ"
	case a.suffix != "" && b.suffix != "" && a.suffix != b.suffix:
		return "suffixes differ"
	case !sameCompany(a.company, b.company):
		return "company forms differ"
	}
	switch {
	case !SameType(a.Type, b.Type) && !sameVenue(a, b):
		return "types differ"
	case !sameTitle(a.title, b.title) || otherOffice(a, b):
		return "titles differ"
	}
	return ""
}

func sameCode(a, b *Form) bool {
	if a.code != "" && b.code != "" {
		return a.code == b.code || a.key == b.key && a.dashed() && b.dashed() ||
			a.Type == "file" && b.Type == "file" && withinFile(a.code, b.code)
	}
	return a.key == b.key
}

// sameVenue tells whether a body may be the place that it is at: a café,
// a school.
func sameVenue(a, b *Form) bool {
	return (a.org && b.place || a.place && b.org) && a.venue && b.venue
}

// dashed tells whether an identifier is made of words and dashes alone, which
// people write one way or another.
func (f *Form) dashed() bool {
	return !slices.ContainsFunc([]byte(f.code), func(c byte) bool { return c == '.' || c == '/' || c == '@' || c == '\\' })
}

// SameType tells whether one thing may be of both types: equal ones, one that is
// not known, or two of a kind, such as person and customer.
func SameType(a, b string) bool {
	if a == b || untyped[a] || untyped[b] {
		return true
	}
	groups := words().groups
	return slices.ContainsFunc(groups[a], func(g int) bool { return slices.Contains(groups[b], g) })
}

// untyped are the types that say nothing.
var untyped = map[string]bool{"": true, "thing": true, "entity": true, "unknown": true, "other": true, "name": true}
