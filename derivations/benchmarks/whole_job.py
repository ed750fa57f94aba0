"""The whole job: `derivations verify` in processes of its own, with an empty cache and with a full one."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from typing import Any

from derivations.benchmarks.budget import Budget
from derivations.benchmarks.figures import seconds
from derivations.benchmarks.machine import processors

WITH_MEMORY = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:])
unit = 1024**2 if sys.platform == "darwin" else 1024
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit, file=sys.stderr)
"""
IMPORT = "import time; s = time.perf_counter(); from derivations import check, equal; print(time.perf_counter() - s)"


def measure(budget: Budget) -> dict[str, Any]:
    """Cold with one and with two processes, warm, steps a second, the time of importing, the largest memory."""
    cold = {jobs: _cold(budget, jobs) for jobs in sorted({1, min(2, processors())})}
    first, last = cold[min(cold)], cold[max(cold)]
    return {
        "derivations": list(budget.derivations),
        "runs": {str(jobs): run for jobs, run in cold.items()},
        "speed-up": first["cold"] / last["cold"],
        "jobs": max(cold),
        "warm over cold": last["warm"] / last["cold"],
        "import seconds": import_seconds(budget.repeats),
        "megabytes": max(run["megabytes"] for run in cold.values()),
    }


def _cold(budget: Budget, jobs: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        (cold, megabytes, _), (warm, _, printed) = (_verified(budget, jobs, folder) for _ in range(2))
    pages = json.loads(printed)["derivations"]
    steps = sum(len(page["steps"]) for page in pages)
    mutants = sum(page["mutants"]["generated"] for page in pages)
    return {"cold": cold, "warm": warm, "steps": steps, "mutants": mutants, "steps a second": steps / cold,
            "claims a second": (steps + mutants) / cold, "megabytes": megabytes}


def _verified(budget: Budget, jobs: int, cache: str) -> tuple[float, float, str]:
    """Seconds of one run, the memory of its largest process in megabytes, and what it printed."""
    verify = [sys.executable, "-m", "derivations", "verify", *budget.derivations, "--jobs", str(jobs), "--json"]
    done: list[subprocess.CompletedProcess] = []
    took = seconds(lambda: done.append(subprocess.run(
        [sys.executable, "-c", WITH_MEMORY, *verify], env=os.environ | {"DERIVATIONS_CACHE": cache},
        capture_output=True, text=True, check=True,
    )))
    return took, float(done[0].stderr.splitlines()[-1]), done[0].stdout


def import_seconds(repeats: int) -> float:
    """The median time of importing the package and its first words, in fresh interpreters."""
    return statistics.median(float(subprocess.check_output([sys.executable, "-c", IMPORT])) for _ in range(repeats))
