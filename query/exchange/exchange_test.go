package exchange

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/schema"
)

// hostileText are the strings that a record may hold and that are not empty.
func hostileText() []string {
	return slices.DeleteFunc(hostile.Valid(1<<16), func(s string) bool { return s == "" || strings.ContainsRune(s, 0) })
}

var at = time.Date(2025, 11, 1, 10, 0, 0, 123456000, time.UTC)

// fill writes a graph of one entity for each text, by that name, all of them
// mentioned by one record.
func fill(t *testing.T, w Writer, texts []string) {
	t.Helper()
	const id = "01900000-0000-7000-8000-000000000001"
	require.NoError(t, w.Node(graph.Element{
		Key:    graph.Key{Table: schema.NodeExperience, ID: id},
		Values: graph.Values{"agent_id": "ana", "timestamp": at, "importance": 7, "confidence": 0.5, "pinned": true, "tags": texts, "outcome": nil},
	}))
	for _, s := range texts {
		require.NoError(t, w.Node(graph.Element{
			Key: graph.Key{Table: schema.NodeEntity, ID: "ana|" + s}, Values: graph.Values{"name": s, "agent_id": "ana"},
		}))
	}
	for i, s := range texts {
		require.NoError(t, w.Edge(graph.Link{
			Edge: schema.EdgeMentioned, From: id, To: "ana|" + s, Values: graph.Values{"count": i, "ts": at, "coreference": false},
		}))
	}
	require.NoError(t, w.Close())
}

type datum struct {
	Key  string `xml:"key,attr"`
	Text string `xml:",chardata"`
}

type document struct {
	Keys []struct {
		ID   string `xml:"id,attr"`
		Type string `xml:"attr.type,attr"`
	} `xml:"key"`
	Nodes []struct {
		ID   string  `xml:"id,attr"`
		Data []datum `xml:"data"`
	} `xml:"graph>node"`
	Edges []struct {
		Source string  `xml:"source,attr"`
		Target string  `xml:"target,attr"`
		Data   []datum `xml:"data"`
	} `xml:"graph>edge"`
}

// values reads data back, and undoes what is said to be a JSON string.
func values(t *testing.T, data []datum) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, d := range data {
		out[d.Key[2:]] = d.Text
	}
	for _, name := range strings.Fields(out[quotedKey]) {
		var s string
		require.NoError(t, json.Unmarshal([]byte(out[name]), &s))
		out[name] = s
	}
	return out
}

// 900-11, E1 to E3: every text comes back as it was, whatever is in it.
func TestGraphML(t *testing.T) {
	t.Parallel()
	texts := hostileText()
	var b bytes.Buffer
	w, err := NewGraphML(&b)
	require.NoError(t, err)
	fill(t, w, texts)
	var doc document
	require.NoError(t, xml.Unmarshal(b.Bytes(), &doc))
	require.Len(t, doc.Nodes, 1+len(texts))
	require.Len(t, doc.Edges, len(texts))
	first := values(t, doc.Nodes[0].Data)
	require.Equal(t, []string{"Experience", "2025-11-01T10:00:00.123456Z", "7", "0.5", "true"},
		[]string{first["label"], first["timestamp"], first["importance"], first["confidence"], first["pinned"]})
	require.NotContains(t, first, "outcome")
	var tags []string
	require.NoError(t, json.Unmarshal([]byte(first["tags"]), &tags))
	require.Equal(t, texts, tags)
	ids := map[string]bool{}
	for i, s := range texts {
		v := values(t, doc.Nodes[i+1].Data)
		require.Equal(t, s, v["name"])
		require.Equal(t, "ana|"+s, v["id"])
		require.Equal(t, doc.Nodes[0].ID, doc.Edges[i].Source)
		require.Equal(t, doc.Nodes[i+1].ID, doc.Edges[i].Target)
		ids[doc.Nodes[i+1].ID] = true
	}
	require.Len(t, ids, len(texts), "no two nodes have one id")
	declared := map[string]bool{}
	for _, k := range doc.Keys {
		require.False(t, declared[k.ID], k.ID)
		declared[k.ID] = true
	}
	for _, n := range doc.Nodes {
		for _, d := range n.Data {
			require.True(t, declared[d.Key], d.Key)
		}
	}
}

