package query

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/query/rank"
	"github.com/lukasadb/lukasa/schema"
)

// kindRow is a row of docs/kinds.md.
type kindRow struct {
	kind       schema.Kind
	required   []string // fields
	payload    string
	inPayload  []string // required within the payload
	fading     string   // class and half-life
	confidence string
	category   string
}

var quotedField = regexp.MustCompile("`([a-z_]+)`")

func fieldsIn(cell string) (out []string) {
	for _, m := range quotedField.FindAllStringSubmatch(cell, -1) {
		out = append(out, m[1])
	}
	return out
}

func kindRows(t *testing.T) (rows []kindRow, page string) {
	t.Helper()
	data, err := os.ReadFile("../docs/kinds.md")
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 9 || !schema.Kind(strings.TrimSpace(cells[0])).Valid() {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		row := kindRow{
			kind: schema.Kind(cells[0]), required: fieldsIn(cells[1]), fading: cells[3], confidence: cells[4], category: cells[5],
		}
		if of := fieldsIn(cells[2]); len(of) > 0 {
			row.payload, row.inPayload = of[0], of[1:]
		}
		require.NotEmpty(t, cells[7], "%s: what supersedes it", row.kind)
		require.NotEmpty(t, cells[8], "%s: who writes it", row.kind)
		rows = append(rows, row)
	}
	return rows, string(data)
}

// payloads hold the least of each payload, and what may be left out of it.
var payloads = map[string]map[string]any{
	"statement": {"subject": "person:ana", "predicate": "likes", "object_value": "rain"},
	"message":   {"role": "user"},
	"episode":   {"event_type": "question"},
	"user_fact": {"fact_type": "name"},
	"insight":   {"insight_category": "habit"},
	"digest":    {"scope_type": "topic"},
}

// whole is a record of a row's kind with what is required and the payload.
func (row *kindRow) whole() map[string]any {
	out := map[string]any{"kind": row.kind, "agent_id": "a"}
	for _, field := range row.required {
		out[field] = "something"
	}
	if row.payload != "" {
		out[row.payload] = maps.Clone(payloads[row.payload])
	}
	return out
}

// read makes the record that is checked before it is stored.
func readKind(t *testing.T, fields map[string]any) *schema.Experience {
	t.Helper()
	data, err := json.Marshal(fields)
	require.NoError(t, err)
	var e schema.Experience
	require.NoError(t, json.Unmarshal(data, &e))
	e.SetDefaults(time.Unix(1_000_000_000, 0), func() schema.ID { return schema.ID{1} })
	return &e
}

func refusedFields(t *testing.T, fields map[string]any) (out []string) {
	t.Helper()
	var invalid *schema.InvalidError
	if errors.As(readKind(t, fields).Validate(), &invalid) {
		for _, f := range invalid.Fields {
			out = append(out, f.Field)
		}
	}
	return out
}

// TestKindsTable holds the documented table of kinds against what the code does:
// each kind has one row in their order; a record with the required fields is
// valid and without any one of them is not; a payload belongs to its kinds
// alone; confidence, category, class and half-life are as told (000-04, 000-10,
// 001-01, 004-16).
func TestKindsTable(t *testing.T) {
	rows, _ := kindRows(t)
	kinds := make([]schema.Kind, len(rows))
	for i := range rows {
		kinds[i] = rows[i].kind
	}
	require.Equal(t, schema.Kinds(), kinds)
	for _, row := range rows {
		t.Run(string(row.kind), func(t *testing.T) {
			require.Empty(t, refusedFields(t, row.whole()))
			for _, field := range row.required {
				without := row.whole()
				delete(without, field)
				require.Equal(t, []string{field}, refusedFields(t, without), "without %s", field)
			}
			for _, field := range row.inPayload {
				without := row.whole()
				delete(without[row.payload].(map[string]any), field)
				require.Equal(t, []string{row.payload + "." + field}, refusedFields(t, without), "without %s", field)
			}
			for _, name := range slices.Sorted(maps.Keys(payloads)) {
				with := row.whole()
				with[name] = payloads[name]
				require.Equal(t, name != row.payload, len(refusedFields(t, with)) > 0, "with %s", name)
			}
			e := readKind(t, row.whole())
			require.Equal(t, row.confidence, fmt.Sprint(e.Confidence))
			require.Equal(t, row.category, string(e.Category))
			c := class(row.kind)
			require.Equal(t, row.fading, fmt.Sprintf("%s, %v", c, new(rank.Profile).Fades(c)))
		})
	}
}

// TestKindsLimits: every setting that the page names has the default that it
// says.
func TestKindsLimits(t *testing.T) {
	_, page := kindRows(t)
	told := regexp.MustCompile("`([a-z_]+\\.[a-z_]+) = ([^`]+)`").FindAllStringSubmatch(page, -1)
	require.Len(t, told, 8)
	for _, m := range told {
		key, ok := schema.FindConfigKey(m[1])
		require.True(t, ok, m[1])
		require.Equal(t, m[2], fmt.Sprint(key.Default), m[1])
	}
	for limit, text := range map[int]string{
		schema.MaxText: "texts 1,048,576 each", schema.MaxShortText: "notes 16,384", schema.MaxID: "users 256",
		schema.MaxMentions: "mentions 1,000", schema.MaxRefs: "references 10,000 each", schema.MaxMetadata: "metadata 262,144",
		schema.MaxDepth: "nested 32 deep",
	} {
		require.Contains(t, page, text)
		require.Contains(t, strings.ReplaceAll(text, ",", ""), fmt.Sprint(limit))
	}
	require.Contains(t, page, fmt.Sprintf("tags %d of %d", schema.MaxTags, schema.MaxTag))
}
