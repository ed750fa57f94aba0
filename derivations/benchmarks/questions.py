"""The questions: claims of the corpora and their mutants, each with what is known of its truth.

A question is named by strings and a number, so that any process can find it again: claims of sympy do not always
travel. The corpora and the oracle belong to the tests, so they are imported by name, and without them there is no
benchmark.
"""

from __future__ import annotations

import importlib
import random
from dataclasses import dataclass
from functools import cache

from derivations.claims import Claim, Induction
from derivations.mutation import Mutant, mutants

CORPUS, ORACLE = "proofs_tests.corpus.", "proofs_tests.oracle"
GROUPS = {
    "scalars": ("scalars",),
    "matrices": ("matrices",),
    "gradients": ("calculus",),
    "inequalities": ("inequalities",),
    "expectations": ("expectations",),
    "tricks": ("fool_me", "fool_second"),
}
TRUE, FALSE, NOT_PROVABLE, UNKNOWN = "true", "false", "not provable", "unknown"
EXPECTED = {"proved": TRUE, "refuted": FALSE, "vacuous": NOT_PROVABLE, "not proved": NOT_PROVABLE}
MOST = 8


@dataclass(frozen=True)
class Question:
    """A claim of a corpus, or its mutant with this number, counted from 1 among a fixed choice of `MOST`."""

    group: str
    entry: str
    mutant: int = 0


@dataclass(frozen=True)
class Known:
    """What is known of a question before anybody is asked: its truth, and its name in words."""

    truth: str
    name: str


@cache
def entries(group: str) -> dict[str, object]:
    """The entries of a group by name."""
    modules = [importlib.import_module(CORPUS + name) for name in GROUPS[group]]
    return {entry.name: entry for module in modules for entry in module.ENTRIES}


@cache
def _mutants(group: str, entry: str) -> list[Mutant]:
    """A fixed choice of mutants in a fixed random order, so that the first few are of all kinds."""
    found = mutants(entries(group)[entry].claim, MOST)
    return random.Random(entry).sample(found, len(found))


def mutant_of(question: Question) -> Mutant | None:
    """The mutant a question is about, if the claim has so many."""
    found = _mutants(question.group, question.entry)
    return found[question.mutant - 1] if question.mutant <= len(found) else None


def claim_of(question: Question) -> Claim | Induction:
    """The claim a question is about."""
    if question.mutant:
        return mutant_of(question).claim
    return entries(question.group)[question.entry].claim


def known(question: Question) -> Known | None:
    """What the corpus says, or for a mutant an oracle that shares no code with any decider."""
    if not question.mutant:
        return Known(EXPECTED[entries(question.group)[question.entry].expect], question.entry)
    mutant = mutant_of(question)
    if mutant is None:
        return None
    oracle = importlib.import_module(ORACLE)
    false = oracle.opinion(mutant.claim, points=4).answer == oracle.FALSE
    return Known(FALSE if false else UNKNOWN, f"{question.entry}: {mutant.edit}")


def chosen(group: str, count: int, mutants_each: int) -> list[Question]:
    """A fixed choice of entries of a group, each followed by mutants of it where it is true."""
    names = sorted(entries(group))
    random.Random(group).shuffle(names)
    return [question for name in names[:count] for question in _with_mutants(group, name, mutants_each)]


def _with_mutants(group: str, name: str, count: int) -> list[Question]:
    true = EXPECTED[entries(group)[name].expect] == TRUE
    return [Question(group, name, number) for number in range(count + 1 if true else 1)]