// Columns of one name have one type, so that one key can stand for them.
func TestColumnsOfOneNameHaveOneType(t *testing.T) {
	t.Parallel()
	all, _ := shapes()
	types := map[bool]map[string]schema.GraphType{false: {}, true: {}}
	for _, s := range all {
		for _, c := range s.columns {
			before, seen := types[s.edge][c.Name]
			require.True(t, !seen || before == c.Type, "%s.%s", s.name, c.Name)
			types[s.edge][c.Name] = c.Type
		}
	}
}

// 900-11: a CSV reader gets every text back. Go's takes "\r\n" for "\n", so what
// it reads is compared with that.
func TestNeo4j(t *testing.T) {
	t.Parallel()
	texts := hostileText()
	dir := t.TempDir()
	fill(t, NewNeo4j(dir), texts)
	entities := readCSV(t, filepath.Join(dir, "Entity.csv"))
	require.Equal(t, []string{"id:ID(Entity)", "agent_id:string", "name:string"}, entities[0][:3])
	mentions := readCSV(t, filepath.Join(dir, "MENTIONED.csv"))
	require.Equal(t, []string{":START_ID(Experience)", ":END_ID(Entity)", "ts:datetime", "count:long"}, mentions[0][:4])
	for i, s := range texts {
		plain := strings.ReplaceAll(s, "\r\n", "\n")
		require.Equal(t, []string{"ana|" + plain, "ana", plain}, entities[i+1][:3])
		require.Equal(t, "Entity", entities[i+1][len(entities[0])-1])
		require.Equal(t, "ana|"+plain, mentions[i+1][1])
		require.Equal(t, "MENTIONED", mentions[i+1][len(mentions[0])-1])
	}
	raw, err := os.ReadFile(filepath.Join(dir, "Entity.csv"))
	require.NoError(t, err)
	for _, s := range texts {
		require.Contains(t, string(raw), strings.ReplaceAll(s, `"`, `""`), "to the byte")
	}
}

func readCSV(t *testing.T, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	return rows
}

// 900-11: a Parquet reader gets every value back, in the columns' own types.
func TestParquet(t *testing.T) {
	t.Parallel()
	type entity struct {
		ID    string  `parquet:"id,optional"`
		Name  *string `parquet:"name,optional"`
		Agent *string `parquet:"agent_id,optional"`
	}
	type record struct {
		ID         string     `parquet:"id,optional"`
		Importance int64      `parquet:"importance,optional"`
		Confidence float64    `parquet:"confidence,optional"`
		Pinned     bool       `parquet:"pinned,optional"`
		Tags       []string   `parquet:"tags,list,optional"`
		Outcome    *string    `parquet:"outcome,optional"`
		Time       *time.Time `parquet:"timestamp,optional,timestamp(microsecond)"`
	}
	texts := hostileText()
	dir := t.TempDir()
	fill(t, NewParquet(dir), texts)
	entities, err := parquet.ReadFile[entity](filepath.Join(dir, "Entity.parquet"))
	require.NoError(t, err)
	require.Len(t, entities, len(texts))
	for i, s := range texts {
		require.Equal(t, "ana|"+s, entities[i].ID)
		require.Equal(t, s, *entities[i].Name)
	}
	records, err := parquet.ReadFile[record](filepath.Join(dir, "Experience.parquet"))
	require.NoError(t, err)
	require.Len(t, records, 1)
	require.Nil(t, records[0].Outcome)
	require.Equal(t, int64(7), records[0].Importance)
	require.True(t, at.Equal(*records[0].Time))
	require.Equal(t, texts, records[0].Tags)
}
