package main

// targets are what docs/design.md promises for a million records on two cores,
// by the name of a figure and in its unit. Suites share them.
var targets = map[string]float64{
	"batched retain":                   5_000, // a million within five minutes, all views ready
	"single durable retain, p50":       1,
	"recent, p99":                      2,
	"importance 8 and up, p99":         2,
	"tag, p99":                         2,
	"date range, p99":                  2,
	"keyword, p99":                     10,
	"what followed, 1 hop, p50":        3,
	"what followed, 1 hop, p99":        10,
	"entity mentions, p50":             3,
	"entity mentions, p99":             10,
	"recall with context, p99":         10,
	"recall under mixed load, p99":     25,
	"open, warm":                       2,
	"open after a kill":                10,
	"rebuild graph":                    180,
	"disk, closed":                     4_000,
	"resident memory, idle":            300,
	"resident memory, all agents used": 2_500,
}
