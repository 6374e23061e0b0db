package static

import "github.com/lukasadb/lukasa/internal/text"

// humped tells whether a name is in camel case.
func humped(name string) (is bool) {
	text.Humps(name, func(string) { is = true })
	return is
}

// humps appends the pieces of the words of a name in camel case. Those of the whole name begin inside of words: of
// "getClientCertificate" they tell next to nothing.
func (e Embedder) humps(dst []int32, name string) []int32 {
	text.Humps(name, func(part string) {
		var w words
		var buffer [maxWord]int32
		for w.reset(part); w.next(); {
			if pieces := e.spell(buffer[:0], &w); classify(w.word(), pieces) == spelt {
				dst = append(dst, pieces...)
			}
		}
	})
	return dst
}
