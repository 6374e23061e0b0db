package shell

import (
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/formatters"
)

// keywords of Cypher as the graph engine reads it, those of reading first.
var keywords = []string{
	"MATCH", "OPTIONAL", "WHERE", "RETURN", "WITH", "UNWIND", "ORDER", "BY", "ASC", "DESC", "LIMIT", "SKIP", "DISTINCT",
	"AS", "AND", "OR", "XOR", "NOT", "IN", "CONTAINS", "STARTS", "ENDS", "IS", "NULL", "TRUE", "FALSE", "UNION", "ALL",
	"ANY", "NONE", "SINGLE", "CASE", "WHEN", "THEN", "ELSE", "END", "EXISTS", "COUNT", "CALL", "YIELD", "SHORTEST", "TRAIL",
	"ACYCLIC", "EXPLAIN", "PROFILE", "CREATE", "MERGE", "ON", "SET", "DELETE", "DETACH", "REMOVE", "DROP", "ALTER", "ADD",
	"RENAME", "TABLE", "NODE", "REL", "GROUP", "FROM", "TO", "COPY", "LOAD", "IF", "PRIMARY", "KEY", "DEFAULT", "CAST",
	"MACRO", "SEQUENCE", "COMMENT", "CHECKPOINT", "BEGIN", "COMMIT", "ROLLBACK", "TRANSACTION", "ATTACH", "USE",
	"EXPORT", "IMPORT", "DATABASE", "INSTALL", "EXTENSION", "FOREACH", "ASCENDING", "DESCENDING", "HEADERS", "PROJECT", "GRAPH",
}

// newLexer describes the tokens of Cypher. "--" is an edge of either direction
// and no comment.
func newLexer() chroma.Lexer {
	return chroma.MustNewLexer(
		&chroma.Config{Name: "Cypher", Aliases: []string{"cypher", "cql"}, Filenames: []string{"*.cypher"}, CaseInsensitive: true},
		func() chroma.Rules {
			return chroma.Rules{"root": {
				{Pattern: `\s+`, Type: chroma.TextWhitespace},
				{Pattern: `//[^\n]*`, Type: chroma.CommentSingle},
				{Pattern: `/\*[\s\S]*?(\*/|\z)`, Type: chroma.CommentMultiline},
				{Pattern: `'(\\[\s\S]|[^'\\])*('|\z)|"(\\[\s\S]|[^"\\])*("|\z)`, Type: chroma.LiteralString},
				{Pattern: "`[^`]*(`|\\z)", Type: chroma.NameVariable},
				{Pattern: `\$[A-Za-z_]\w*`, Type: chroma.NameVariableGlobal},
				{Pattern: `(:|\|)(\s*)([A-Za-z_]\w*)`, Type: chroma.ByGroups(chroma.Punctuation, chroma.TextWhitespace, chroma.NameClass)},
				{Pattern: `(\.)([A-Za-z_]\w*)`, Type: chroma.ByGroups(chroma.Punctuation, chroma.NameAttribute)},
				{Pattern: `\b(true|false|null)\b`, Type: chroma.KeywordConstant},
				{Pattern: `\b(` + strings.Join(keywords, "|") + `)\b`, Type: chroma.Keyword},
				{Pattern: `([A-Za-z_]\w*)(\s*)(\()`, Type: chroma.ByGroups(chroma.NameFunction, chroma.TextWhitespace, chroma.Punctuation)},
				{Pattern: `\d+(\.\d+)?([eE][+-]?\d+)?`, Type: chroma.LiteralNumber},
				{Pattern: `[A-Za-z_]\w*`, Type: chroma.Name},
				{Pattern: `[-<>=+*/%^|!]+`, Type: chroma.Operator},
				{Pattern: `[\[\](){}.,;:]`, Type: chroma.Punctuation},
				{Pattern: `.`, Type: chroma.Text},
			}}
		})
}

// highlighter colours Cypher for terminals of 256 colours.
type highlighter struct {
	lexer     chroma.Lexer
	formatter chroma.Formatter
	style     *chroma.Style
}

func newHighlighter() highlighter {
	return highlighter{lexer: newLexer(), formatter: formatters.TTY256, style: newStyle()}
}

// newStyle is a palette that can be read on dark and on light terminals.
func newStyle() *chroma.Style {
	return chroma.MustNewStyle("lukasa", chroma.StyleEntries{
		chroma.Keyword:            "bold #0087d7",
		chroma.KeywordConstant:    "#af5fd7",
		chroma.NameClass:          "#d78700",
		chroma.NameFunction:       "#00af87",
		chroma.NameVariableGlobal: "#d75f87",
		chroma.NameVariable:       "#d78700",
		chroma.LiteralString:      "#5faf00",
		chroma.LiteralNumber:      "#af5fd7",
		chroma.Comment:            "italic #8a8a8a",
	})
}

// colour returns src with colours, or as it is where that fails.
func (h highlighter) colour(src string) string {
	if strings.HasPrefix(strings.TrimSpace(src), ":") {
		return src
	}
	tokens, err := h.lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, src)
	if err != nil {
		return src
	}
	var b strings.Builder
	if err := h.formatter.Format(&b, h.style, tokens); err != nil {
		return src
	}
	return b.String()
}

// Highlight colours a statement for terminals of 256 colours.
func Highlight(statement string) string { return newHighlighter().colour(statement) }
