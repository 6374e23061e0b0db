package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/reeflective/readline"
	"github.com/reeflective/readline/inputrc"
	"golang.org/x/term"

	"github.com/lukasadb/lukasa/cmd/lukasa/terminal"
)

// converse reads statements from a person until :quit, Ctrl-D or the end of ctx.
func (s *Shell) converse(ctx context.Context) error {
	editor := s.editor(ctx)
	for ctx.Err() == nil {
		text, err := ask(ctx, editor)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, readline.ErrInterrupt):
			continue // Ctrl-C at the prompt drops what was typed
		case err != nil:
			return err
		}
		if quit := s.obey(ctx, text); quit {
			return nil
		}
	}
	return context.Cause(ctx)
}

// typed is what a person typed, or why they did not.
type typed struct {
	text string
	err  error
}

// ask waits for what a person types, or for the end of ctx: the editor cannot be told to stop, so
// that it is left behind, and the terminal is put back as it was.
func ask(ctx context.Context, editor *readline.Shell) (string, error) {
	before, noTerminal := term.GetState(int(os.Stdin.Fd()))
	answer := make(chan typed, 1)
	go func() {
		text, err := editor.Readline()
		answer <- typed{text, err}
	}()
	select {
	case got := <-answer:
		return got.text, got.err
	case <-ctx.Done():
	}
	if noTerminal == nil {
		_ = term.Restore(int(os.Stdin.Fd()), before)
		fmt.Fprint(os.Stdout, asBefore)
	}
	return "", context.Cause(ctx)
}

// asBefore ends the paste mode that the editor asked of the terminal, shows the cursor, and begins a line.
const asBefore = "\x1b[?2004l\x1b[?25h\r\n"

// obey runs what was typed, and tells what went wrong with it.
func (s *Shell) obey(ctx context.Context, text string) (quit bool) {
	for st, err := range Statements(strings.NewReader(text)) {
		if err == nil {
			err = s.run(ctx, st)
		}
		if errors.Is(err, errQuit) {
			return true
		}
		switch {
		case err == nil:
			continue
		case errors.Is(err, terminal.ErrInterrupted):
			s.tell("interrupted")
		case !errors.Is(err, ErrFailed):
			s.tell("error: %s", Complaint(st.Text, err))
		}
		return false
	}
	return false
}

// editor sets up the line editor.
func (s *Shell) editor(ctx context.Context) *readline.Shell {
	editor := readline.NewShell(inputrc.WithName("lukasa"))
	for name, value := range map[string]any{
		"cursor-position-probe":        false, // some terminals never answer it
		"menu-complete-display-prefix": true,
		"multiline-column":             true, // which shows the secondary prompt
		"history-autosuggest":          s.streams.Colour,
		"completion-ignore-case":       true,
		"enable-bracketed-paste":       true,
	} {
		_ = editor.Config.Set(name, value)
	}
	editor.Prompt.Primary(func() string { return s.options.Prompt })
	editor.Prompt.Secondary(func() string { return strings.Repeat(" ", max(0, len(s.options.Prompt)-5)) + "...> " })
	editor.AcceptMultiline = func(line []rune) bool { return Finished(string(line)) }
	if s.streams.Colour {
		h := newHighlighter()
		editor.SyntaxHighlighter = func(line []rune) string { return h.colour(string(line)) }
	}
	editor.Completer = func(line []rune, cursor int) readline.Completions {
		return s.suggest(ctx, string(line[:min(cursor, len(line))]))
	}
	if s.options.History != "" && prepareHistory(s.options.History) == nil {
		editor.History.AddFromFile("history", s.options.History)
	}
	return editor
}

// suggest completes what was typed, for the line editor. Without a catalogue it
// knows the language alone.
func (s *Shell) suggest(ctx context.Context, text string) readline.Completions {
	catalog, err := s.engine.Catalog(ctx)
	if err != nil {
		catalog = Catalog{}
	}
	word, suggestions := complete(text, catalog, s.params)
	groups := map[string][]string{}
	var order []string
	for _, sg := range suggestions {
		if groups[sg.Group] == nil {
			order = append(order, sg.Group)
		}
		groups[sg.Group] = append(groups[sg.Group], sg.Text, brief(sg.Detail))
	}
	all := readline.CompleteValues()
	for _, group := range order {
		all = all.Merge(readline.CompleteValuesDescribed(groups[group]...).Tag(group))
	}
	all = all.DisplayList("command")
	all.PREFIX = word
	if word == "" {
		// Without a prefix the editor takes all that stands before the cursor up to
		// a space for one, so it is told that this stays.
		all.PREFIX = text[strings.LastIndexFunc(text, unicode.IsSpace)+1:]
		all = all.Prefix(all.PREFIX)
	}
	return all
}

// prepareHistory makes sure that the history file exists and is its owner's
// alone (H4).
func prepareHistory(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Chmod(0o600)
}
