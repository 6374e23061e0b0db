package shell

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"
)

var cypherLexer = sync.OnceValue(newLexer)

// bindings returns the parameters that a statement names: the engine refuses others. One
// that has no value is told, where the engine would take it for null; to a plan its value
// is nothing.
func (s *Shell) bindings(statement string) (map[string]any, error) {
	tokens, err := cypherLexer().Tokenise(&chroma.TokeniseOptions{State: "root"}, statement)
	if err != nil {
		return nil, err
	}
	planned := strings.HasPrefix(strings.ToUpper(statement), "EXPLAIN")
	named, at := map[string]any{}, 0
	for t := range tokens.Stdlib() {
		if t.Type == chroma.NameVariableGlobal {
			value, known := s.params[t.Value[1:]]
			switch {
			case known:
				named[t.Value[1:]] = value
			case !planned:
				return nil, unbound(t.Value, statement[:at])
			}
		}
		at += len(t.Value)
	}
	return named, nil
}

// unbound says which parameter has no value, and where it stands.
func unbound(name, before string) error {
	return &StatementError{
		Message: name + " has no value: -P " + name[1:] + "=VALUE or :param " + name[1:] + " VALUE gives it one",
		Line:    1 + strings.Count(before, "\n"),
		Column:  1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]),
	}
}
