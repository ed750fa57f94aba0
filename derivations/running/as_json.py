"""Outcomes as JSON, in the form that reports/schema.json describes.

Times are processor times rounded up to a power of ten, so that two runs of one version print the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from derivations.running.outcome import Finding, MutantScore, Outcome, Trial

SCHEMA_VERSION = 1
ROUNDED_SECONDS = (1, 10, 100, 1000)


def whole(outcomes: Iterable[Outcome], kernel_version: str) -> dict[str, Any]:
    """Everything as one object, with the version of the code that decided it."""
    return {"schema_version": SCHEMA_VERSION, "kernel_version": kernel_version, **twin(outcomes)}


def twin(outcomes: Iterable[Outcome]) -> dict[str, Any]:
    """Everything as one object that changes only when an outcome does: the twin of the pages."""
    return {"schema_version": SCHEMA_VERSION, "derivations": [derivation(outcome) for outcome in outcomes]}


def derivation(outcome: Outcome) -> dict[str, Any]:
    """One derivation with all that was found about it."""
    page = outcome.derivation
    return {
        **heading(page),
        "status": outcome.status,
        "steps": [claim(name, found, kind=page.steps[name].kind) for name, found in outcome.steps.items()],
        "falsehoods": [claim(name, found) for name, found in outcome.falsehoods.items()],
        "mutants": mutants(outcome.score),
        "simulations": [simulation(trial) for trial in outcome.simulations.values()],
        "errata": errata(outcome),
        "assumed": [{"id": step.name, "reference": step.reference} for step in page.assumed],
    }


def heading(page: Any) -> dict[str, Any]:
    """What is known of a derivation without deciding anything."""
    return {
        "id": page.id,
        "title": page.title,
        "topic": page.topic,
        "tier": page.tier,
        "sources": [{"document": source.document, "lines": source.lines} for source in page.sources],
    }


def claim(name: str, found: Finding, **more: str) -> dict[str, Any]:
    """The finding about one claim."""
    return {
        "id": name,
        **more,
        "status": found.status,
        "scope": found.scope,
        "method": found.method,
        "error_bound_log2": found.error_bound_log2,
        "seconds": rounded(found.seconds),
        "side_conditions": list(found.side_conditions),
        "theorems": list(found.theorems),
        "reason": found.reason or None,
        "counterexample": found.counterexample,
    }


def mutants(score: MutantScore) -> dict[str, int]:
    """The counts of a mutant score."""
    return {name: getattr(score, name) for name in ("generated", "true_by_oracle", "false", "refuted")}


def simulation(trial: Trial) -> dict[str, Any]:
    """What a simulation saw."""
    seen = {name: getattr(trial, name) for name in ("id", "passed", "observed", "bound", "detectable")}
    return seen | {"reason": trial.problem or None}


def errata(outcome: Outcome) -> list[dict[str, Any]]:
    """The errata of a derivation with the status of both lines."""
    return [
        {
            "id": erratum.id,
            "derivation": outcome.derivation.id,
            "source": erratum.source,
            "line": erratum.line,
            "severity": erratum.severity,
            "problem": erratum.problem,
            "as_printed_status": outcome.printed[erratum.id].status,
            "corrected_status": outcome.corrected[erratum.id].status,
            "counterexample": outcome.printed[erratum.id].counterexample,
        }
        for erratum in outcome.derivation.errata
    ]


def rounded(seconds: float) -> int:
    """Seconds rounded up to a power of ten, at least one."""
    return next((limit for limit in ROUNDED_SECONDS if seconds <= limit), ROUNDED_SECONDS[-1] * 10)
