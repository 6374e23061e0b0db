package output

import (
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

const (
	tableBlock = 1000 // rows that share their column widths (O1)
	tableCell  = 600  // runes of a cell that a terminal is shown
	minColumn  = 6    // columns of the terminal that every column gets
)

// writeTable renders blocks of rows as tables of their own, so that an answer
// of any length needs bounded memory.
func writeTable(w io.Writer, t Table, f Format) error {
	block := make([]table.Row, 0, 64)
	numeric := make([]bool, len(t.Columns)) // columns of numbers alone
	for i := range numeric {
		numeric[i] = true
	}
	flush := func() error {
		err := renderTable(w, t.Columns, block, numeric, f)
		block = block[:0]
		return err
	}
	for row, err := range t.Rows {
		if err != nil {
			return err
		}
		if len(block) == tableBlock {
			if err := flush(); err != nil {
				return err
			}
		}
		block = append(block, tableRow(row, numeric, f))
	}
	return flush()
}

func tableRow(row []any, numeric []bool, f Format) table.Row {
	cells := make(table.Row, len(row))
	for i, v := range row {
		s := visible(Text(v), true)
		if f.Width > 0 {
			s = snip(s, tableCell)
		}
		cells[i] = s
		if i < len(numeric) && v != nil {
			numeric[i] = numeric[i] && isNumber(v)
		}
	}
	return cells
}

func renderTable(w io.Writer, columns []string, rows []table.Row, numeric []bool, f Format) error {
	tw := table.NewWriter()
	style := table.StyleRounded
	style.Format.Header = text.FormatDefault
	if f.Colour {
		style.Color.Header = append(style.Color.Header, text.Bold)
	}
	tw.SetStyle(style)
	header := make(table.Row, len(columns))
	for i, c := range columns {
		header[i] = visible(c, false)
	}
	tw.AppendHeader(header)
	tw.AppendRows(rows)
	tw.SetColumnConfigs(columnConfigs(header, rows, numeric, f.Width))
	_, err := io.WriteString(w, tw.Render()+"\n")
	return err
}

func columnConfigs(header table.Row, rows []table.Row, numeric []bool, width int) []table.ColumnConfig {
	natural, words := make([]int, len(header)), make([]int, len(header))
	for _, row := range append([]table.Row{header}, rows...) {
		for i, cell := range row {
			if i < len(natural) {
				natural[i] = max(natural[i], text.LongestLineLen(cell.(string)))
				words[i] = max(words[i], longestWord(cell.(string)))
			}
		}
	}
	limits := natural
	if width > 0 {
		limits = fit(natural, words, width-3*len(natural)-1)
	}
	configs := make([]table.ColumnConfig, len(header))
	for i := range configs {
		configs[i] = table.ColumnConfig{Number: i + 1, WidthMax: limits[i], WidthMaxEnforcer: wrap}
		if numeric[i] {
			configs[i].Align, configs[i].AlignHeader = text.AlignRight, text.AlignRight
		}
	}
	return configs
}

// longestWord is the width of the longest word of s that should not be broken:
// an id has 36 columns, and what is longer can be broken anywhere.
func longestWord(s string) int {
	longest := 0
	for word := range strings.FieldsSeq(s) {
		if w := text.StringWidthWithoutEscSequences(word); w <= 36 {
			longest = max(longest, w)
		}
	}
	return longest
}

// fit shares room columns of a terminal among table columns. Where there is room
// for it, each column gets its longest word first; then the narrowest column that
// needs more grows, until all have what they need or nothing is left.
func fit(natural, words []int, room int) []int {
	limits := make([]int, len(natural))
	taken := 0
	for i := range limits {
		limits[i] = min(words[i], natural[i])
		taken += limits[i]
	}
	if taken > room {
		clear(limits)
		taken = 0
	}
	for ; taken < room; taken++ {
		narrowest := -1
		for i := range limits {
			if limits[i] < natural[i] && (narrowest < 0 || limits[i] < limits[narrowest]) {
				narrowest = i
			}
		}
		if narrowest < 0 {
			break
		}
		limits[narrowest]++
	}
	for i := range limits {
		limits[i] = max(limits[i], min(natural[i], minColumn), 1)
	}
	return limits
}

// wrap breaks the lines of s that are wider than width columns of a terminal,
// at a space where there is one. The wrappers of the table library count runes,
// and a rune may take two columns.
func wrap(s string, width int) string {
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		for {
			head, rest := breakLine(line, width)
			out = append(out, head)
			if rest == "" {
				break
			}
			line = rest
		}
	}
	return strings.Join(out, "\n")
}

func breakLine(line string, width int) (head, rest string) {
	used, space := 0, 0
	for i, r := range line {
		if r == ' ' {
			space = i
		}
		used += text.StringWidthWithoutEscSequences(string(r))
		if used <= width || i == 0 {
			continue
		}
		if space > 0 {
			return line[:space], line[space+1:]
		}
		return line[:i], line[i:]
	}
	return line, ""
}

func isNumber(v any) bool {
	switch v.(type) {
	case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64:
		return true
	}
	return false
}

// writeMarkdown writes rows as they come, so that it holds one at a time.
func writeMarkdown(w io.Writer, t Table) error {
	line := func(cells []string) error {
		_, err := io.WriteString(w, "| "+strings.Join(cells, " | ")+" |\n")
		return err
	}
	header, rule := make([]string, len(t.Columns)), make([]string, len(t.Columns))
	for i, c := range t.Columns {
		header[i], rule[i] = markdownCell(c), "---"
	}
	if err := line(header); err != nil {
		return err
	}
	if err := line(rule); err != nil {
		return err
	}
	for row, err := range t.Rows {
		if err != nil {
			return err
		}
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = markdownCell(Text(v))
		}
		if err := line(cells); err != nil {
			return err
		}
	}
	return nil
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "|", `\|`, "\r\n", "<br>", "\n", "<br>", "<", "&lt;", ">", "&gt;", "&", "&amp;", "`", "\\`", "*", `\*`, "_", `\_`)

func markdownCell(s string) string { return visible(markdownEscapes.Replace(s), false) }
