"""G^k B = R(k) by induction on k, with the claim at k in place of the power.

Base: G^first B = R(first). Step: G R(k) = R(k+1), for then G^(k+1) B = G (G^k B) = G R(k). Likewise B G^k. Both are
ordinary equalities under the same hypotheses, so A x = c x gives A^k x = c^k x. Theorem: soundness/induction.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from derivations.evidence import Evidence
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives.tidy import UNIT, matrix_power, matrix_times, plus
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.stepping.induction import closed_form_gap, first_value
from derivations.kernel.stepping.shifts import depends
from derivations.kernel.terms import Term, mmul, num, substitute

Decide = Callable[[Problem, Effort], tuple[Evidence, ...]]
THEOREM = "induction.md: Powers of a matrix"


@dataclass(frozen=True)
class _Power:
    """base^counter before or behind the other factors, and the side it is said to equal."""

    base: Term
    counter: Term
    before: tuple[Term, ...]
    behind: tuple[Term, ...]
    closed_form: Term

    def at(self, value: int) -> Term:
        """The side with the power at a number."""
        return matrix_times(*self.before, matrix_power(self.base, num(value)), *self.behind)

    def following(self) -> Term:
        """The side at counter + 1, if it is the closed form at the counter."""
        return mmul(self.closed_form, self.base) if self.before else mmul(self.base, self.closed_form)


def prove(problem: Problem, effort: Effort, decide: Decide) -> Evidence | None:
    """'proved' if one side is a power of a matrix times fixed factors and base and step are proved; None if not."""
    if problem.relation != "equal" or problem.left.is_scalar:
        return None
    share = replace(effort, log2_error=effort.log2_error - 1)
    for power in _powers(problem):
        first = first_value(problem.domain(power.counter))
        if first is None or first < 0 or closed_form_gap(power.closed_form, power.counter, first, problem) is not None:
            continue
        parts = []
        for part in _base_and_step(problem, power, first):
            parts.append(decide(part, share)[0])
            if parts[-1].status != "proved":
                break
        else:
            return all_of(parts, f"induction on {power.counter.data}", THEOREM)
    return None


def _powers(problem: Problem) -> Iterator[_Power]:
    for side, other in (problem.sides, problem.sides[::-1]):
        factors = side.args if side.op == "mmul" else (side,)
        for place in {0, len(factors) - 1}:
            power, before, behind = factors[place], factors[:place], factors[place + 1 :]
            if power.op == "mpower" and _counts(problem, power, (*before, *behind)):
                yield _Power(*power.args, before, behind, other)


def _counts(problem: Problem, power: Term, others: tuple[Term, ...]) -> bool:
    """Whether the exponent is a symbol for all whole numbers from some first one on, and is used nowhere else here."""
    base, counter = power.args
    if counter.op != "symbol":
        return False
    domain = problem.domain(counter)
    plain = domain.integer and domain.parity is None and domain.high is None and not domain.nonzero
    return plain and not any(depends(term, counter) for term in (base, *others, *problem.conditions))


def _base_and_step(problem: Problem, power: _Power, first: int) -> Iterator[Problem]:
    counter, closed_form = power.counter, power.closed_form
    yield replace(problem, left=power.at(first), right=substitute(closed_form, {counter: num(first)}))
    after = substitute(closed_form, {counter: plus(counter, UNIT)})
    yield replace(problem, left=power.following(), right=after)
