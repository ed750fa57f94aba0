"""Where a function given by cases may be differentiated branch by branch: on open, disjoint regions.

The derivative of `cases` is undefined on the borders between its branches. That is cautious where the branches meet
smoothly and right where they do not; a border is a thin set, on which nothing is then claimed.
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel.terms import Term, both, either, negation, relation


def open_branches(term: Term, moves: Callable[[Term], bool]) -> list[tuple[Term, Term]]:
    """The (value, condition) pairs of `cases` with disjoint conditions, open in the variables that move."""
    found, earlier = [], []
    for value, condition in zip(term.args[::2], term.args[1::2], strict=True):
        region = _both([*earlier, _inside(condition, moves)])
        if region is not None:
            found.append((value, region))
        earlier.append(_outside(condition, moves))
    return found


def _inside(condition: Term, moves: Callable[[Term], bool]) -> Term | None:
    """A condition that implies the given one and is open; None if there is no such point."""
    if not moves(condition):
        return condition
    if condition.op == "relation":
        return {"<=": relation("<", *condition.args), "==": None}.get(condition.data, condition)
    if condition.op == "negation":
        return _outside(condition.args[0], moves)
    join = _both if condition.op == "both" else _either
    return join([_inside(part, moves) for part in condition.args])


def _outside(condition: Term, moves: Callable[[Term], bool]) -> Term | None:
    """A condition that implies the negation of the given one and is open; None if there is no such point."""
    if condition.op == "true":
        return None
    if not moves(condition):
        return negation(condition)
    if condition.op == "relation":
        left, right = condition.args
        return {"==": relation("!=", left, right), "!=": None}.get(condition.data, relation("<", right, left))
    if condition.op == "negation":
        return _inside(condition.args[0], moves)
    join = _either if condition.op == "both" else _both
    return join([_outside(part, moves) for part in condition.args])


def _both(parts: list[Term | None]) -> Term | None:
    if None in parts:
        return None
    return both(*parts) if len(parts) != 1 else parts[0]


def _either(parts: list[Term | None]) -> Term | None:
    kept = [part for part in parts if part is not None]
    return None if not kept else either(*kept) if len(kept) > 1 else kept[0]
