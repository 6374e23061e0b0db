package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/query/rank"
)

// Report has every figure of a run.
type Report struct {
	Data          string           `json:"data"`
	Profile       string           `json:"profile"`
	Conversations int              `json:"conversations"`
	Turns         int              `json:"turns"`
	Skipped       int              `json:"questions_without_evidence"`
	Tables        map[string][]Row `json:"tables"`
	Ablation      []Ablation       `json:"ablation,omitempty"`
	Abstention    *Abstention      `json:"abstention,omitempty"`
	Silence       *Silence         `json:"silence,omitempty"`
	Contexts      []Contexts       `json:"contexts,omitempty"`
	Otherwise     []Manner         `json:"put_otherwise,omitempty"`
	Situations    *Situations      `json:"situations,omitempty"`

	order []string
}

// Ablation is what is left without a group of signals.
type Ablation struct {
	Without string  `json:"without"`
	Recall  float64 `json:"recall_at_10"`
	NDCG    float64 `json:"ndcg_at_10"`
}

func (r *Report) add(name string, rows []Row) {
	if r.Tables == nil {
		r.Tables = map[string][]Row{}
	}
	r.Tables[name] = rows
	r.order = append(r.order, name)
}

// write prints the report as text or JSON.
func (r *Report) write(w io.Writer, asJSON bool) error {
	if asJSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(r)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d conversations, %d turns, %d questions without evidence left out; profile %s\n",
		r.Data, r.Conversations, r.Turns, r.Skipped, r.Profile)
	for _, name := range r.order {
		fmt.Fprintf(&b, "\n%s\n%-14s %9s %8s %8s %8s\n", name, "category", "questions", "R@10", "nDCG@10", "first")
		for _, row := range r.Tables[name] {
			fmt.Fprintf(&b, "%-14s %9d %8.3f %8.3f %8.3f\n", row.Category, row.Questions, row.Recall, row.NDCG, row.Hit)
		}
	}
	if len(r.Ablation) > 0 {
		fmt.Fprintf(&b, "\nwithout a group of signals\n%-28s %8s %8s\n", "group", "R@10", "nDCG@10")
		for _, a := range r.Ablation {
			fmt.Fprintf(&b, "%-28s %8.3f %8.3f\n", a.Without, a.Recall, a.NDCG)
		}
	}
	if a := r.Abstention; a != nil {
		fmt.Fprintf(&b, "\nabstention: %d foreign questions\n", a.Foreign)
		fmt.Fprintf(&b, "floor %.3f keeps %.3f of the hits and answers %.3f with nothing\n", a.Floor, a.KeptHits, a.Silent)
		fmt.Fprintf(&b, "the profile's floor %.3f keeps %.3f and answers %.3f with nothing\n", a.ProfileFloor, a.ProfileKeptHits, a.ProfileSilent)
	}
	if s := r.Silence; s != nil {
		fmt.Fprintf(&b, "\nthrough the front door, at its own floor: %.3f of the own questions get an answer", s.Own)
		if s.Foreign != nil {
			fmt.Fprintf(&b, ", %.3f of the foreign ones none", *s.Foreign)
		}
		if s.Never != nil {
			fmt.Fprintf(&b, ", %.3f of those about what nobody said none", *s.Never)
		}
		b.WriteByte('\n')
	}
	if len(r.Contexts) > 0 {
		fmt.Fprintf(&b, "\nwhat stands in a context of a size\n%8s %8s %8s %8s %8s\n", "tokens", "used", "records", "evidence", "whole")
		for _, c := range r.Contexts {
			fmt.Fprintf(&b, "%8d %8.0f %8.1f %8.3f %8.3f\n", c.Tokens, c.Used, c.Records, c.Evidence, c.Whole)
		}
	}
	if len(r.Otherwise) > 0 {
		fmt.Fprintf(&b, "\nthe same questions put otherwise\n%8s %8s %8s %8s\n", "R@10", "nDCG@10", "own", "foreign")
		for _, m := range r.Otherwise {
			foreign := "-"
			if m.Foreign != nil {
				foreign = fmt.Sprintf("%.3f", *m.Foreign)
			}
			fmt.Fprintf(&b, "%8.3f %8.3f %8.3f %8s  %s\n", m.Recall, m.NDCG, m.Own, foreign, m.Name)
		}
	}
	if s := r.Situations; s != nil {
		row := total(s.Rows)
		fmt.Fprintf(&b, "\nexperiences like %d situations: R@10 %.3f, nDCG@10 %.3f, first %.3f; first option right %.3f, and one that worked %.3f; %.3f answered",
			row.Questions, row.Recall, row.NDCG, row.Hit, s.First, s.Solution, s.Answered)
		if s.Strange != nil {
			fmt.Fprintf(&b, ", %.3f of the strange ones not", *s.Strange)
		}
		fmt.Fprintf(&b, "\noutcomes: %.3f read as good or bad, %.3f the other way round; %.3f of the open ones as neither\n", s.Told, s.Misread, s.Untold)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// signalGroups are what ablation takes away together.
var signalGroups = []struct {
	name     string
	features []rank.Feature
}{
	{"words of the record", []rank.Feature{rank.WordsOwn}},
	{"words around, window, session", []rank.Feature{rank.WordsAround, rank.WordsWindow, rank.WordsSession}},
	{"meaning", []rank.Feature{rank.MeaningOwn, rank.MeaningPrevious, rank.MeaningWindow}},
	{"word coverage", []rank.Feature{
		rank.CoverOwn, rank.CoverPrevious, rank.CoverOwnScaled, rank.CoverWindowScaled, rank.RareOwn, rank.RareWindow,
	}},
	{"sequence and session", []rank.Feature{rank.Near2, rank.Near4, rank.AfterAsked, rank.SessionBest, rank.Smooth}},
	{"who said it", []rank.Feature{rank.Said}},
	{"dates", []rank.Feature{rank.DateNear, rank.DateTold}},
	{"kind of answer", []rank.Feature{rank.Answer}},
	{"shape of the record", []rank.Feature{
		rank.Asks, rank.AfterQuestion, rank.FirstPerson, rank.Told, rank.Length, rank.Opens,
	}},
}

// ablate measures the profile without each group, its other weights unchanged.
func ablate(p *rank.Profile, cases []*Case) ([]Ablation, error) {
	var out []Ablation
	for _, g := range signalGroups {
		q := *p
		q.First = without(p.First, g.features)
		q.Weights = map[string]rank.Weights{}
		for gate, w := range p.Weights {
			q.Weights[gate] = without(w, g.features)
		}
		if err := q.Compile(); err != nil {
			return nil, err
		}
		row := total(Table(cases, ranked(&q)))
		out = append(out, Ablation{g.name, row.Recall, row.NDCG})
	}
	return out, nil
}

func without(w rank.Weights, features []rank.Feature) rank.Weights {
	out := rank.Weights{}
	for name, x := range w {
		if f, ok := rank.ParseFeature(name); !ok || !slices.Contains(features, f) {
			out[name] = x
		}
	}
	return out
}

// misses writes the questions whose evidence was not all among the first ten, with what came instead.
func misses(w io.Writer, p *rank.Profile, cases []*Case) error {
	var b strings.Builder
	zero := 0.0
	for _, c := range cases {
		r := p.Rank(c.Question, c.Candidates, rank.Options{K: len(c.Candidates), Floor: &zero})
		place := map[string]int{}
		for i, h := range r.Hits {
			place[c.Agent.Turn(h.ID)] = i + 1
		}
		if !missed(c, place) {
			continue
		}
		fmt.Fprintf(&b, "\n[%s, category %d] %s\n", c.Conversation.ID, c.Probe.Category, c.Probe.Question)
		for _, t := range c.Conversation.Turns {
			if c.Probe.Evidence[t.ID] {
				fmt.Fprintf(&b, "  gold %4d  %s %s: %s\n", place[t.ID], t.ID, t.Speaker, clip(body(&t)))
			}
		}
		for _, t := range c.Conversation.Turns {
			if n := place[t.ID]; n > 0 && n <= 5 && !c.Probe.Evidence[t.ID] {
				fmt.Fprintf(&b, "  came %4d  %s %s: %s\n", n, t.ID, t.Speaker, clip(body(&t)))
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func missed(c *Case, place map[string]int) bool {
	for id := range c.Probe.Evidence {
		if n := place[id]; n == 0 || n > depth {
			return true
		}
	}
	return false
}

// clip shortens a text to a line.
func clip(s string) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return string(r)
}
