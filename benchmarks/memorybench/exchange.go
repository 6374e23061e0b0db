package memorybench

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/store"
)

// exchange is what peers are given, in files: see memory.py of package peers.
type exchange struct {
	bench     *Bench
	dir       string
	questions []asked
	rows      map[lukasa.ID]uint32 // of every record
}

// asked is a question of the peers, drawn from a record.
type asked struct {
	Agent string `json:"agent"`
	Word  string `json:"word"`
	Words string `json:"words"`
	Row   uint32 `json:"row"`

	id     lukasa.ID
	vector []float32
	truth  []uint32  // the nearest rows of the agent, best first
	scores []float32 // of them
}

// write draws the questions, and writes them, all records with their vectors,
// and what is truly nearest.
func (x *exchange) write(ctx context.Context) error {
	if err := x.draw(ctx); err != nil {
		return err
	}
	if err := x.records(ctx); err != nil {
		return err
	}
	return x.answers()
}

// draw picks records with a plain word and a vector to ask for.
func (x *exchange) draw(ctx context.Context) error {
	const most = 200
	for tries := 0; len(x.questions) < min(most, x.bench.Queries) && tries < 100*most; tries++ {
		k := x.bench.pick()
		q := asked{Agent: k.Agent, Word: plainWord(k.Text), Words: k.words(), id: k.ID}
		made, err := static.New().EmbedQueries(ctx, []string{q.Words})
		if err != nil {
			return err
		}
		if q.vector = made[0]; q.Word != "" && slices.Max(q.vector) > 0 {
			x.questions = append(x.questions, q)
		}
	}
	if len(x.questions) == 0 {
		return errors.New("memorybench: no record has a word to ask for")
	}
	return nil
}

// plainWord is the first word of letters alone, after the record's number, that
// every tokeniser takes for one.
func plainWord(text string) string {
	words := strings.Fields(text)
	for _, w := range words[min(2, len(words)):] {
		if len(w) > 3 && !strings.ContainsFunc(w, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) }) {
			return w
		}
	}
	return ""
}

// records writes the records agent by agent.
func (x *exchange) records(ctx context.Context) (err error) {
	texts, err := os.Create(filepath.Join(x.dir, "records.jsonl"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, texts.Close()) }()
	vectors, err := os.Create(filepath.Join(x.dir, "vectors.f32"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, vectors.Close()) }()
	agents, err := x.bench.mem.Agents(ctx)
	if err != nil {
		return err
	}
	x.rows = map[lukasa.ID]uint32{}
	t, v := bufio.NewWriter(texts), bufio.NewWriter(vectors)
	for _, a := range agents {
		if err := x.agent(ctx, a.Name, json.NewEncoder(t), v); err != nil {
			return err
		}
	}
	return errors.Join(t.Flush(), v.Flush())
}

// agent writes the records of one agent, and looks which of them are nearest to
// its questions.
func (x *exchange) agent(ctx context.Context, name string, texts *json.Encoder, vectors *bufio.Writer) error {
	var mine []*asked
	for i := range x.questions {
		if x.questions[i].Agent == name {
			mine = append(mine, &x.questions[i])
		}
	}
	embedder := static.New()
	var of [static.Dim]float32
	for e, err := range x.bench.mem.All(ctx, lukasa.Filter{Agents: []string{name}}) {
		if err != nil {
			return err
		}
		row := uint32(len(x.rows))
		x.rows[e.ID] = row
		text := store.EmbeddingText(&e)
		embedder.Embed(&of, text)
		for _, q := range mine {
			if q.id == e.ID {
				q.Row = row
			}
			q.consider(row, of[:])
		}
		if err := texts.Encode(map[string]string{"agent": name, "text": text}); err != nil {
			return err
		}
		if err := binary.Write(vectors, binary.LittleEndian, of[:]); err != nil {
			return err
		}
	}
	return nil
}

// consider keeps a row that is among the nearest so far.
func (q *asked) consider(row uint32, vector []float32) {
	var score float32
	for i, v := range vector {
		score += v * q.vector[i]
	}
	at, _ := slices.BinarySearchFunc(q.scores, score, func(a, b float32) int {
		if a >= b {
			return -1
		}
		return 1
	})
	if at == top {
		return
	}
	q.scores, q.truth = slices.Insert(q.scores, at, score), slices.Insert(q.truth, at, row)
	if len(q.truth) > top {
		q.scores, q.truth = q.scores[:top], q.truth[:top]
	}
}

// answers writes the questions, their vectors and their true neighbours.
func (x *exchange) answers() error {
	var texts, vectors, truth []byte
	for _, q := range x.questions {
		line, err := json.Marshal(q)
		if err != nil {
			return err
		}
		texts = append(append(texts, line...), '\n')
		vectors = append(vectors, store.EncodeVector(q.vector)...)
		for i := range top {
			row := uint32(math.MaxUint32)
			if i < len(q.truth) {
				row = q.truth[i]
			}
			truth = binary.LittleEndian.AppendUint32(truth, row)
		}
	}
	write := func(name string, text []byte) error { return os.WriteFile(filepath.Join(x.dir, name), text, 0o644) }
	return errors.Join(write("questions.jsonl", texts), write("questions.f32", vectors), write("truth.u32", truth))
}
