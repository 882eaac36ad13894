# `make run` and `make test` need only Python 3.11+ and make; each sets up what it needs in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
LOCK ?= requirements.lock# empty: packages by the ranges in pyproject.toml instead
LOCKED := 3.11 3.12 3.13 3.14# the versions of Python for which everything in it has wheels
PIP := $(BIN)/python -m pip --disable-pip-version-check install --progress-bar off
PAGE := src/robopitch/web/static/index.html
PAGE_SOURCES := $(shell find web/src -type f 2>/dev/null) web/index.html web/package.json web/package-lock.json web/vite.config.ts

.PHONY: help setup lock page run shell serve test test-page test-cluster nightly browser kernels lint bench determinism screenshots \
  experiments clean

help: ## what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

setup: $(STAMP) $(PAGE) ## a virtual environment with the package and everything the tests need, and the page

# Shows one line per package that pip collects: the counter stays in place on a terminal, and every tenth is printed elsewhere.
# A pipe hides pip's exit status from the shell, so that a line of its own carries it.
FAILED := pip-failed
COUNT = awk -v total=$(1) -v tty=$$(test -t 2 && echo 1 || echo 0) ' \
	/^(Collecting|Processing|Ignoring|Requirement already)/ { name = $$1 == "Requirement" ? $$4 : $$2; n++; \
	  sub(/.*\//, "", name); sub(/[=;:\[].*|-[0-9].*/, "", name); \
	  if (tty) printf "\r\033[K      %d of %d  %s", n, total, name; else if (n % 10 == 0) printf "      %d of %d\n", n, total; fflush() } \
	/^Installing collected/ { printf "%s      unpacking\n", tty ? "\r\033[K" : ""; fflush() } \
	/^$(FAILED)$$/ { failed = 1 } END { exit failed }'

$(STAMP): pyproject.toml $(LOCK)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "robopitch needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	@echo "Setting up robopitch; only the first time takes a few minutes."
	@echo "[1/3] virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@version=$$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	if test -n "$(LOCK)" && echo " $(LOCKED) " | grep -q " $$version "; then \
	  echo "[2/3] $$(grep -c == $(LOCK)) packages from $(LOCK), about one minute"; \
	  { $(PIP) --require-hashes --only-binary :all: --requirement $(LOCK) || echo $(FAILED); } | $(call COUNT,$$(grep -c == $(LOCK))) || \
	    { echo "the packages of $(LOCK) could not be installed; if a hash is wrong, stop here. By the ranges, without hashes: make setup LOCK="; exit 1; }; \
	  $(PIP) --quiet --no-deps --no-build-isolation --editable .; \
	else \
	  echo "[2/3] packages by the ranges of pyproject.toml, without hashes: $(or $(LOCK),the lock file) is for Python $(LOCKED)"; \
	  $(PIP) --quiet 'hatchling>=1.27,<2' 'editables>=0.5,<1' && $(PIP) --quiet --no-build-isolation --editable '.[dev]'; \
	fi
	@touch $@

COMPILE := build/uv/bin/uv pip compile pyproject.toml --universal --python-version 3.11 --only-binary :all: --quiet \
	--generate-hashes --upgrade --no-annotate --no-emit-index-url --custom-compile-command 'make lock'
lock: ## the lock files anew: the newest packages within the ranges of pyproject.toml, with hashes
	$(PYTHON) -m venv build/uv
	build/uv/bin/python -m pip --quiet --disable-pip-version-check install 'uv>=0.9,<1'
	$(COMPILE) --extra dev --output-file requirements.lock
	$(COMPILE) --extra cluster --extra slurm --group test --output-file requirements-cluster.lock

page: $(PAGE) ## the web page, built into the package with a Node of its own

$(PAGE): $(PAGE_SOURCES) hatch_build.py | $(STAMP)
	@echo "[3/3] building the page, about half a minute"
	@$(BIN)/python hatch_build.py
	@touch $@

run: setup ## a live match between built-in teams, on a page in the browser
	$(BIN)/robopitch run

shell: setup ## a shell in which the command robopitch is found
	@echo "In this shell, robopitch is found without .venv/bin; exit leaves it. For example:"
	@echo "  robopitch run ssl-div-b --scene corner    a match on a page, from a corner kick"
	@echo "  robopitch run --headless --minutes 1      a minute of play in a few seconds, and its statistics"
	@echo "  robopitch --help                          all commands"
	@PATH="$(CURDIR)/$(BIN):$$PATH" $${SHELL:-/bin/sh}

serve: setup ## a Small Size League match for two teams over the network
	$(BIN)/robopitch serve

# Servers, browsers and programs in real time share the cores with all other tests. What fails among them runs once more,
# one test at a time; what fails twice has failed.
AGAIN = The tests that have failed, once more, one at a time:
# Two workers more than cores: many tests wait for a server or a browser. The page, the type check and the compiled code
# take about a minute together, on two cores.
WORKERS = $(shell $(BIN)/python -c 'import os; print(len(os.sched_getaffinity(0)) + 2 if hasattr(os, "sched_getaffinity") else "auto")')
test: $(STAMP) ## lint, then every test but those of the night
	@$(MAKE) --no-print-directory -j 4 browser kernels lint test-page
	@$(BIN)/python -m pytest -n $(WORKERS) || { echo "$(AGAIN)"; $(BIN)/python -m pytest --lf --lfnf none; }

nightly: setup browser ## what is long, statistical or repeated: docs/nightly.md
	$(BIN)/python -m experiments.nightly

# Ray has an environment of its own: it is as large as everything else together, and `make test` does without.
CLUSTER := .venv-cluster
test-cluster: $(CLUSTER)/.installed ## tournaments on Ray, with a node that dies, and on submitit: at most 5 min
	PYTHONPATH=$(CURDIR)/src:$(CURDIR) $(CLUSTER)/bin/python -m pytest -m cluster tests/jobs

$(CLUSTER)/.installed: pyproject.toml requirements-cluster.lock
	$(PYTHON) -m venv $(CLUSTER)
	$(CLUSTER)/bin/python -m pip --quiet --disable-pip-version-check install --progress-bar off --require-hashes \
	  --only-binary :all: --requirement requirements-cluster.lock
	@touch $@

browser: $(STAMP) # for the tests of the page; if there is none and none can be had, they say what to do
	@$(BIN)/python -m tools.browser > /dev/null 2>&1 || true

kernels: $(STAMP)
	@$(BIN)/python -m tests.compile_kernels

test-page: setup ## the tests of those parts of the page that need no browser
	$(BIN)/python hatch_build.py test

lint: setup ## ruff and mypy; the page was type-checked when it was built
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

screenshots: setup browser ## the pictures of the page in docs/img, made by driving it
	$(BIN)/python docs/tour.py

experiments: setup ## the experiments of the source documents again, and docs/experiments.md
	$(BIN)/python -m experiments

bench: setup ## how fast the physics is, on this machine
	$(BIN)/robopitch bench physics

SOURCE ?= src
determinism: setup ## whether matches are the same whatever code the processor makes libraries choose; SOURCE: of another version
	PYTHONPATH=src $(BIN)/python -m tools.determinism --source $(SOURCE)

clean: ## throw the virtual environment and build output away
	rm -rf $(VENV) $(CLUSTER) build dist web/node_modules src/robopitch/web/static
