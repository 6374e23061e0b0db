// Command lukasa keeps and explores the memory of AI agents: see "lukasa help".
package main

import (
	"os"

	"github.com/lukasadb/lukasa/cmd/lukasa/command"
)

func main() { os.Exit(command.Main()) }
