# One command for each habit. `make play` and `make test` set everything up first.
.DEFAULT_GOAL := help
SHELL := /bin/sh
BIN := .venv/bin
READY := .venv/.ready
TOOLS := .venv/.tools

.PHONY: help play test lint bench playthroughs setup clean

help:
	@echo "make play          play in the terminal"
	@echo "make test          run all tests"
	@echo "make lint          ruff (lint and format) and mypy"
	@echo "make bench         measure speed; takes a few minutes"
	@echo "make playthroughs  write the golden playthroughs anew"
	@echo "make setup         only set up .venv, tools for tests included"
	@echo "make clean         remove .venv and caches"

play: $(READY)
	@$(BIN)/gambero

test: $(TOOLS)
	@$(BIN)/python -m gambero.warm
	$(BIN)/python -m pytest -n auto $(ARGS)

lint: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(TOOLS)
	$(BIN)/python -m benchmarks $(ARGS)

playthroughs: $(TOOLS)
	PYTHONPATH=tests $(BIN)/python -m playthroughs.write

setup: $(TOOLS)

# Done again only when what is installed would change. Playing needs less than working on it.
$(READY): pyproject.toml constraints.txt setup.sh
	@sh setup.sh

$(TOOLS): $(READY)
	@sh setup.sh tools

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
