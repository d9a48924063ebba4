# The commands of the project. `make run` and `make test` need nothing but make, a Rust toolchain and Node.js.

SHELL := /bin/bash
.DEFAULT_GOAL := help

.PHONY: help
help: ## Say what each command does
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

node_modules/.package-lock.json: package-lock.json
	@echo '==> Front-end packages'
	npm ci --no-audit --no-fund
	@touch $@

.PHONY: web
web: node_modules/.package-lock.json
	@bash .ci/build-web.sh

.PHONY: build
build: web
	@echo '==> Server (release; minutes the first time, cargo shows how far it is)'
	cargo build --release --locked

.PHONY: run
run: build ## Build all, fill an empty store with the demo, serve http://localhost:8080
	@exec ./target/release/heliriiul serve --seed-demo

.PHONY: dev
dev: node_modules/.package-lock.json ## Serve with both sides reloading: http://localhost:5173
	@bash .ci/dev.sh

.PHONY: test
test: ## Run everything that CI runs; installs what it needs
	@bash .ci/test.sh

.PHONY: test-quick
test-quick: ## Run formats, lints, unit tests and the HTTP suite on SQLite
	@bash .ci/test.sh quick

.PHONY: bench
bench: web ## Measure speed and memory of the release server
	@bash .ci/bench.sh

.PHONY: chaos
chaos: web ## Kill stores and fail payments at random for half an hour: no money may be lost
	@bash .ci/chaos.sh

.PHONY: lighthouse
lighthouse: web ## Measure the pages with Lighthouse, and typing at the desk (needs chromium)
	@bash .ci/lighthouse.sh

.PHONY: fuzz
fuzz: web ## Call every operation of the API with broken input (schemathesis)
	@bash .ci/fuzz.sh 100

.PHONY: openapi
openapi: node_modules/.package-lock.json ## Write api/openapi.json from the code, and the front ends' types from it
	HELIRIIUL_WRITE_OPENAPI=1 cargo test --locked -p heliriiul --test it openapi -- --quiet
	npm run --silent types

.PHONY: fmt
fmt: node_modules/.package-lock.json ## Format everything
	cargo fmt --all
	npm run fmt

.PHONY: audit
audit: ## Ask the advisory database about the dependencies (needs the network)
	cargo deny check advisories
	npm audit
