package command

import (
	"context"
	"maps"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

const (
	// offered bounds how many words the Tab key offers.
	offered = 50
	// lookedAt bounds how many records, newest first, are looked through for an id.
	lookedAt = 2000
	// completionTime bounds how long the Tab key may keep a person waiting.
	completionTime = 2 * time.Second
)

// completer offers words for the argument that is being typed.
type completer func(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective)

// addCompletions gives the verbs that name things of the store what completes
// them. Where the store is not there, or another process has it open, nothing is
// offered.
func addCompletions(root *cobra.Command, f *factory) {
	for path, complete := range completers(f) {
		if cmd, _, err := root.Find(strings.Fields(path)); err == nil {
			cmd.ValidArgsFunction = complete
		}
	}
	_ = root.RegisterFlagCompletionFunc("agent", f.completer(agentWords))
	for path, flags := range choices() {
		cmd, _, err := root.Find(strings.Fields(path))
		if err != nil {
			continue
		}
		for flag, words := range flags {
			_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

// choices lists, by verb and flag, the values of flags that have a few: shells offer
// names of files for the others.
func choices() map[string]map[string][]string {
	kinds, categories := texts(lukasa.Kinds()), texts(lukasa.Categories())
	personas, statuses := texts(lukasa.Personas()), texts(lukasa.Statuses())
	labels := map[string][]string{"kind": kinds, "category": categories, "persona": personas, "status": statuses}
	notes := map[string][]string{"kind": noteKinds}
	return map[string]map[string][]string{
		"find": labels, "recall": with(labels, "profile", lukasa.Profiles()), "why": {"profile": lukasa.Profiles()}, "forget": {"kind": kinds},
		"remember":      {"kind": kinds, "category": categories, "persona": personas, "ttl": {"session", "day", "week", "never"}},
		"memory recall": notes, "memory retain": notes,
		"import": {"format": {"jsonl", "chat"}}, "export": {"format": {"jsonl", "graphml", "neo4j", "parquet"}},
		"fact add": {"kind": {"fact", "opinion"}}, "conflicts resolve": {"outcome": {"both", "neither", "database"}},
		"facts":    {"type": lukasa.UserFactTypes()},
		"insights": {"category": lukasa.InsightCategories()},
		"verify":   {"verdict": {"confirmed", "contradicted", "rejected"}},
		"sweep":    {"expired": {"archive", "forget", "purge"}}, "merge": {"prefer": {"theirs"}},
	}
}

// with is a copy of the choices of some flags with those of one more.
func with(flags map[string][]string, flag string, words []string) map[string][]string {
	more := maps.Clone(flags)
	more[flag] = words
	return more
}

func texts[T ~string](values []T) []string {
	return turned(values, func(v T) string { return string(v) })
}

// completers lists the verbs that name records or entities.
func completers(f *factory) map[string]completer {
	records, entities := f.completer(recordWords), f.completer(entityWords)
	return map[string]completer{
		"get": records, "forget": records,
		"history": first(1, records), "follow": first(1, records), "why": first(1, records), "verify": first(1, records),
		"opinion show": first(1, records), "opinion reinforce": first(2, records), "opinion contradict": first(2, records),
		"entity": first(1, entities), "path": first(2, entities),
		"entity alias": first(1, entities), "entity merge": first(2, entities), "entity unmerge": first(1, entities),
		"fact add": first(1, entities), "fact list": first(1, entities), "fact history": first(1, entities),
	}
}

// first offers words for the first n arguments alone.
func first(n int, complete completer) completer {
	return func(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= n {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(cmd, args, begun)
	}
}

// completer opens the store for a list of words.
func (f *factory) completer(words func(context.Context, *lukasa.Memory, string) ([]string, error)) completer {
	return func(cmd *cobra.Command, _ []string, begun string) (found []string, _ cobra.ShellCompDirective) {
		ctx := cmd.Context()
		if ctx == nil {
			ctx = context.Background()
		}
		ctx, cancel := context.WithTimeout(ctx, completionTime)
		defer cancel()
		// No failure is told: the words would stand in the line that is being typed.
		_ = f.with(ctx, false, func(m *lukasa.Memory) (err error) {
			found, err = words(ctx, m, begun)
			return err
		})
		return found, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// recordWords are ids, newest first, each with what its record tells.
func recordWords(ctx context.Context, m *lukasa.Memory, begun string) (words []string, err error) {
	looked := 0
	for e, err := range m.All(ctx, lukasa.Filter{}) {
		if err != nil {
			return words, err
		}
		if id := e.ID.String(); strings.HasPrefix(id, begun) {
			words = append(words, described(id, story(e)))
		}
		if looked++; looked == lookedAt || len(words) == offered {
			break
		}
	}
	return words, nil
}

// entityWords are keys of entities, each with its name.
func entityWords(ctx context.Context, m *lukasa.Memory, begun string) (words []string, err error) {
	found, err := m.Entities(ctx, begun, offered)
	for _, e := range found {
		if strings.HasPrefix(string(e.Key), begun) {
			words = append(words, described(string(e.Key), e.Name))
		}
	}
	return words, err
}

// agentWords are the agents of the store.
func agentWords(ctx context.Context, m *lukasa.Memory, begun string) (words []string, err error) {
	found, err := m.Agents(ctx)
	for _, a := range found {
		plain := a.Name != "" && !strings.ContainsFunc(a.Name, unicode.IsControl)
		if plain && strings.HasPrefix(a.Name, begun) && len(words) < offered {
			words = append(words, described(a.Name, ""))
		}
	}
	return words, err
}

// described is a word as shells read it: what it stands for follows a tab, in one
// short line.
func described(word, about string) string {
	const width = 60
	line := []rune(strings.Join(strings.Fields(about), " "))
	if len(line) > width {
		line = append(line[:width-1], '…')
	}
	return word + "\t" + string(line)
}
