module github.com/lukasadb/lukasa

go 1.26.0

require (
	github.com/google/uuid v1.6.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)
