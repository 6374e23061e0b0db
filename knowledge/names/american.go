package names

import "strings"

// american writes a British spelling the American way. The result need be no
// word: it is only compared with others.
func american(s string) string {
	if len(s) < 5 || !isASCII(s) {
		return s
	}
	if british(s) {
		for _, x := range stems {
			if at := strings.Index(s, x.british); at >= x.from && !(x.american == "or" && notColour(s)) {
				return s[:at] + x.american + s[at+len(x.british):]
			}
		}
	}
	if strings.IndexByte("degr", s[len(s)-1]) < 0 {
		return s
	}
	for _, x := range ends {
		if rest, ok := strings.CutSuffix(s, x.british); ok && len(rest) >= x.from {
			return rest + x.american
		}
	}
	return s
}

// british tells whether a word has what all the stems below have one of.
func british(s string) bool {
	for i := 1; i < len(s); i++ {
		switch s[i-1] {
		case 'a', 'o':
			if s[i] == 'e' || s[i] == 'u' {
				return true
			}
		case 'l':
			if s[i] == 'l' {
				return true
			}
		case 's':
			if s[i] == 'a' {
				return true
			}
		}
	}
	return false
}

// notColour are words in which "our" is another sound.
func notColour(s string) bool {
	for _, x := range [...]string{"hour", "tour", "four", "your", "journ", "court", "course", "source", "mourn", "gourm", "fourth", "pour"} {
		if strings.Contains(s, x) {
			return true
		}
	}
	return false
}

// spelling is a British one and how it is written in America, from which letter
// on.
type spelling struct {
	british, american string
	from              int
}

//nolint:misspell // the American ones
var stems = []spelling{
	{"anaem", "anem", 0},
	{"anaesth", "anesth", 0},
	{"archaeo", "archeo", 0},
	{"cancell", "cancel", 0},
	{"counsell", "counsel", 0},
	{"diarrhoea", "diarrhea", 0},
	{"encyclopaed", "encycloped", 0},
	{"foet", "fet", 0},
	{"gynaec", "gynec", 0},
	{"haem", "hem", 0},
	{"isation", "ization", 3},
	{"labell", "label", 0},
	{"leukaem", "leukem", 0},
	{"modell", "model", 0},
	{"oesoph", "esoph", 0},
	{"oestr", "estr", 0},
	{"orthopaed", "orthoped", 0},
	{"our", "or", 2},
	{"paed", "ped", 0},
	{"travell", "travel", 0},
}

var ends = []spelling{
	{"bre", "ber", 2},
	{"fence", "fense", 1},
	{"icence", "icense", 1},
	{"ise", "ize", 4},
	{"ised", "ized", 4},
	{"iser", "izer", 4},
	{"ising", "izing", 4},
	{"ogue", "og", 3},
	{"tre", "ter", 3},
	{"yse", "yze", 3},
	{"yser", "yzer", 3},
}

// singular drops the ending of a plural.
func singular(s string) string {
	n := len(s)
	if n < 4 || s[n-1] != 's' || strings.IndexByte("isu", s[n-2]) >= 0 {
		return s
	}
	for _, end := range [...]string{"ches", "shes", "sses", "xes", "zzes"} {
		if strings.HasSuffix(s, end) {
			return s[:n-2]
		}
	}
	if strings.HasSuffix(s, "oes") && n > 5 {
		return s[:n-2]
	}
	if strings.HasSuffix(s, "ies") && n > 5 {
		return s[:n-3] + "y"
	}
	return s[:n-1]
}
