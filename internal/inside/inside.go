package inside

import "github.com/lukasadb/lukasa/internal/store"

// Store returns the store of a memory, a *lukasa.Memory.
var Store func(memory any) *store.Store

// Option returns a lukasa.Option that changes how a store is opened.
var Option func(change func(*store.Options)) any
