package static_test

import (
	"context"
	"fmt"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/embed/static"
)

// The built-in embedder, asked how near two texts are to a third. Cosines mean
// something only through the model's calibration.
func ExampleNew() {
	e, err := embed.Checked(static.New())
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := e.EmbedDocuments(context.Background(), []string{
		"A dog chased the cat.", "A puppy ran after a kitten.", "We booked a flight to Lisbon.",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range rows[1:] {
		var cosine float64
		for i, x := range rows[0] {
			cosine += float64(x) * float64(row[i])
		}
		fmt.Printf("%.2f %s\n", cosine, e.Model().Calibration.Relation(cosine))
	}
	// Output:
	// 0.63 similar
	// 0.12 unrelated
}

// Word by word: what of the query does a record cover, synonyms included?
func ExampleEmbedder_Coverage() {
	const query = "doctor friday"
	coverage := static.New().Coverage(query)
	scores := coverage.Best(nil, "My physician is away until the weekend.")
	for i, word := range coverage.Words() {
		fmt.Printf("%s %.2f\n", query[word.Start:word.End], scores[i])
	}
	// Output:
	// doctor 0.83
	// friday 0.69
}
