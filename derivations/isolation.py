"""One worker process, started when first needed, killed when a claim runs over its time limit, and started anew."""

from __future__ import annotations

import atexit
import os
import select
import subprocess
import sys
import threading

from derivations.evidence import Evidence, Reason
from derivations.kernel.problem import Problem
from derivations.kernel.worker import receive, send

_GRACE = 0.5


def undecided(code: str, advice: str) -> tuple[Evidence, ...]:
    """Evidence that says why there is no answer."""
    return (Evidence("undecided", "none", reason=Reason(code, advice)),)


class Worker:
    """A killable process that decides problems one after the other."""

    def __init__(self) -> None:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "derivations.kernel.worker"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment,
        )
        self.owner = os.getpid()

    def ask(self, problem: Problem, seed: int, log2_error: float, seconds: float) -> tuple[Evidence, ...]:
        """Decide a problem, or kill the process when the time is over."""
        try:
            send(self._process.stdin, (problem, seed, log2_error, seconds))
            if not self._answers_within(seconds + _GRACE):
                self.kill()
                return undecided("time", "raise time_limit, or split the claim into smaller steps")
            answer = receive(self._process.stdout)
        except (EOFError, BrokenPipeError):
            self.kill()
            return undecided("crashed", "the deciding process ended; please report this claim")
        if isinstance(answer, str):
            return undecided("error", f"the kernel failed ({answer}); please report this claim")
        return answer

    def _answers_within(self, seconds: float) -> bool:
        return bool(select.select([self._process.stdout], [], [], max(seconds, 0))[0])

    @property
    def alive(self) -> bool:
        return self.owner == os.getpid() and self._process.poll() is None

    def kill(self) -> None:
        """End the process at once."""
        if self.owner == os.getpid():
            self._process.kill()
            self._process.wait()
            self._process.stdin.close()
            self._process.stdout.close()


_lock = threading.Lock()
_worker: Worker | None = None


def decide_in_worker(problem: Problem, seed: int, log2_error: float, seconds: float) -> tuple[Evidence, ...]:
    """Decide a problem in the worker of this process, under a hard time limit."""
    global _worker
    with _lock:
        if _worker is None or not _worker.alive:
            _worker = Worker()
        return _worker.ask(problem, seed, log2_error, seconds)


def stop() -> None:
    """End the worker, if there is one."""
    if _worker is not None and _worker.alive:
        _worker.kill()


atexit.register(stop)
