// Command benchmarks measures Lukasa: each engine alone and the whole product
// through its front door.
//
//	go run ./benchmarks -suite memory,ledger -scale 10k,100k,1m -out report/
//
// Every suite prints a line for each figure; with -out, each suite's lines and
// its raw figures as JSON go to files of their own as well, of which
//
//	go run ./benchmarks -render report -to docs/benchmarks
//
// makes tables and plots (package report). Suites that compare with other engines or use the
// chat log say so where those are absent. Nothing is ever gated on time.
package main
