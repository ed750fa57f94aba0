"""Asks z3 whether conditions can hold together, in a way that gives the same answer every time.

Each question gets a context of its own, because models and even answers of z3 depend on what was asked before in the
same context, and its effort is counted in z3's own units of work: the clock of a busy machine decides nothing, and is
only there to stop what has used up the time of the claim.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import z3

LONGEST = 60.0


class Question:
    """Conditions moved to a context of their own, with the solver that is asked about them."""

    def __init__(self, conditions: Iterable[z3.BoolRef], work: int, seconds: float, tactic: str | None = None) -> None:
        import z3

        self._z3, self._context = z3, z3.Context()
        self.solver = z3.Tactic(tactic, ctx=self._context).solver() if tactic else z3.Solver(ctx=self._context)
        self.solver.set("rlimit", work)
        self.solver.set("timeout", max(1, int(1000 * min(seconds, LONGEST))))
        self.add(conditions)

    def add(self, conditions: Iterable[z3.BoolRef]) -> None:
        """Further conditions."""
        self.solver.add(*(condition.translate(self._context) for condition in conditions))

    def answer(self) -> str:
        """'sat', 'unsat' or 'unknown'."""
        return str(self.solver.check())

    def value(self, variable: z3.ArithRef) -> z3.ArithRef:
        """The value of a variable in the model that was found."""
        return self.solver.model().eval(variable.translate(self._context), model_completion=True)
