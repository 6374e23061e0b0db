// Command lukasa keeps and explores the memory of AI agents: see "lukasa help".
package main

import (
	"os"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/command"
)

func main() {
	lukasa.CypherMain() // this process may be the child that runs one statement
	os.Exit(command.Main())
}
