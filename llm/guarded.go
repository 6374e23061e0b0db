package llm

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Guarded returns a model that fails with [ErrPanic] where m panics: a memory also
// asks it in the background, where no caller could recover. A summary that has no
// text, or none that could be stored, is [ErrInvalidAnswer]. Nil stays nil.
func Guarded(m Model) Model {
	if _, is := m.(guarded); is || m == nil {
		return m
	}
	return guarded{m}
}

type guarded struct{ Model }

func (g guarded) Extract(ctx context.Context, q Extraction) (found Extracted, err error) {
	defer recovered(&err)
	return g.Model.Extract(ctx, q)
}

func (g guarded) Judge(ctx context.Context, q Question) (verdict Verdict, err error) {
	defer recovered(&err)
	return g.Model.Judge(ctx, q)
}

func (g guarded) Summarise(ctx context.Context, q Digest) (sum Summary, err error) {
	defer recovered(&err)
	sum, err = g.Model.Summarise(ctx, q)
	if err == nil {
		err = sum.sound()
	}
	return sum, err
}

// sound tells what is wrong with the texts of a summary, if anything is.
func (s *Summary) sound() error {
	if strings.TrimSpace(s.Text) == "" {
		return fmt.Errorf("%w: summary: empty", ErrInvalidAnswer)
	}
	texts := append([]string{s.Text}, s.Topics...)
	for _, p := range s.Points {
		texts = append(texts, p.Text)
	}
	for _, t := range texts {
		if !utf8.ValidString(t) || strings.ContainsRune(t, 0) {
			return fmt.Errorf("%w: summary: %q is not a text", ErrInvalidAnswer, t)
		}
	}
	return nil
}

// recovered is deferred: it makes an error of a panic.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%w: %v", ErrPanic, p)
	}
}
