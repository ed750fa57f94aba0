"""Scores a claim by its mutants: of the neighbours that are false, how many are refuted?

Which neighbours are false is said by an oracle that shares no code with the deciders; it belongs to the tests, so it is
imported by name, and without it there is no score.
"""

from __future__ import annotations

import importlib
from typing import Any

from derivations.checking import check
from derivations.claims import Claim, Induction
from derivations.display import formula_latex, formula_text
from derivations.mutation import Mutant, mutants
from derivations.running.outcome import MutantScore, counterexample_record
from derivations.verdict import Verdict

ORACLE = "proofs_tests.oracle"
SECONDS_A_MUTANT = 5.0
MOST = {"fast": 20, "thorough": None}


def score(claim: Claim | Induction, seed: int = 0, profile: str = "thorough") -> MutantScore:
    """Decide the mutants of a claim, all of them or a fixed choice of them, and compare with the oracle."""
    oracle = importlib.import_module(ORACLE)
    every = mutants(claim, MOST[profile])
    opinions = {mutant: oracle.opinion(mutant.claim, seed=seed).answer for mutant in every}
    false = [mutant for mutant, opinion in opinions.items() if opinion == oracle.FALSE]
    verdicts = {mutant: check(mutant.claim, seed=seed, time_limit=SECONDS_A_MUTANT) for mutant in false}
    refuted = [mutant for mutant, verdict in verdicts.items() if verdict.status == "refuted"]
    nearest = min(refuted, key=lambda mutant: _size(verdicts[mutant]), default=None)
    return MutantScore(
        generated=len(every),
        true_by_oracle=[*opinions.values()].count(oracle.TRUE),
        false=len(false),
        refuted=len(refuted),
        missed=tuple(f"{mutant.edit}: {verdicts[mutant].status}" for mutant in false if mutant not in refuted),
        nearest=_shown(nearest, verdicts[nearest]) if nearest else None,
    )


def _shown(mutant: Mutant, verdict: Verdict) -> dict[str, Any]:
    return {
        "text": formula_text(mutant.claim),
        "edit": mutant.edit,
        "latex": formula_latex(mutant.claim),
        "counterexample": counterexample_record(verdict.counterexample),
    }


def _size(verdict: Verdict) -> int:
    """How much there is to read in a counterexample."""
    return len(str(verdict.counterexample))
