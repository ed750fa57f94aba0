"""How fast and how big: python -m proofs_tests.measure prints medians over the corpus, import time and memory."""

import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable

from derivations import check, mutants
from derivations.errors import ClaimError
from proofs_tests.outcomes import TRUE_GROUPS


def seconds(action: Callable[[], object]) -> float:
    """The wall-clock time of one call."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def times(claims: Iterable[object]) -> list[float]:
    """The time of `check` for each claim, the second time it is asked."""
    found = []
    for claim in claims:
        try:
            check(claim)
        except ClaimError:
            continue
        found.append(seconds(lambda claim=claim: check(claim)))
    return found


def some_mutants(entries: list, a_claim: int = 3) -> list[object]:
    """A few mutants of each entry, the same in every run."""
    drawn = []
    for entry in entries:
        everything = mutants(entry.claim)
        drawn += random.Random(entry.name).sample(everything, min(a_claim, len(everything)))
    return [mutant.claim for mutant in drawn]


def import_seconds(runs: int = 5) -> float:
    """The median time of importing the package and its first words, in fresh interpreters."""
    code = "import time; s = time.perf_counter(); from derivations import check, equal; print(time.perf_counter() - s)"
    return statistics.median(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(runs))


def megabytes() -> float:
    """The peak memory of this process and of its largest child."""
    own, child = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return max(own, child) / 1024


def line(name: str, found: list[float]) -> str:
    """Count, median, ninth decile and maximum in milliseconds."""
    ordered = sorted(1000 * value for value in found)
    figures = {"median": statistics.median(ordered), "90 %": ordered[int(0.9 * len(ordered))], "max": ordered[-1]}
    return f"{name:24s} {len(ordered):5d}  " + "  ".join(f"{word} {value:.2f} ms" for word, value in figures.items())


def main() -> None:
    """Print the table."""
    print(f"import derivations       median {import_seconds():.3f} s")
    for group, entries in TRUE_GROUPS.items():
        print(line(f"{group}, true", times(entry.claim for entry in entries)))
    print(f"memory after the corpus  {megabytes():.0f} MB")
    for group, entries in TRUE_GROUPS.items():
        print(line(f"{group}, mutants", times(some_mutants(entries))))
    print(f"memory at the end        {megabytes():.0f} MB")


if __name__ == "__main__":
    main()
