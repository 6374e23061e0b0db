# `make test` is the whole proof on a clean machine: Go and a C compiler are all it needs.

GO     ?= go
BIN    := $(CURDIR)/bin
TOOLS  := $(CURDIR)/.ci/tools
LINT   := $(BIN)/golangci-lint
FUMPT  := $(BIN)/gofumpt

# Tests of the whole, drills among them.
ACCEPTANCE := ./internal/acceptance

# Packages whose whole point is concurrency; the race detector runs on these.
RACED  := $(ACCEPTANCE) ./experience/... ./query/... ./internal/ledger/... ./internal/store/... ./internal/vector/... ./internal/lexical/...

# Packages that speak to the system or the processor, and need no C: they are built for macOS as well.
PORTABLE := ./internal/atomicfile ./internal/faulttest ./internal/ledger ./internal/lexical ./internal/vector

.PHONY: all build test check fmt vet lint unit race fuzz bench quality golden drill-kill drill-fault drill-power drill-disk drill-corrupt drill-metamorphic drill-soak drill-race drill-cancel drill-workspace drill-splice clean

all: build

build: ## the command line tool, in bin/
	$(GO) build -o $(BIN)/lukasa ./cmd/lukasa

test: fmt vet lint unit race ## everything that must pass before a change lands

check: test ## the same, under the name people type

$(LINT) $(FUMPT): $(TOOLS)/go.mod $(TOOLS)/go.sum
	cd $(TOOLS) && GOBIN=$(BIN) $(GO) install tool

fmt: $(FUMPT)
	@bad=$$($(FUMPT) -l $$(git ls-files '*.go')); if [ -n "$$bad" ]; then echo "not formatted:"; echo "$$bad"; exit 1; fi

vet: ## for macOS too, as far as no C is needed
	$(GO) vet ./...
	CGO_ENABLED=0 GOOS=darwin GOARCH=arm64 $(GO) vet $(PORTABLE)

lint: $(LINT)
	$(LINT) run ./...

unit: ## unit, property, conformance, acceptance and short drills
	$(GO) test -timeout 30m ./...

race: ## the race detector on the concurrent packages, in short mode
	$(GO) test -race -short -timeout 50m $(RACED)

golden: ## rewrite the pinned rankings; read the difference before keeping it
	$(GO) test ./query -run Golden -update

bench: ## figures: engines and the whole product (SCALE=10k,100k,1m SUITE=all KEEP=dir)
	$(GO) run ./benchmarks -suite $(or $(SUITE),memory) -scale $(or $(SCALE),100k) $(if $(KEEP),-keep $(KEEP)) -out report

quality: ## does recall find the right memories (DATA=a file in LoCoMo's format)
	@mkdir -p report
	$(GO) run ./benchmarks/quality $(if $(DATA),-data $(DATA)) -otherwise -misses report/misses.txt

drill-kill: ## 200 kills of a process with four writers (N=), some nested three deep, 40 within checkpoints and rebuilds of the graph, and a full disk, each followed by a whole check
	LUKASA_DRILL_KILLS=$(or $(N),200) $(GO) test -count=1 -timeout 2h -v -run 'TestKillDrill|TestKillGraphDrill|TestFullDisk' $(ACCEPTANCE)

# What writes files of its own, and what has all of them written together.
FAULTED := ./internal/atomicfile ./internal/vector ./internal/lexical ./graph/internal/generation ./workspace/folder
WHOLE   := ./graph ./workspace $(ACCEPTANCE)

drill-fault: ## every call that changes a file or reads one fails in turn (N= of each kind, in what makes more): an error or the same answers
	LUKASA_DRILL_FAULT=$(or $(N),200) $(GO) test -count=1 -timeout 8h -v -run 'TestEveryFailedCall|TestFaults' ./internal/ledger $(FAULTED) $(WHOLE)

drill-power: ## the power fails before single writes: 10,000 images of the ledger and of each snapshot (N=), 1,000 of whole stores (M=)
	LUKASA_DRILL_POWER=$(or $(N),10000) $(GO) test -count=1 -timeout 8h -v -run 'TestCrashAtEveryWrite|TestPowerLoss' ./internal/ledger $(FAULTED)
	LUKASA_DRILL_POWER=$(or $(M),1000) $(GO) test -count=1 -timeout 8h -v -run TestPowerLoss $(WHOLE)

drill-disk: ## a small disk fills up 50 times (it must be allowed to mount one)
	LUKASA_DRILL_DISKS=$(or $(N),50) $(GO) test -count=1 -timeout 4h -v -run TestFullDisk $(ACCEPTANCE)

drill-corrupt: ## 2,000 damaged files, each an error or the same answers (N= for more, SEED= for the same again)
	LUKASA_DRILL_CORRUPT=$(or $(N),2000) $(if $(SEED),LUKASA_DRILL_SEED=$(SEED)) $(GO) test -count=1 -timeout 4h -v -run TestCorruptionDrill $(ACCEPTANCE)

drill-metamorphic: ## random operations under varied options, restarts and rebuilds: equal answers
	LUKASA_DRILL_METAMORPHIC=$(or $(N),20000) $(if $(SEED),LUKASA_DRILL_SEED=$(SEED)) $(GO) test -count=1 -timeout 4h -v -run TestMetamorphic $(ACCEPTANCE)

drill-soak: ## write, purge all, begin again, 100 times; 50 backups under load; one line of 10 GiB
	LUKASA_DRILL_SOAK=$(or $(N),100) LUKASA_DRILL_BACKUPS=50 LUKASA_DRILL_LINE_MIB=10240 $(GO) test -count=1 -timeout 4h -v -run 'TestSoak|TestBackupUnderLoad|TestImportOfEndlessLine' $(ACCEPTANCE)

drill-race: ## an hour of readers, writers, purges and rebuilds at once under the race detector, three seconds a memory (N=600 of them)
	$(GO) test -race -count=$(or $(N),600) -timeout 6h -run TestEveryoneAtOnce $(ACCEPTANCE)

drill-cancel: ## a call of each sort is given up at every moment at which it looks at its context
	LUKASA_DRILL_CANCEL=1 $(GO) test -count=1 -timeout 1h -v -run TestCancelledCalls $(ACCEPTANCE)

drill-workspace: ## 1,000 interleavings of sync, reflect, retain and an editor; a kill before each step of a workspace's writes
	LUKASA_DRILL_WORKSPACE=$(or $(N),1000) $(GO) test -count=1 -timeout 2h -v -run 'TestConcurrentWorkspace|TestKilledWorkspace' ./workspace

drill-splice: ## texts cut together from many languages (N=) are told, learned from, asked and reflected on
	LUKASA_DRILL_SPLICED=$(or $(N),2000) $(if $(SEED),LUKASA_DRILL_SEED=$(SEED)) $(GO) test -count=1 -timeout 2h -v -run TestSplicedTexts $(ACCEPTANCE)

clean:
	rm -rf $(BIN) report
