"""All sections in one run, and whether the figures reach what the project set out to show."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from derivations.benchmarks import machine
from derivations.benchmarks.asking import OURS
from derivations.benchmarks.budget import Budget
from derivations.benchmarks.peers import UNDECIDED

# in this order, and imported only then: a process inherits the memory of the one that starts it, and torch is large
SECTIONS = ("context", "whole_job", "scale", "deciding", "checker", "simulations")


def run(budget: Budget, tell: Callable[[str], None] = lambda text: None) -> dict[str, Any]:
    """Every section, the machine, and the targets, as plain data."""
    results: dict[str, Any] = {"budget": budget.name, "machine": machine.description()}
    for name in SECTIONS:
        start = time.perf_counter()
        results[name] = import_module(f"derivations.benchmarks.{name}").measure(budget)
        tell(f"{name}: {time.perf_counter() - start:.0f} s")
    return results | {"targets": targets(results)}


def targets(results: dict[str, Any]) -> list[dict[str, Any]]:
    """What was to be shown, what was measured, and whether that is enough."""
    matrices = results["deciding"]["groups"]["matrices"]["deciders"]
    floor = [at["proof over hand"] for sizes in results["scale"]["floor"].values() for at in sizes if at["size"] == 32]
    return [
        *_against_sympy(results["deciding"]["groups"]["scalars"]["deciders"]),
        _at_least("matrix claims for all sizes against explicit 3 x 3 entries, the slower of simplify and equals: "
                  "total time", 100, _ratio(matrices, max)),
        _at_least("the same against the faster of the two", 100, _ratio(matrices, min)),
        _at_least("batched simulation against the Python loop", 50,
                  results["simulations"]["ratios"]["Python loop, autograd"]),
        _at_least(f"verify with {results['whole_job']['jobs']} processes against one", 1.7,
                  results["whole_job"]["speed-up"]),
        _at_most("a proof at size 32 against its flint calls by hand, the worst of three claims", 5, max(floor)),
    ]


def _against_sympy(scalars: dict[str, Any]) -> list[dict[str, Any]]:
    pairs = {name: scalars[f"sympy {name}"] for name in ("simplify", "equals")}
    ratios = {name: peer and peer["ratio"] for name, peer in pairs.items()}
    known = [ratio for ratio in ratios.values() if ratio is not None]
    open_ones = [peer["ours"][UNDECIDED] - peer[UNDECIDED] for peer in pairs.values() if peer]
    return [
        _at_least("scalar claims against sympy simplify: total time", 30, ratios["simplify"]),
        _at_least("scalar claims against sympy equals: total time", 30, ratios["equals"]),
        _at_least("scalar claims against asking both: total time", 30, sum(known) if known else None),
        _at_most("scalar claims more undecided than sympy, the better of the two", 0, max(open_ones, default=None)),
        _at_most("scalar claims answered wrongly", 0, scalars[OURS]["wrong"]),
    ]


def _ratio(deciders: dict[str, Any], pick: Callable[[list[float]], float]) -> float | None:
    found = [deciders[f"sympy {name}"] for name in ("simplify", "equals")]
    ratios = [one["ratio"] for one in found if one]
    return pick(ratios) if ratios else None


def _at_least(what: str, wanted: float, found: float | None) -> dict[str, Any]:
    met = found is not None and found >= wanted
    return {"what": what, "wanted": f"at least {wanted:g}", "found": found, "met": met}


def _at_most(what: str, wanted: float, found: float | None) -> dict[str, Any]:
    met = found is not None and found <= wanted
    return {"what": what, "wanted": f"at most {wanted:g}", "found": found, "met": met}
