package embed_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed"
)

// fakeServer embeds a text as (its length, its number of spaces, 1), unless
// wrong answers in its place.
type fakeServer struct {
	*httptest.Server
	wrong http.HandlerFunc

	mu    sync.Mutex
	asked [][]string
}

func newServer(t *testing.T, wrong http.HandlerFunc) *fakeServer {
	t.Helper()
	s := &fakeServer{wrong: wrong}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Input      []string
			Dimensions int
		}
		if json.NewDecoder(r.Body).Decode(&in) != nil || len(in.Input) == 0 {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		s.mu.Lock()
		s.asked = append(s.asked, in.Input)
		s.mu.Unlock()
		if s.wrong != nil {
			s.wrong(w, r)
			return
		}
		var rows []string
		for i, text := range in.Input {
			row := fmt.Sprintf("%d,%d,1", len(text), strings.Count(text, " "))
			if in.Dimensions == 2 {
				row = row[:strings.LastIndex(row, ",")]
			}
			rows = append(rows, fmt.Sprintf(`{"index":%d,"embedding":[%s]}`, i, row))
		}
		fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(rows, ","))
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *fakeServer) dial(t *testing.T, change func(*embed.Remote)) (embed.Embedder, error) {
	t.Helper()
	r := embed.Remote{Model: "fake", BaseURL: s.URL + "/v1", Retries: -1}
	if change != nil {
		change(&r)
	}
	return embed.Dial(context.Background(), r)
}

func TestDialLearnsTheDimension(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	e, err := s.dial(t, nil)
	require.NoError(t, err)
	require.Equal(t, "fake/3", e.Model().ID())
	require.Len(t, s.asked, 1)

	e, err = s.dial(t, func(r *embed.Remote) { r.Dim, r.Revision = 3, "2025-11" })
	require.NoError(t, err)
	require.Equal(t, "fake@2025-11/3", e.Model().ID())
	require.Len(t, s.asked, 1, "nothing is sent when the dimension is known")
}

func TestRemoteKeepsOrderOverBatches(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	e, err := s.dial(t, func(r *embed.Remote) { r.Dim, r.Batch, r.Parallel = 3, 7, 3 })
	require.NoError(t, err)
	texts := make([]string, 100)
	for i := range texts {
		if i%10 != 3 { // every tenth text is blank and is not sent
			texts[i] = strings.Repeat("x", i+1)
		}
	}
	rows, err := e.EmbedDocuments(context.Background(), texts)
	require.NoError(t, err)
	for i, row := range rows {
		if i%10 == 3 {
			require.Nil(t, row, "a blank text has no vector")
			continue
		}
		require.InDelta(t, float64(i+1), float64(row[0]/row[2]), .01*float64(i+1), "row %d", i)
	}
	require.Len(t, s.asked, (90+6)/7)
	for _, batch := range s.asked {
		require.LessOrEqual(t, len(batch), 7)
	}
}

func TestRemotePrefixesAndCuts(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	e, err := s.dial(t, func(r *embed.Remote) {
		r.Dim, r.DocumentPrefix, r.QueryPrefix, r.MaxRunes = 3, "doc: ", "query: ", 4
	})
	require.NoError(t, err)
	_, err = e.EmbedDocuments(context.Background(), []string{"größer", "bad\xffbyte"})
	require.NoError(t, err)
	_, err = e.EmbedQueries(context.Background(), []string{"why"})
	require.NoError(t, err)
	require.Equal(t, [][]string{{"doc: größ", "doc: bad\ufffd"}, {"query: why"}}, s.asked)
}

func TestRemoteShortens(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	e, err := s.dial(t, func(r *embed.Remote) { r.Dim, r.Shorten = 2, true })
	require.NoError(t, err)
	rows, err := e.EmbedDocuments(context.Background(), []string{"a"})
	require.NoError(t, err)
	require.Len(t, rows[0], 2)
}

func TestRemoteSplitsLargeTexts(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	e, err := s.dial(t, func(r *embed.Remote) { r.Dim = 3 })
	require.NoError(t, err)
	large := strings.Repeat("y", 200<<10)
	_, err = e.EmbedDocuments(context.Background(), []string{large, large, "z"})
	require.NoError(t, err)
	require.Len(t, s.asked, 2)
}

// 003-26: the whole path from a misbehaving server to a typed error.
func TestRemoteErrors(t *testing.T) {
	t.Parallel()
	say := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			fmt.Fprint(w, body)
		}
	}
	for name, c := range map[string]struct {
		wrong http.HandlerFunc
		want  error
	}{
		"429":             {say(429, ""), embed.ErrUnavailable},
		"500":             {say(500, ""), embed.ErrUnavailable},
		"401":             {say(401, ""), embed.ErrRejected},
		"wrong dimension": {say(200, `{"data":[{"embedding":[1,2]}]}`), embed.ErrInvalidVector},
		"short list":      {say(200, `{"data":[]}`), embed.ErrMalformed},
		"NaN":             {say(200, `{"data":[{"embedding":[1,NaN,2]}]}`), embed.ErrMalformed},
		"null":            {say(200, `{"data":[{"embedding":[1,null,2]}]}`), embed.ErrMalformed},
	} {
		s := newServer(t, c.wrong)
		e, err := s.dial(t, func(r *embed.Remote) { r.Dim = 3 })
		require.NoError(t, err)
		_, err = e.EmbedDocuments(context.Background(), []string{"a"})
		require.ErrorIs(t, err, c.want, name)
	}
	s := newServer(t, say(503, ""))
	_, err := s.dial(t, nil)
	require.ErrorIs(t, err, embed.ErrUnavailable, "the dimension cannot be learnt")
}

func TestRemoteStopsWithContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	s := newServer(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	e, err := s.dial(t, func(r *embed.Remote) { r.Dim, r.Batch = 3, 1 })
	require.NoError(t, err)
	_, err = e.EmbedDocuments(ctx, []string{"a", "b", "c", "d", "e"})
	require.ErrorIs(t, err, context.Canceled)
}

func TestDialChecksItsConfiguration(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]embed.Remote{
		"no model":          {},
		"large batch":       {Model: "m", Batch: embed.MaxBatch + 1},
		"negative parallel": {Model: "m", Parallel: -1},
		"shorten to what":   {Model: "m", Shorten: true},
		"bad address":       {Model: "m", BaseURL: "localhost"},
		"key not set":       {Model: "m", BaseURL: "http://localhost", KeyEnv: "LUKASA_TEST_UNSET"},
	} {
		_, err := embed.Dial(context.Background(), r)
		require.ErrorIs(t, err, embed.ErrConfig, name)
	}
	_, err := embed.Dial(context.Background(), embed.Remote{Model: "m", BaseURL: "http://localhost", Dim: embed.MaxDim + 1})
	require.ErrorIs(t, err, embed.ErrInvalidModel)
}
