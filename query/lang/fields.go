package lang

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/schema"
)

// Field is a name before a colon.
type Field string

// The fields. Speaker is another name of From.
const (
	From     Field = "from"     // who said it; a leading @ is dropped
	Entity   Field = "entity"   // mentioned: a name, an alias or a key such as customer:gai-media
	Tag      Field = "tag"      //
	Session  Field = "session"  // the run or conversation
	Kind     Field = "kind"     // of [schema.Kinds]
	Category Field = "category" // of [schema.Categories]
	Persona  Field = "persona"  // personal, technical or social
	Status   Field = "status"   // active, aging, superseded, invalidated or archived
	Scope    Field = "scope"    // a label that readers may demand, such as domain:code
	Agent    Field = "agent"    // whose memory
	Path     Field = "path"     // of the source file

	Since  Field = "since"  // from the beginning of the time given
	Until  Field = "until"  // to the end of the time given; until:30d is what is older than 30 days
	On     Field = "on"     // within the time given; on:3d is the day three days ago
	Around Field = "around" // within it, widened by 3 days, a week, half a month or a quarter, as it is long

	Importance Field = "importance" // 1 to 10
	Quality    Field = "quality"    // 1 to 5, or reject, poor, fair, good, excellent
	Confidence Field = "confidence" // 0 to 1

	state Field = "is"
)

// State is what follows is:.
type State string

// The states.
const (
	Pinned   State = "pinned"
	Verified State = "verified"
)

// names maps what may stand before a colon to the field.
var names = map[string]Field{
	"from": From, "speaker": From, "entity": Entity, "tag": Tag, "session": Session, "kind": Kind, "category": Category,
	"persona": Persona, "status": Status, "scope": Scope, "agent": Agent, "path": Path, "since": Since, "until": Until,
	"on": On, "around": Around, "importance": Importance, "quality": Quality, "confidence": Confidence, "is": state,
}

// closed lists, for labels whose values are known, all of them.
var closed = map[Field][]string{
	Kind:     texts(schema.Kinds()...),
	Category: texts(schema.Categories()...),
	Persona:  texts(schema.Personas()...),
	Status:   texts(schema.Statuses()...),
}

func texts[T ~string](values ...T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}

func (f Field) isWhen() bool { return f == Since || f == Until || f == On || f == Around }

// maxName bounds what is compared with the fields' names.
const maxName = 16

// nearest returns the field name that an unknown one was probably meant to be:
// it has the same first letter, and differs by one letter left out, added,
// changed or exchanged with its neighbour; by two in names of seven letters or
// more. Names of fewer than three letters are too near to everything, and so are
// those of three with one letter changed (tax is no misspelt tag). The empty
// string means none.
func nearest(name string, known []string) string {
	best, distance := "", 3
	for _, k := range known {
		if k[0] != name[0] || len(name) < 3 || len(k) < 3 {
			continue
		}
		limit := 1
		if min(len(name), len(k)) >= 7 {
			limit = 2
		}
		if len(k) == 3 && len(name) == 3 && !exchanged(name, k) {
			continue
		}
		if d := edits(name, k); d <= limit && d < distance {
			best, distance = k, d
		}
	}
	return best
}

// exchanged tells whether two words of three letters with the same first one
// differ by the order of the others.
func exchanged(a, b string) bool { return a[1] == b[2] && a[2] == b[1] }

// known lists the names of the fields, sorted.
func known() []string {
	list := make([]string, 0, len(names))
	for name := range names {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// edits is the optimal string alignment distance of two short ASCII strings.
func edits(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}

// oneOf reads a value of a closed list, in any case.
func oneOf(v string, list []string) (string, *problem) {
	low := strings.ToLower(v)
	if slices.Contains(list, low) {
		return low, nil
	}
	p := &problem{text: "unknown value, want " + strings.Join(list, ", ")}
	if low != "" && len(low) <= maxName {
		p.near = nearest(low, list)
	}
	return "", p
}
