# `make run` and `make test` need only Python 3.11+ and make; each sets up what it needs in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PAGE := src/robopitch/web/static/index.html
PAGE_SOURCES := $(shell find web/src -type f 2>/dev/null) web/index.html web/package.json web/package-lock.json web/vite.config.ts

.PHONY: help setup page run serve test lint bench determinism screenshots experiments clean

help: ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

setup: $(STAMP) $(PAGE) ## a virtual environment with the package and everything the tests need, and the page

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "robopitch needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'hatchling>=1.27,<2' 'editables>=0.5,<1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable '.[dev]'
	@touch $@

page: $(PAGE) ## the web page, built into the package with a Node of its own

$(PAGE): $(PAGE_SOURCES) hatch_build.py | $(STAMP)
	$(BIN)/python hatch_build.py
	@touch $@

run: setup ## a live match between built-in teams, on a page in the browser
	$(BIN)/robopitch run

serve: setup ## a Small Size League match for two teams over the network
	$(BIN)/robopitch serve

test: setup lint ## lint, then every test
	$(BIN)/python -m pytest -n auto

lint: setup ## ruff and mypy; the page was type-checked when it was built
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

screenshots: setup ## the pictures of the page in docs/img, made by driving it
	$(BIN)/python docs/tour.py

experiments: setup ## the experiments of the source documents again, and docs/experiments.md
	$(BIN)/python -m experiments

bench: setup ## how fast the physics is, on this machine
	$(BIN)/robopitch bench physics

SOURCE ?= src
determinism: setup ## whether matches are the same whatever code the processor makes libraries choose; SOURCE: of another version
	PYTHONPATH=src $(BIN)/python -m robopitch.bench.determinism --source $(SOURCE)

clean: ## throw the virtual environment and build output away
	rm -rf $(VENV) build dist web/node_modules src/robopitch/web/static
