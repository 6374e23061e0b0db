package llm

import (
	"context"
	"errors"
	"time"

	"github.com/lukasadb/lukasa/internal/openai"
)

// Errors of a [Model], wrapped with the details.
var (
	// ErrInput: the question cannot be asked. The text names the field.
	ErrInput = errors.New("llm: invalid input")
	// ErrRefused: the model declines to answer.
	ErrRefused = errors.New("llm: refused")
	// ErrInvalidAnswer: the model's answer is not what was asked for, after all
	// repairs.
	ErrInvalidAnswer = errors.New("llm: invalid answer")
	// ErrBudget: asking would exceed the budget. Nothing was sent.
	ErrBudget = errors.New("llm: budget exhausted")
	// ErrPanic: the model panicked.
	ErrPanic = errors.New("llm: panic")
	// ErrConfig: the configuration cannot work.
	ErrConfig = openai.ErrConfig
	// ErrUnavailable: the server could not be reached or was overloaded, after
	// all retries.
	ErrUnavailable = openai.ErrUnavailable
	// ErrRejected: the server refuses the request, and will again.
	ErrRejected = openai.ErrRejected
	// ErrMalformed: the server's answer is not what the API documents.
	ErrMalformed = openai.ErrMalformed
)

// Model answers three kinds of questions about passages. Implementations are
// safe for concurrent use, keep invariant M1 and return the errors above.
type Model interface {
	// Name identifies the model in the records that it helped to make.
	Name() string
	// Extract finds statements of given kinds.
	Extract(ctx context.Context, q Extraction) (Extracted, error)
	// Judge picks one of given choices.
	Judge(ctx context.Context, q Question) (Verdict, error)
	// Summarise condenses, with citations.
	Summarise(ctx context.Context, q Digest) (Summary, error)
}

// Passage is a piece of text to read. Only Text is required.
type Passage struct {
	Speaker string
	Time    time.Time
	Text    string
}

// Option is one kind of statement or one choice: its name, which comes back in
// the answer, and what it means.
type Option struct {
	Name, Meaning string
}

// Extraction asks for statements.
type Extraction struct {
	// Passages to read. Required.
	Passages []Passage
	// Kinds of statements to look for. Required; names are distinct.
	Kinds []Option
	// Max is the largest number of statements. Default 20.
	Max int
}

// Extracted is the answer to an [Extraction].
type Extracted struct {
	// Statements that held against their passages, at most Max.
	Statements []Statement
	// Rejected says, for each statement that did not, why.
	Rejected []string
}

// Statement is one thing that a passage says.
type Statement struct {
	// Kind is the name of one of the kinds asked for.
	Kind string
	// Text says it in one sentence that can be read alone.
	Text string
	// Subject, Predicate and Object say it as a triple. Any may be empty.
	Subject, Predicate, Object string
	// Confidence that the passage says so, 0 to 1.
	Confidence float64
	// Passage is the index of the passage, and Start to End the bytes of its
	// text that say so.
	Passage, Start, End int
}

// Question asks to choose.
type Question struct {
	// Ask is the question, in a sentence. Required.
	Ask string
	// Choices to pick from. At least two; names are distinct.
	Choices []Option
	// Passages that the question is about.
	Passages []Passage
}

// Verdict is the answer to a [Question].
type Verdict struct {
	// Choice is the name of one of the choices.
	Choice string
	// Confidence in it, 0 to 1.
	Confidence float64
	// Reason in a sentence or two; at most 1,000 bytes.
	Reason string
}

// Digest asks for a summary.
type Digest struct {
	// Passages to read. Required.
	Passages []Passage
	// Focus says what to keep, for example "what the customer was promised".
	// Default: whatever matters later.
	Focus string
	// MaxWords bounds the text. Default 150.
	MaxWords int
	// MaxPoints bounds the points. Default 8.
	MaxPoints int
}

// Summary is the answer to a [Digest].
type Summary struct {
	// Text of at most MaxWords words and a third more.
	Text string
	// Points are the key facts, at most MaxPoints.
	Points []Point
	// Topics, in a word or two each; at most 10.
	Topics []string
	// Rejected says, for each point that cited no passage, why.
	Rejected []string
}

// Point is a key fact and the passages that say so.
type Point struct {
	Text string
	// Passages are indexes of [Digest.Passages]; at least one, ascending.
	Passages []int
}
