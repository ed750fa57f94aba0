"""Puts one question to one decider, in a process that can be killed, under a limit of processor time.

All deciders are asked in the same way: once, after one question that is not counted, in a process that has everything
imported. The time is that of the processor, so a busy machine changes little; the time on the wall is kept beside it.
What does not stop by itself is interrupted and charged what it has used; what cannot be interrupted is killed and
charged the limit.

sympy draws random numbers, and its answers hang on them, so the same ones are drawn for every question.

The interruption must not come from ITIMER_PROF: while that timer runs, Linux moves the processor clock in ticks of
milliseconds, and whoever answers within a tick is charged nothing.
"""

from __future__ import annotations

import signal
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial

from sympy.core import random

from derivations.benchmarks.peers import UNDECIDED, NotForThis, by_floats, by_math_verify, by_sympy, by_z3
from derivations.benchmarks.questions import Question, claim_of
from derivations.claims import Claim, Induction
from derivations.errors import ClaimError
from derivations.evidence import Point
from derivations.verdict import weakest

OURS = "derivations"
NOT_FOR_THIS = "not for this"
GLANCE = 0.05  # seconds between two looks at the processor clock


class OutOfTime(BaseException):
    """Raised inside a decider when its processor time is over; nothing but us catches it."""


@dataclass(frozen=True)
class Answer:
    """What a decider said, how long it took, and why if it said nothing; details are ours only."""

    decider: str
    question: Question
    word: str
    seconds: float = 0.0
    elapsed: float = 0.0
    why: str = ""
    method: str = ""
    scope: str = ""
    counterexample: tuple[int, int] | None = None


def ask(decider: str, question: Question, seconds: float) -> Answer:
    """The answer of a decider to a question; runs in a worker."""
    claim = claim_of(question)
    _warm_up(decider)
    random.seed(0)
    start, begun = time.process_time(), time.perf_counter()
    said = _said(decider, claim, seconds)
    return Answer(
        decider, question, seconds=time.process_time() - start, elapsed=time.perf_counter() - begun, **said
    )


def _said(decider: str, claim: Claim | Induction, seconds: float) -> dict[str, object]:
    """The word of a decider with its details; one that runs out of time is charged what it has used."""
    try:
        with warnings.catch_warnings(), _at_most(seconds):
            warnings.simplefilter("ignore")
            return DECIDERS[decider](claim, seconds)
    except OutOfTime:
        return {"word": UNDECIDED, "why": "time"}
    except (NotForThis, ClaimError) as reason:
        return {"word": NOT_FOR_THIS, "why": str(reason)}
    except Exception as problem:
        return {"word": UNDECIDED, "why": f"{type(problem).__name__}: {problem}"}


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Interrupts what uses more processor time, which is looked at again and again: Python ignores what is raised while
    an object is destroyed. The alarm that a worker has of its own is put back afterwards.
    """
    start = time.process_time()

    def interrupt(*_: object) -> None:
        if time.process_time() - start >= seconds:
            raise OutOfTime

    handler = signal.signal(signal.SIGALRM, interrupt)
    alarm, _ = signal.setitimer(signal.ITIMER_REAL, GLANCE, GLANCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, alarm)
        signal.signal(signal.SIGALRM, handler)


@cache
def _warm_up(decider: str) -> None:
    """One easy claim, so that imports and tables are not charged to the first question."""
    import sympy

    x, y = sympy.symbols("x y", real=True)
    with suppress(NotForThis):
        DECIDERS[decider](Claim("equal", (x + y) ** 2, x**2 + 2 * x * y + y**2), 10.0)


def _ours(claim: Claim | Induction, seconds: float) -> dict[str, object]:
    from derivations.checking import check

    verdict = check(claim, time_limit=seconds, isolated=False)
    word = verdict.status if verdict.status in ("proved", "refuted") else UNDECIDED
    found = verdict.counterexample
    return {
        "word": word, "why": str(verdict.reason or ""), "method": verdict.method, "scope": str(verdict.scope),
        "counterexample": None if found is None else (largest_size(found.point), largest_number(found.point)),
    }


def largest_size(point: Point) -> int:
    """The largest dimension of a counterexample, 1 if there are only numbers."""
    shapes = [max(len(rows), len(rows[0])) for rows in point.letters.values() if rows]
    return max([1, *point.sizes.values(), *shapes])


def largest_number(point: Point) -> int:
    """The largest numerator or denominator of a counterexample."""
    entries = [entry for rows in point.letters.values() for row in rows for entry in row]
    return max((max(abs(one.numerator), one.denominator) for one in (*entries, *point.symbols.values())), default=0)


def _peer(decide: Callable[[Claim], str]) -> Callable[[Claim | Induction, float], dict[str, object]]:
    """A peer sees an induction as its two parts."""
    def answer(claim: Claim | Induction, seconds: float) -> dict[str, object]:
        parts = claim.parts().values() if isinstance(claim, Induction) else [claim]
        return {"word": weakest([decide(part) for part in parts])}
    return answer


def _by_z3(claim: Claim | Induction, seconds: float) -> dict[str, object]:
    return _peer(partial(by_z3.alone, seconds=seconds))(claim, seconds)


DECIDERS: dict[str, Callable[[Claim | Induction, float], dict[str, object]]] = {
    OURS: _ours,
    "sympy simplify": _peer(by_sympy.simplify),
    "sympy equals": _peer(by_sympy.equals),
    "sympy MatrixExpr": _peer(by_sympy.matrix_expressions),
    "z3": _by_z3,
    "numpy allclose": _peer(by_floats.allclose),
    "Math-Verify": _peer(by_math_verify.graded),
}

