package hostile

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Strings returns the corpus: at least five hundred different strings, always
// the same ones in the same order. The first is empty; the longest has about a
// million bytes. The slice is the caller's.
func Strings() []string {
	c := corpus{seen: map[string]bool{}}
	c.add("")
	c.add(plain...)
	c.add(broken...)
	c.add(queries...)
	c.add(search...)
	c.add(scripts...)
	c.add(outside...)
	c.controls()
	c.wrapped()
	c.repeated()
	return c.list
}

// Valid returns the strings of the corpus that are valid UTF-8 without NUL and
// say something, up to limit bytes: those that a text field must take.
func Valid(limit int) []string {
	var list []string
	for _, s := range Strings() {
		if len(s) <= limit && strings.TrimSpace(s) != "" && utf8.ValidString(s) && !strings.Contains(s, "\x00") {
			list = append(list, s)
		}
	}
	return list
}

type corpus struct {
	list []string
	seen map[string]bool
}

func (c *corpus) add(list ...string) {
	for _, s := range list {
		if !c.seen[s] {
			c.seen[s] = true
			c.list = append(c.list, s)
		}
	}
}

// controls adds every C0 and C1 control, the marks that change direction or
// join, and the noncharacters, each inside a word.
func (c *corpus) controls() {
	for r := rune(0); r < 0xA0; r++ {
		if r < 0x20 || r >= 0x7F {
			c.add("con" + string(r) + "trol")
		}
	}
	for _, r := range []rune{
		0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029,
		0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2061, 0x2066, 0x2067, 0x2068, 0x2069, 0x3000, 0x3164, 0xFE0F,
		0xFEFF, 0xFFA0, 0xFFF9, 0xFFFA, 0xFFFB, 0xFFFC, 0xFFFD, 0xFFFE, 0xFFFF, 0x1D173, 0xE0001, 0xE0020, 0xE007F, 0x10FFFF,
	} {
		c.add("ma"+string(r)+"rk", string(r))
	}
}

// wrapped puts what ends a string or a statement before, after and around a
// payload, in every pairing.
func (c *corpus) wrapped() {
	ends := []string{`'`, `"`, "`", `\`, `\'`, `''`, `"}`, `'}`, `')`, `']`, `*/`, "\n", ";", `$$`, "\u2019", "\uFF07"}
	payloads := []string{
		"MATCH (n) DETACH DELETE n", "DROP TABLE Experience", "OR 1=1", "RETURN 1", "CALL show_tables() RETURN *",
		"COPY (MATCH (n) RETURN n) TO 'out.csv'", "LOAD EXTENSION 'x'", "CREATE MACRO f(x) AS x",
	}
	for _, end := range ends {
		for _, p := range payloads {
			c.add("x"+end+" "+p+" //", "x"+end+"; "+p+"; --")
		}
	}
}

// repeated adds long strings: one character, one word, deep nesting, many
// marks on one letter, and texts about a million bytes long.
func (c *corpus) repeated() {
	for _, n := range []int{63, 64, 65, 127, 128, 129, 255, 256, 257, 4096, 65535, 65536} {
		c.add(strings.Repeat("x", n))
	}
	for _, part := range []string{"ü", "漢", "👩‍👩‍👧‍👦", "e\u0301", "((", "[[", "{\"a\":", "<b>", "a AND ", "..", "%s", "\\", "'", "\"", "\t"} {
		c.add(strings.Repeat(part, 1000))
	}
	c.add(
		"Z"+strings.Repeat("\u0300\u0301\u0302\u0303", 200),
		strings.Repeat("lorem ipsum ", 87_000), // 1,044,000 bytes
		strings.Repeat("x", 1<<20),
		strings.Repeat("記憶", 170_000), // 1,020,000 bytes
	)
	for i := range 16 {
		c.add(fmt.Sprintf("%0*d", 1<<i, i))
	}
}
