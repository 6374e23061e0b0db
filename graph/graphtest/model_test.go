package graphtest_test

import (
	"testing"

	"github.com/lukasadb/lukasa/graph/graphtest"
)

func TestModel(t *testing.T) { graphtest.TestAll(t, graphtest.OpenModel()) }

func TestModelRandom(t *testing.T) { graphtest.TestRandom(t, graphtest.OpenModel()) }
