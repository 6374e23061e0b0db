// Package graphtest proves that a graph behaves as package graph documents.
// [TestAll] is a conformance suite for anything that implements [Graph];
// [Model] is the plainest such thing: maps and slices, no files, no engine. The
// suite also applies the same random operations to a graph and to a model and
// demands the same contents and answers.
package graphtest
