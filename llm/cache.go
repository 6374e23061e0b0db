package llm

import (
	"container/list"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"

	"github.com/lukasadb/lukasa/internal/openai"
)

// Cache keeps accepted answers by question. Implementations are safe for
// concurrent use and may forget anything at any time. A key is the SHA-256 of
// the whole request and the server's name, in hexadecimal.
type Cache interface {
	Get(key string) (answer []byte, found bool)
	Put(key string, answer []byte)
}

// NewCache returns a cache in memory of the n most recently used answers; n is
// at least 1.
func NewCache(n int) Cache {
	return &lru{max: max(n, 1), order: list.New(), entries: map[string]*list.Element{}}
}

type lru struct {
	mu      sync.Mutex
	max     int
	order   *list.List // of entry, most recent first
	entries map[string]*list.Element
}

type entry struct {
	key    string
	answer []byte
}

func (c *lru) Get(key string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, found := c.entries[key]
	if !found {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(entry).answer, true
}

func (c *lru) Put(key string, answer []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, found := c.entries[key]; found {
		e.Value = entry{key, answer}
		c.order.MoveToFront(e)
		return
	}
	c.entries[key] = c.order.PushFront(entry{key, answer})
	if c.order.Len() > c.max {
		oldest := c.order.Back()
		c.order.Remove(oldest)
		delete(c.entries, oldest.Value.(entry).key)
	}
}

func (m *remote) cached(key string) ([]byte, bool) {
	if m.Cache == nil {
		return nil, false
	}
	return m.Cache.Get(key)
}

// cacheKey covers all that an answer depends on: the server and the request,
// which holds the model, the instructions, the schema and the passages.
func (m *remote) cacheKey(r openai.ChatRequest) string {
	data, err := json.Marshal(r)
	if err != nil {
		return "" // cannot happen: request has encoded every part of it before
	}
	sum := sha256.Sum256(append([]byte(m.client.Host()+"\x00"), data...))
	return hex.EncodeToString(sum[:])
}
