// Package rank orders the candidates of one question. It is pure: no store, no
// input or output, no clock. Package query fills a [Question] and the
// [Candidate] values from the search engines; a [Profile] says what counts for
// how much; [Profile.Rank] returns the hits, best first, each with its score as
// a tree.
//
// # How a score is made
//
//  1. Each candidate gets its signals ([Feature]), numbers of about 0 to 1. The
//     scores of an arm (words, meaning) are scaled over the arm's best hundred
//     candidates, so that margins survive; ranks are never compared, unless the
//     profile asks for reciprocal rank fusion.
//  2. A first pass weighs all signals but those of the sequence. Its scores flow
//     along the sequence: a record is found through its surroundings.
//  3. The second pass weighs all of them. Some weights only hold under a
//     condition ([Gate]): short records lean on their surroundings, a question
//     for a list on many sessions, and in a user's talk with an agent the
//     surroundings tell little.
//  4. Near duplicates are dropped, a question for a list is spread over sessions,
//     and what is below the floor or the cut is left out. Where a question names
//     dates and nothing else, all that is of them answers, and nothing else. One
//     that names no subject either ([Scope]) is answered by all records of the kind
//     that it names, or by whatever there is, in an order of their own.
//
// The weights of the default profile are those of a listwise model: the score
// is the logarithm of how likely a candidate is the evidence, up to a constant
// (Cao et al., "Learning to Rank: From Pairwise Approach to Listwise Approach",
// 2007). So the difference of two scores has a meaning, which the cut of the
// precise profile uses. The confidence of a hit is a second, calibrated model over
// signals that do not depend on the other candidates; the floor is a value of it.
//
// # Languages
//
// English questions are read closely ([Read]). In German, Spanish, Vietnamese and Chinese lists of words tell who is asked
// about and what is wanted ([ReadIn]); of others only participants and the asker are found.
//
// # Invariants
//
//   - K1 The order depends on the question, the candidates and the profile alone;
//     not on the order in which candidates are given. Ties break by ID.
//   - K2 A score is the sum of its explanation's parts, to within rounding.
//   - K3 Nothing is invented: each hit is a candidate, at most once, at most K.
//   - K4 Missing input is neutral: a signal without data is 0 and never NaN.
//   - K5 A profile that validates never fails to rank.
//
// Package query, package lukasa and measuring tools import rank; it imports internal/text and knowledge/names.
package rank
