# Two commands: `make verify` proves the catalogue and writes the reports, `make test` runs the tests.
# Each sets up .venv with the pinned versions of .constraints.txt first; the second run reuses it.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
export DERIVATIONS_CACHE ?= $(CURDIR)/.derivations-cache

.PHONY: verify test lint clean

verify: $(READY)
	$(BIN)/derivations verify
	$(BIN)/derivations report --out reports

test: $(READY)
	$(BIN)/python -m pytest --numprocesses auto --quiet

lint: $(READY)
	$(BIN)/ruff check derivations numerics reports proofs_tests

clean:
	rm -rf .venv .derivations-cache build *.egg-info

$(READY): pyproject.toml .constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint .constraints.txt setuptools
	$(BIN)/python -m pip install --quiet --constraint .constraints.txt --no-build-isolation --editable '.[develop]'
	touch $@
