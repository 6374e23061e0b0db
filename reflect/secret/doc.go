// Package secret recognises what should not be kept in a memory: keys, tokens,
// passwords, codes of doors and of cards, numbers of cards, of bank accounts and
// of persons with a state, also where they are told in plain speech. It is pure.
//
// Invariants:
//
//   - T1 a span lies inside its text, on bytes of whole characters where the text
//     is valid UTF-8; spans are in order and do not overlap.
//   - T2 nothing that is handed back but a span's place says anything of the
//     secret: neither its kind nor its redacted form holds a byte of it.
//   - T3 what is redacted holds no secret that [Find] can see.
//   - T4 time grows with the length of the text and no faster.
//
// The rules are conservative: an identifier, a hash of a commit, an order's or a
// telephone's number is none, and neither is a word after "password:". What is
// found and missed is measured on testdata/told.txt.
//
// Package reflect imports it.
package secret
