# One command for each habit. `make play` and `make test` set everything up first.
.DEFAULT_GOAL := help
SHELL := /bin/sh
BIN := .venv/bin
READY := .venv/.ready
TOOLS := .venv/.tools
export PYTHONDONTWRITEBYTECODE := # else every process of the tests compiles every module anew

.PHONY: help play web check test lint bench drill docs docs-serve playthroughs types icons screenshots setup clean

help:
	@echo "make play          play: the table opens in your browser"
	@echo "make web           only build the web page, if it changed"
	@echo "make check         lint, types, law, bots, records: two minutes, the habit while working"
	@echo "make test          run all tests"
	@echo "make lint          ruff and mypy; ESLint, Prettier and svelte-check for the page"
	@echo "make bench         measure speed; takes a few minutes"
	@echo "make drill         a hundred faults under play on each store; takes some twenty minutes"
	@echo "make docs          build the documentation's site into build/site; the gallery is run the first time"
	@echo "make docs-serve    the same, and serve it"
	@echo "make playthroughs  write the golden playthroughs anew"
	@echo "make types         write the web page's types anew, from the server's"
	@echo "make icons         draw the web page's icons anew"
	@echo "make screenshots   pictures of every page, in three sizes and two themes, into build/screenshots"
	@echo "make setup         only set up .venv, tools for tests included"
	@echo "make clean         remove .venv and caches"

play: $(READY) web
	@$(BIN)/gambero

web: $(READY)
	@$(BIN)/python web/build.py

# What needs no server, browser or cluster. `slow` marks the proofs that take seconds each; `make test` runs them all.
check: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n auto --dist worksteal -m "not slow" tests/rules tests/game tests/bots tests/project tests/server/pure $(ARGS)

test: $(TOOLS) web
	@sh setup.sh browser
	@$(BIN)/python -m gambero.warm
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

lint: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python web/build.py npm run check

bench: $(TOOLS)
	PYTHONPATH=tests $(BIN)/python -m benchmarks $(ARGS)

drill: $(TOOLS)
	PYTHONPATH=tests $(BIN)/python -m drills $(ARGS)

docs: $(TOOLS)
	$(BIN)/python docs/build.py

docs-serve: $(TOOLS)
	$(BIN)/python docs/build.py serve

playthroughs: $(TOOLS)
	PYTHONPATH=tests $(BIN)/python -m playthroughs.write

types: $(TOOLS)
	$(BIN)/python -m gambero.server.wire.schema | $(BIN)/python web/build.py npm run --silent protocol src/lib/protocol.ts

icons: $(TOOLS)
	@sh setup.sh browser
	$(BIN)/python web/icons.py "$${CHROMIUM:-chromium}"

screenshots: $(TOOLS) web
	@sh setup.sh browser
	$(BIN)/python -m pytest -q tests/web/screenshots.py

setup: $(TOOLS)

# Done again only when what is installed would change. Playing needs less than working on it.
$(READY): pyproject.toml constraints.txt setup.sh
	@sh setup.sh

$(TOOLS): $(READY)
	@sh setup.sh tools

clean:
	rm -rf .venv web/node_modules src/gambero/web .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
