package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

const configHelp = `Show and change the configuration of the agent: how confidence fades, how many insights
are kept, when a session is summed up. Keys are group.field; "config list" shows them all
with their values and bounds.

What the agent does not set comes from the store (--everyone), and what the store does not
set has its default. Values of before stay in history.`

type configOptions struct {
	factory  *factory
	args     []string
	everyone bool
}

func newConfig(f *factory, _ func(context.Context, *configOptions) error) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "config",
		Short:   "Show and change the configuration",
		Long:    configHelp,
		GroupID: groupUpkeep,
		Args:    noWords,
		RunE:    showHelp,
	}
	verb := func(use, short, example string, args cobra.PositionalArgs, keys keyPlaces, changes bool, run func(context.Context, *configOptions) error) {
		opts := &configOptions{factory: f}
		sub := &cobra.Command{
			Use: use, Short: short, Example: example, Args: wants(args), ValidArgsFunction: completeKeys(keys),
			RunE: func(cmd *cobra.Command, args []string) error {
				opts.args = args
				err := run(cmd.Context(), opts)
				if errors.Is(err, lukasa.ErrConfigKey) {
					err = fmt.Errorf("%w; \"config list\" shows them", err)
				}
				return err
			},
		}
		if changes {
			sub.Flags().BoolVar(&opts.everyone, "everyone", false, "for every agent of the store that has no value of its own")
		}
		cmd.AddCommand(sub)
	}
	verb("list", "List every key with its value, where it comes from and its bounds", "", noWords, nil, false, configListRun)
	verb("get KEY", "Show the value of one key", "  lukasa config get decay.default_rate_per_day", cobra.ExactArgs(1), keyFirst, false, configGetRun)
	verb("set KEY VALUE [KEY VALUE...]", "Set keys, all of them or none", "  lukasa config set insights.limit 80 insights.consolidate_at 60",
		cobra.MinimumNArgs(2), keyInPairs, true, configSetRun)
	verb("reset KEY...", "Take keys or groups back to their defaults", "  lukasa config reset insights", cobra.MinimumNArgs(1), keyAnywhere, true, configResetRun)
	verb("history KEY", "Show what a key was set to, newest first", "", cobra.ExactArgs(1), keyFirst, false, configHistoryRun)
	return cmd
}

// keyPlaces tells whether a verb's next argument is a key, by how many there are. Nil:
// it takes none.
type keyPlaces func(args int) bool

func keyFirst(args int) bool   { return args == 0 }
func keyAnywhere(int) bool     { return true }
func keyInPairs(args int) bool { return args%2 == 0 }

// completeKeys offers keys where a verb takes one.
func completeKeys(places keyPlaces) completer {
	return func(_ *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
		if places != nil && places(len(args)) {
			for _, k := range lukasa.ConfigKeys() {
				names = append(names, k.Name)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

func configValues() view[lukasa.ConfigValue] {
	return view[lukasa.ConfigValue]{
		columns: []string{"key", "value", "from", "default", "bounds", "about"},
		row: func(v lukasa.ConfigValue) []any {
			return []any{v.Name, v.Value, v.From, v.Default, bounds(v.ConfigKey), v.About}
		},
	}
}

// bounds writes what values a key takes.
func bounds(k lukasa.ConfigKey) string {
	switch k.Default.(type) {
	case string:
		return strings.Join(k.Choices, ", ")
	case int:
		return fmt.Sprintf("%.0f to %.0f", k.Low, k.High)
	}
	return fmt.Sprintf("%g to %g", k.Low, k.High)
}

func configListRun(ctx context.Context, opts *configOptions) error {
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		values, err := m.ConfigValues(ctx)
		if err != nil {
			return err
		}
		_, err = show(opts.factory, configValues(), each(values))
		return err
	})
}

func configGetRun(ctx context.Context, opts *configOptions) error {
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		values, err := m.ConfigValues(ctx)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(values, func(v lukasa.ConfigValue) bool { return v.Name == opts.args[0] })
		if at < 0 {
			return fmt.Errorf("%w: %q", lukasa.ErrConfigKey, opts.args[0])
		}
		return showOne(opts.factory, configValues(), values[at])
	})
}

func configSetRun(ctx context.Context, opts *configOptions) error {
	if len(opts.args)%2 != 0 {
		return usagef("config set: %q has no value", opts.args[len(opts.args)-1])
	}
	values := map[string]any{}
	for pair := range slices.Chunk(opts.args, 2) {
		if _, twice := values[pair[0]]; twice {
			return usagef("config set: %q is named twice", pair[0])
		}
		values[pair[0]] = configValue(pair[0], pair[1])
	}
	f := opts.factory
	return f.with(ctx, true, func(m *lukasa.Memory) error {
		set := m.SetConfig
		if opts.everyone {
			set = m.SetStoreConfig
		}
		if err := set(ctx, values); err != nil {
			return err
		}
		return f.did(deed{Did: "config set", Keys: slices.Sorted(maps.Keys(values))})
	})
}

// configValue reads a value as its key's type has it: a text as it stands, and
// everything else as JSON.
func configValue(name, text string) any {
	isText := slices.ContainsFunc(lukasa.ConfigKeys(), func(k lukasa.ConfigKey) bool {
		_, is := k.Default.(string)
		return is && k.Name == name
	})
	if !isText && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return text
}

func configResetRun(ctx context.Context, opts *configOptions) error {
	f := opts.factory
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		reset := m.ResetConfig
		if opts.everyone {
			reset = m.ResetStoreConfig
		}
		if err := reset(ctx, opts.args...); err != nil {
			return err
		}
		return f.did(deed{Did: "config reset", Keys: slices.Sorted(slices.Values(opts.args))})
	})
}

func configHistoryRun(ctx context.Context, opts *configOptions) error {
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		changes, err := m.ConfigHistory(ctx, opts.args[0])
		if err != nil {
			return err
		}
		_, err = show(opts.factory, view[lukasa.ConfigChange]{
			columns: []string{"written", "value", "for"},
			row:     func(c lukasa.ConfigChange) []any { return []any{c.Written, c.Value, c.From} },
		}, each(changes))
		return err
	})
}
