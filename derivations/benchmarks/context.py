"""Absolute figures, as context for the ratios: the median of `check` as a user calls it, and the memory of that.

Run as a module, in a process of its own so that the memory is its own: python -m derivations.benchmarks.context 60 2
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
from typing import Any

from derivations.benchmarks.budget import Budget
from derivations.benchmarks.figures import quantile, seconds
from derivations.benchmarks.questions import Question, chosen, claim_of, mutant_of

MEASURED = ("matrices", "scalars", "gradients")


def measure(budget: Budget) -> dict[str, Any]:
    """Median and ninth decile of a true claim and of a mutant by group, in milliseconds, and megabytes at the end."""
    command = [sys.executable, "-m", __name__, str(budget.scored_claims), str(min(budget.scored_mutants, 2))]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def measured_here(claims: int, mutants: int) -> dict[str, Any]:
    """The same in this process."""
    groups = {group: _group(group, claims, mutants) for group in MEASURED}
    return {"groups": groups, "megabytes": megabytes()}


def _group(group: str, claims: int, mutants: int) -> dict[str, dict[str, float]]:
    questions = chosen(group, claims, mutants)
    return {"true": _times([one for one in questions if not one.mutant]),
            "mutants": _times([one for one in questions if one.mutant and mutant_of(one) is not None])}


def _times(questions: list[Question]) -> dict[str, float]:
    from derivations.checking import check
    from derivations.errors import ClaimError

    found = []
    for claim in map(claim_of, questions):
        try:
            found.append(1000 * seconds(lambda claim=claim: check(claim)))
        except ClaimError:
            continue
    return {"claims": len(found), "median": statistics.median(found), "ninth decile": quantile(found, 0.9)}


def megabytes() -> float:
    """The largest memory so far of this process or of its largest child; Linux counts in kilobytes, macOS in bytes."""
    used = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return max(used) / (1024**2 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    from derivations.checking import check
    from derivations.isolation import stop

    check(claim_of(chosen(MEASURED[0], 1, 0)[0]))
    found = measured_here(*map(int, sys.argv[1:]))
    stop()
    print(json.dumps(found | {"megabytes": megabytes()}))
