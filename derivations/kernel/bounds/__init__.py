"""Inequalities over intervals and half-lines, and sharp constants, by ball arithmetic and exact zeros."""

from derivations.kernel.bounds.prove import prove

__all__ = ["prove"]
