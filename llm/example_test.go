package llm_test

import (
	"context"
	"fmt"

	"github.com/lukasadb/lukasa/llm"
)

// A model on this machine, within a budget, with a cache.
func ExampleDial() {
	budget := llm.NewBudget(1000, 2_000_000)
	model, err := llm.Dial(llm.Remote{
		Model:   "qwen3:8b",
		BaseURL: "http://localhost:11434/v1",
		Budget:  budget,
		Cache:   llm.NewCache(1000),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	verdict, err := model.Judge(context.Background(), llm.Question{
		Ask:      "Does the second passage replace the first?",
		Choices:  []llm.Option{{Name: "replaces"}, {Name: "adds"}, {Name: "repeats"}},
		Passages: []llm.Passage{{Text: "The shop closes at nine."}, {Text: "The shop now closes at ten."}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(verdict.Choice, verdict.Confidence, verdict.Reason)
}
