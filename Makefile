# Everything a developer or a user of the command line does. `make help` lists it.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIN := $(VENV)/bin/pip-compile -q --strip-extras --no-emit-index-url --no-emit-find-links --no-annotate
DIR ?=
Q ?=
K ?= 5

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev setup-office oxt install demo search test test-office test-fast fuzz lint fmt types imports check bench evaluation cases samples screenshots picture lock clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

setup: ## create .venv and install what the worker needs
	@$(PYTHON) scripts/setup_venv.py --venv $(VENV)

setup-dev: ## the same, with what tests and checks need
	@$(PYTHON) scripts/setup_venv.py --venv $(VENV) --dev

setup-office: ## make LibreOffice available to the tests (Debian, Ubuntu; elsewhere it says what to run)
	@$(PYTHON) scripts/setup_office.py

oxt: ## build the extension: dist/writeragent.oxt
	@$(PYTHON) scripts/build_oxt.py

install: oxt ## put the extension into your LibreOffice
	@$(PYTHON) scripts/install_oxt.py

demo: setup ## index the sample folder and run three searches
	@$(PYTHON) scripts/demo.py

# The words reach the scripts through the environment: neither make nor the shell reads them as
# code. What make was given on its command line it would export expanded, so that is switched off.
unexport DIR Q K
search: export SEARCH_FOLDER = $(value DIR)
search: export SEARCH_QUERY = $(value Q)
search: export SEARCH_K = $(value K)
search: ## search your own folder: make search DIR=~/Documents/Work Q="who approves travel"
	@[ -n "$$SEARCH_FOLDER" ] && [ -n "$$SEARCH_QUERY" ] || { echo 'Say where and what: make search DIR=folder Q="your question"' >&2; exit 1; }
	@$(PYTHON) scripts/setup_venv.py --venv $(VENV)
	@$(PYTHON) scripts/index_embeddings_folder.py --quiet -- "$$SEARCH_FOLDER"
	@$(PYTHON) scripts/search_embeddings_folder.py --folder="$$SEARCH_FOLDER" --k="$$SEARCH_K" -- "$$SEARCH_QUERY"

test: setup-dev setup-office lint types imports ## every check and every test, fast ones first
	$(PY) -m pytest -q tests/unit tests/architecture
	$(PY) -m pytest -q tests/property tests/contract
	$(PY) -m pytest -q tests/integration tests/evaluation tests/fuzz
	$(PY) -m pytest -q tests/office

test-office: setup-dev setup-office ## the extension in a real LibreOffice alone
	$(PY) -m pytest -q tests/office

fuzz: setup-dev ## thousands of damaged files through the readers; other ones by FUZZ_FIRST=9000
	nice $(PY) -m pytest -q -s -m fuzz tests/fuzz

test-fast: ## unit tests alone
	$(PY) -m pytest -q tests/unit tests/architecture

lint: setup-dev ## ruff: rules and format
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

fmt: setup-dev ## put the code into the one format
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

types: setup-dev ## mypy, strict
	$(PY) -m mypy plugin scripts tests

imports: setup-dev ## the layers: import contracts
	PYTHONPATH=. $(VENV)/bin/lint-imports --no-cache

check: lint types imports test-fast ## what pre-commit runs

bench: setup ## time the encoder on this machine
	@$(PY) scripts/bench_embeddings.py

evaluation: setup-dev ## measure all labelled sets and put the figures into the README (an hour and more)
	@$(PY) scripts/update_results.py

cases: setup ## read a folder of nasty files and judge what is found (default ../shared/cases)
	@$(PY) scripts/run_cases.py

samples: setup-dev ## make the sample folder anew
	$(PY) scripts/make_samples.py samples

screenshots: setup-dev ## take the README's pictures of the extension on a virtual screen
	@$(PYTHON) scripts/setup_office.py --screenshots
	@PYTHONPATH=.:scripts $(PY) -m tests.office.screenshots

picture: setup-dev ## draw what the demo prints, for the README
	$(PY) scripts/draw_demo.py

lock: setup-dev ## pin every package anew from pyproject.toml
	$(PIN) --extra worker -o requirements/worker.txt pyproject.toml
	$(PIN) --extra worker --extra llama-index -o requirements/llama-index.txt pyproject.toml
	$(PIN) --extra worker --extra llama-index --extra dev -o requirements/dev.txt pyproject.toml
	@# A mirror's own build ("torch==2.13.0+cpu") is nowhere else: the lock names the version alone.
	sed -i 's/^\([^#]*==[^+ ]*\)+[a-z0-9.]*/\1/' requirements/*.txt

clean: ## remove what was built, the environment too
	rm -rf $(VENV) build dist samples/writeragent_embeddings
