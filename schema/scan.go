package schema

import (
	"strconv"
	"strings"
)

// nextMember reads the next member of an object from what follows its opening
// brace or the member before. The object is known to be valid JSON.
func nextMember(data []byte) (name string, value, rest []byte, ok bool) {
	data = skipSpace(data)
	if data[0] == ',' {
		data = skipSpace(data[1:])
	}
	if data[0] == '}' {
		return "", nil, nil, false
	}
	n := valueLen(data)
	name = string(data[1 : n-1])
	if strings.Contains(name, `\`) {
		name = stringOf(data[:n])
	}
	data = skipSpace(skipSpace(data[n:])[1:]) // the colon
	n = valueLen(data)
	return name, data[:n:n], data[n:], true
}

func skipSpace(data []byte) []byte {
	for len(data) > 0 && (data[0] == ' ' || data[0] == '\t' || data[0] == '\n' || data[0] == '\r') {
		data = data[1:]
	}
	return data
}

// valueLen returns the length of the JSON value that data begins with.
func valueLen(data []byte) int {
	depth := 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i += stringLen(data[i:]) - 1
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i // a number or a word before it
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return i
			}
		}
	}
	return len(data)
}

// stringLen returns the length of the JSON string that data begins with.
func stringLen(data []byte) int {
	for i := 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
}

// loneSurrogate returns where data has an escaped surrogate without its other
// half, which encoding/json would replace without a word, or -1.
func loneSurrogate(data []byte) int {
	for i := 0; i < len(data); i++ {
		if data[i] != '\\' {
			continue
		}
		r := escaped(data[i:])
		switch {
		case r < 0xD800 || r > 0xDFFF:
			i++ // the escaped character cannot begin an escape
		case r <= 0xDBFF && isLowSurrogate(escaped(data[i+6:])):
			i += 11
		default:
			return i
		}
	}
	return -1
}

func isLowSurrogate(r int) bool { return r >= 0xDC00 && r <= 0xDFFF }

// escaped returns the code unit of the \uXXXX that data begins with, or -1.
func escaped(data []byte) int {
	if len(data) < 6 || data[0] != '\\' || data[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(string(data[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return int(n)
}
