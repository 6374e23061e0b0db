package main

import "github.com/lukasadb/lukasa/benchmarks/report"

// Where targets stand: two tables of section 6 of docs/design.md.
const (
	design = "docs/design.md, 6"
	parts  = "docs/design.md, 6, parts"
)

// targets are what is promised for a million records on two cores, by suite and
// by the name of a figure, in its unit.
var targets = map[string]map[string]report.Target{
	"ingest": {
		"single durable retain, p50": {Value: .5, Source: parts},
		"single durable retain, p99": {Value: 5, Source: parts},
		"batched retain":             {Value: 8_000, Source: parts},
		"loading, all views ready":   {Value: 300, Source: design},
	},
	"batches": {
		"batched retain without entities":                {Value: 8_000, Source: parts},
		"batched retain without entities and neighbours": {Value: 15_000, Source: parts},
	},
	"structured": pages("", "recent", "importance 8 and up", "tag", "date range"),
	"kuzu":       pages("", "recent", "importance 8 and up", "tag"),
	"traversals": {
		"what followed, 1 hop, p50": {Value: 3, Source: design},
		"what followed, 1 hop, p99": {Value: 10, Source: design},
		"entity mentions, p50":      {Value: 3, Source: design},
		"entity mentions, p99":      {Value: 10, Source: design},
	},
	"keywords": {"keyword, p99": {Value: 10, Source: design}},
	"recall": {
		"recall with context, p50": {Value: 4, Source: parts},
		"recall with context, p99": {Value: 10, Source: design},
	},
	"turns": {"turn, p99": {Value: 25, Source: parts}},
	"background": {
		"recall's p99 beside background work, of that alone": {Value: 1.25, Source: parts},
	},
	"audit": {"audit of all agents": {Value: 120, Source: parts}},
	"purge": {"forgetting one record with purge and checks": {Value: 60, Source: parts}},
	"mixed": {"recall under mixed load, p99": {Value: 25, Source: parts}},
	"size": {
		"disk, ledger and graph":           {Value: 1_800, Source: parts},
		"disk, closed":                     {Value: 4_000, Source: parts},
		"resident memory, idle":            {Value: 300, Source: parts},
		"resident memory, all agents used": {Value: 2_500, Source: parts},
	},
	"open": {
		"open, warm":        {Value: 2, Source: design},
		"open after a kill": {Value: 10, Source: design},
	},
	"rebuild": {"rebuild graph": {Value: 180, Source: design}},
	"ledger": with(ledgerPages(""), ledgerPages(", reopened"), map[string]report.Target{
		"durable single put, p50":        {Value: .5, Source: design},
		"durable single put, p99":        {Value: 5, Source: parts},
		"batched load, synced per batch": {Value: 25_000, Source: design},
		"open, clean":                    {Value: 2_000, Source: design},
		"open after a kill":              {Value: 10_000, Source: design},
	}),
	"graph": {
		"what followed, 1 hop, p50":            {Value: 3, Source: design},
		"what followed, 1 hop, p99":            {Value: 10, Source: design},
		"20 newest mentions of an entity, p50": {Value: 3, Source: design},
		"20 newest mentions of an entity, p99": {Value: 10, Source: design},
		"load, published":                      {Value: 20_000, Source: parts},
		"open, clean":                          {Value: 2, Source: design},
	},
	"words": {
		"three common words, top 50, own fields, p99": {Value: 10, Source: parts},
		"one rare word, top 50, own fields, p99":      {Value: 1, Source: parts},
		"build, one core":                             {Value: 30_000, Source: parts},
		"memory":                                      {Value: 350, Source: parts},
	},
	"vectors": with(set("set A"), set("set B"), map[string]report.Target{
		"exact scan of 30,000 x 256, p50": {Value: .7, Source: parts},
	}),
	"knowledge": {
		"linking a record, CPU":                    {Value: 1_000, Source: parts},
		"names in memory":                          {Value: 300, Source: parts},
		"statements by subject and predicate, p99": {Value: 2, Source: parts},
		"path of six types, 20 instances, p50":     {Value: 5, Source: parts},
		"path of six types, 20 instances, p99":     {Value: 15, Source: parts},
	},
	"embedder": {
		"25 English words, one core, p50": {Value: .015, Source: parts},
		"batches, all cores":              {Value: 60_000, Source: parts},
	},
}

// pages are the targets of structured queries for twenty full records.
func pages(how string, names ...string) map[string]report.Target {
	all := map[string]report.Target{}
	for _, name := range names {
		all[name+how+", p99"] = report.Target{Value: 2, Source: design}
	}
	return all
}

func ledgerPages(when string) map[string]report.Target {
	return pages(", 20 full records"+when, "recent", "importance >= 7", "tag", "date range")
}

// set are the targets of one set of vectors.
func set(name string) map[string]report.Target {
	all := map[string]report.Target{
		"build":                      {Value: 120, Source: design},
		"build beside hnswlib":       {Value: 2, Source: design},
		"index in memory":            {Value: 600, Source: design},
		"one more, p50":              {Value: 1, Source: parts},
		"recall .99, p50":            {Value: .15, Source: design},
		"recall .99 beside hnswlib":  {Value: 2.5, Source: design},
		"recall .998 beside hnswlib": {Value: 2.5, Source: parts},
	}
	for _, share := range []string{"0.10 %", "1.00 %", "10.00 %", "30.00 %"} {
		all["filter of "+share+", p50"] = report.Target{Value: 1.5, Source: parts}
	}
	out := map[string]report.Target{}
	for figure, target := range all {
		out[name+", "+figure] = target
	}
	return out
}

// with joins targets of one suite.
func with(all ...map[string]report.Target) map[string]report.Target {
	out := map[string]report.Target{}
	for _, targets := range all {
		for figure, target := range targets {
			out[figure] = target
		}
	}
	return out
}
