// Package tour holds the data that "lukasa tour" shows Lukasa with:
//
//   - ubuntu.jsonl: two days of #ubuntu, real people asking for help and getting
//     it; see ATTRIBUTION.md for whose work it is.
//   - runs.jsonl: three weeks of a made-up agent called "ops", which deploys
//     services, handles incidents and answers customers: what the situation was,
//     what it did and how that ended, with the entities and relations involved.
//
// Both are embedded, so that the tour needs neither network nor files.
package tour
