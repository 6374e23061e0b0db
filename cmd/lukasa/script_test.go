package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/command"
)

func TestMain(m *testing.M) {
	lukasa.CypherMain()
	testscript.Main(m, map[string]func(){"lukasa": func() { os.Exit(command.Main()) }})
}

// TestScripts runs every verb as a user does: the scripts of testdata/script,
// each in a folder and a store of its own.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("LUKASA_STORE", env.Getenv("WORK")+"/store")
			env.Setenv("TZ", "UTC")
			return nil
		},
		RequireExplicitExec: true,
	})
}
