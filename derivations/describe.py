"""Assumptions in words: 'H is symmetric', 'A and B commute', 'x > 0'."""

from __future__ import annotations

from sympy.assumptions import AppliedPredicate

from derivations import printing


def describe(assumption: object) -> str:
    """One assumption as a phrase."""
    if isinstance(assumption, AppliedPredicate):
        name, subjects = assumption.function.name, assumption.arguments
    elif hasattr(assumption, "matrices"):
        name, subjects = assumption.name, assumption.matrices
    else:
        return printing.text(assumption)
    shown = [printing.text(subject) for subject in subjects]
    if name == "commuting":
        return f"{shown[0]} and {shown[1]} commute"
    if len(shown) > 1:
        return f"{name}({', '.join(shown)})"
    rank = getattr(assumption, "rank", None)
    return f"{shown[0]} is {name.replace('_', ' ')}" + (f" of rank {rank}" if rank is not None else "")
