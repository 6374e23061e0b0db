package embed

import "context"

// batchFunc is the shape of both methods of an [Embedder].
type batchFunc = func(ctx context.Context, texts []string) ([][]float32, error)

// Func makes an [Embedder] of a function, which embeds documents and queries
// alike and must be safe for concurrent use:
//
//	e := embed.Func(embed.Model{Name: "mine", Dim: 384}, myEncoder.Encode)
func Func(m Model, f func(ctx context.Context, texts []string) ([][]float32, error)) Embedder {
	return &funcEmbedder{model: m, documents: f, queries: f}
}

// FuncPair is [Func] for a model that embeds documents and queries differently.
func FuncPair(m Model, documents, queries func(ctx context.Context, texts []string) ([][]float32, error)) Embedder {
	return &funcEmbedder{model: m, documents: documents, queries: queries}
}

type funcEmbedder struct {
	model              Model
	documents, queries batchFunc
}

func (f *funcEmbedder) Model() Model { return f.model }

func (f *funcEmbedder) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	return f.documents(ctx, texts)
}

func (f *funcEmbedder) EmbedQueries(ctx context.Context, texts []string) ([][]float32, error) {
	return f.queries(ctx, texts)
}
