// Package hostile holds strings that break careless programs: quotes and
// comments of query languages, control and direction marks, broken UTF-8,
// characters made of many code points, operators of search engines, paths,
// formats, sizes.
//
// It is for tests. Whatever takes a string from outside is tried with all of
// [Strings]; it must store each one unchanged or refuse it with a typed error,
// and must never panic, hang or answer with another's data.
//
// The package imports nothing but the standard library; any test may import it.
package hostile
