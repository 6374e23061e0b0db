module github.com/lukasadb/lukasa

go 1.26
