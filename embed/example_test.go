package embed_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/lukasadb/lukasa/embed"
)

// A function of one's own is an embedder in one line. Checked scales its rows
// and refuses what is not a vector.
func ExampleFunc() {
	vowels := func(_ context.Context, texts []string) ([][]float32, error) {
		rows := make([][]float32, len(texts))
		for i, text := range texts {
			rows[i] = []float32{float32(strings.Count(text, "a")), float32(strings.Count(text, "e"))}
		}
		return rows, nil
	}
	e, err := embed.Checked(embed.Func(embed.Model{Name: "vowels", Dim: 2}, vowels))
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := e.EmbedDocuments(context.Background(), []string{"banana leaves and tea leaves eee", "hmm"})
	fmt.Println(len(rows), len(rows[0]), rows[1] == nil, err)
	fmt.Println(e.Model().ID())
	// Output:
	// 2 2 true <nil>
	// vowels/2
}

// Any server that speaks OpenAI's API: here Ollama, with the prefixes that its
// model was trained with.
func ExampleDial() {
	e, err := embed.Dial(context.Background(), embed.Remote{
		Model:          "nomic-embed-text",
		BaseURL:        "http://localhost:11434/v1",
		Dim:            768,
		DocumentPrefix: "search_document: ",
		QueryPrefix:    "search_query: ",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Model().ID())
	// Output:
	// nomic-embed-text/768
}
