# `make run` and `make test` need only Python 3.11+ and make; each sets up what it needs in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: help setup run serve test lint bench clean

help: ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

setup: $(STAMP) ## a virtual environment with the package and everything the tests need

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "robopitch needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

run: setup ## ten seconds of 11v11, and a picture of the tracks
	$(BIN)/robopitch run

serve: setup ## a Small Size League match for two teams over the network
	$(BIN)/robopitch serve

test: setup lint ## lint, then every test
	$(BIN)/python -m pytest -n auto

lint: setup ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: setup ## how fast the physics is, on this machine
	$(BIN)/robopitch bench physics

clean: ## throw the virtual environment and build output away
	rm -rf $(VENV) build dist
