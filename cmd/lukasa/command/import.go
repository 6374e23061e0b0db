package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/terminal"
)

const shownErrors = 10 // of the lines that failed, and of the fields that are kept

type importOptions struct {
	factory *factory
	file    string // "-" is the standard input

	format     string
	chat       lukasa.ChatLog
	how        lukasa.Import
	errors     string
	checkpoint string

	failed []lukasa.LineError // up to the checkpoint, by earlier runs
}

func newImport(f *factory, runF func(context.Context, *importOptions) error) *cobra.Command {
	opts := &importOptions{factory: f}
	if runF == nil {
		runF = importRun
	}
	cmd := &cobra.Command{
		Use:   "import [FILE]",
		Short: "Read records from JSON lines or from a chat log",
		Long: `Read records, one JSON object a line, from a file or the standard input, plain or gzipped:
Lukasa's own export (--format jsonl) or a chat log (--format chat), whose fields the
--...-field flags name.

Lines that cannot be imported are told and left out; the others are imported, and the exit
status is then 1. Fields that a record does not have are kept in its metadata, and told;
--strict refuses them. What comes from elsewhere is brought into the fields of a record by
jq: content, timestamp, session, and of a message its role (user, assistant, system or
tool) and user_id. Whatever has no time is of now.

Importing a line twice does no harm: what is known is reinforced. An import that was
interrupted goes on where it stopped with --checkpoint FILE, which keeps how far it has
come, or with --skip; --errors FILE keeps what failed before, too. What imported messages
teach is learned by "lukasa learn".`,
		Example: `  lukasa import backup.jsonl.gz
  jq -c '.[] | {role, content, session: "monday"}' messages.json | lukasa import
  zcat irc.gz | lukasa import --format chat --agent-field nick --content-field text --session-field day`,
		GroupID: groupWrite,
		Args:    wants(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.file = "-"
			if len(args) == 1 {
				opts.file = args[0]
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.format, "format", "jsonl", "jsonl or chat")
	flags.StringVar(&opts.chat.Agent, "agent-field", "", "of a chat log: the field with the agent (default nick)")
	flags.StringVar(&opts.chat.Time, "time-field", "", "of a chat log: the field with the time, ISO 8601 (without a zone UTC) or seconds or milliseconds since 1970 (default time)")
	flags.StringVar(&opts.chat.Text, "content-field", "", "of a chat log: the field with the message (default text)")
	flags.StringVar(&opts.chat.Speaker, "speaker-field", "", "of a chat log: the field with who spoke (default the agent's)")
	flags.StringVar(&opts.chat.Session, "session-field", "", "of a chat log: the field with the session, or \"day\" for one a day (default day)")
	flags.BoolVar(&opts.how.Strict, "strict", false, "refuse lines with unknown fields")
	flags.IntVar(&opts.how.Skip, "skip", 0, "leave out that many lines at the start")
	flags.StringVar(&opts.errors, "errors", "", "write the lines that failed to this file, as JSON lines")
	flags.StringVar(&opts.checkpoint, "checkpoint", "", "keep in this file how far the import has come, and go on from there")
	return cmd
}

func importRun(ctx context.Context, opts *importOptions) error {
	if err := opts.settle(); err != nil {
		return err
	}
	input, size, closeInput, err := opts.open()
	if err != nil {
		return err
	}
	defer closeInput()
	f := opts.factory
	return f.with(ctx, true, func(m *lukasa.Memory) error {
		progress := f.streams.Progress("import", size, terminal.Bytes)
		defer progress.Close()
		var broken error // of the checkpoint
		opts.how.Progress = func(done lukasa.Imported) {
			if opts.checkpoint != "" && broken == nil {
				broken = opts.keep(done)
			}
		}
		done, err := m.Import(ctx, progress.Reader(input), opts.how)
		progress.Close()
		return opts.report(done, errors.Join(err, broken))
	})
}

// settle checks the flags and reads the checkpoint.
func (o *importOptions) settle() error {
	switch o.format {
	case "chat":
		o.how.Chat = &o.chat
	case "jsonl":
		if o.chat != (lukasa.ChatLog{}) {
			return usagef("--format jsonl: the field flags are for --format chat")
		}
	default:
		return usagef("--format: %q, want jsonl or chat", o.format)
	}
	if o.how.Skip < 0 {
		return usagef("--skip: %d, want 0 or more", o.how.Skip)
	}
	if o.checkpoint == "" {
		return nil
	}
	lines, err := readCheckpoint(o.checkpoint)
	if err == nil && o.errors != "" && lines > 0 {
		o.failed, err = readErrors(o.errors, lines)
	}
	o.how.Skip = max(o.how.Skip, lines)
	return err
}

// keep writes how far an import has come, and before it what failed until there: a line that is
// not read again must not be missing in the list.
func (o *importOptions) keep(done lukasa.Imported) error {
	if o.errors != "" {
		if err := o.writeErrors(done.Errors); err != nil {
			return err
		}
	}
	return replaceFile(o.checkpoint, []byte(strconv.Itoa(done.Lines)+"\n"))
}

// open opens the input; its size is -1 where it is not known.
func (o *importOptions) open() (input io.Reader, size int64, done func(), err error) {
	if o.file == "-" {
		return o.factory.streams.In, -1, func() {}, nil
	}
	file, err := os.Open(o.file)
	if err != nil {
		return nil, 0, nil, err
	}
	size = -1
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	return file, size, func() { _ = file.Close() }, nil
}

// report shows what an import did, and where it stopped if it did not finish.
func (o *importOptions) report(done lukasa.Imported, err error) error {
	f := o.factory
	shown := showOne(f, view[lukasa.Imported]{
		columns: []string{"lines", "records", "reinforced", "known", "objects", "failed"},
		row: func(i lukasa.Imported) []any {
			return []any{i.Lines, i.Records, i.Reinforced, i.Known, i.Objects, i.Failed}
		},
	}, done)
	if o.errors != "" {
		shown = errors.Join(shown, o.writeErrors(done.Errors))
	} else {
		o.tellErrors(done.Errors)
	}
	o.tellKept(done.Kept)
	if err != nil {
		if done.Lines > 0 {
			f.tell("stopped after line %d; --skip %d goes on from there", done.Lines, done.Lines)
		}
		return errors.Join(err, shown)
	}
	if done.Failed > 0 {
		return errors.Join(shown, fmt.Errorf("%d of %d lines were not imported", done.Failed, done.Lines))
	}
	return shown
}

// tellErrors tells the first lines that failed, and how to bring what is no line of JSON
// into that form.
func (o *importOptions) tellErrors(list []lukasa.LineError) {
	tell := o.factory.tell
	for _, e := range list[:min(len(list), shownErrors)] {
		tell("line %d: %s", e.Line, e.Reason)
	}
	if slices.ContainsFunc(list, func(e lukasa.LineError) bool { return e.Field == "" }) {
		tell("each line is to be one JSON object: of a list of them, jq -c '.[]' makes such lines, of one over several lines jq -c .")
	}
}

// tellKept tells which fields went into the metadata, and which of a record's they may be.
func (o *importOptions) tellKept(kept map[string]int) {
	names := slices.Sorted(maps.Keys(kept))
	for i, name := range names {
		if i == shownErrors {
			o.factory.tell("and %d other fields are kept in metadata", len(names)-i)
			return
		}
		instead := ""
		if field := lukasa.FieldMeant(name); field != "" {
			instead = "; if it is the " + field + ", name it so"
		}
		o.factory.tell("%q is no field of a record, and kept in metadata (%d)%s", name, kept[name], instead)
	}
}

// writeErrors writes the lines that failed, one JSON object a line, behind those of earlier runs.
func (o *importOptions) writeErrors(list []lukasa.LineError) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	for _, line := range slices.Concat(o.failed, list) {
		if err := e.Encode(line); err != nil {
			return err
		}
	}
	return replaceFile(o.errors, b.Bytes())
}

// readErrors reads those of the first lines that an earlier run wrote, if it wrote any.
func readErrors(path string, lines int) (list []lukasa.LineError, err error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for text := range bytes.Lines(data) {
		var line lukasa.LineError
		if json.Unmarshal(text, &line) != nil || line.Line < 1 {
			return nil, usagef("--errors: %s holds something else than lines that failed", path)
		}
		if line.Line <= lines {
			list = append(list, line)
		}
	}
	return list, err
}

// replaceFile writes a file in one step, so that it is never half written. What is no file,
// such as a pipe, is written into.
func replaceFile(path string, data []byte) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, data, 0o600)
	}
	temporary := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".new")
	if err := os.WriteFile(temporary, data, 0o600); err != nil {
		return err
	}
	return os.Rename(temporary, path)
}

func readCheckpoint(path string) (lines int, err error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	lines, err = strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil || lines < 0 {
		return 0, usagef("--checkpoint: %s holds no number of lines", path)
	}
	return lines, nil
}
