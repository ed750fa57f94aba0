"""The second route: the same terms evaluated with plain Python fractions, lists and mpmath.

A refutation is believed only when this evaluator agrees with `evaluate`. It shares the term language with it and
nothing else: no flint, no compiled steps, its own elimination, its own table of functions. It is slow and short. A
value is a `Fraction`, an mpmath number when something irrational was met, or a list of rows.
"""

from derivations.kernel.search.secondroute.numbers import NoValue, mpmath_with
from derivations.kernel.search.secondroute.route import second_value

__all__ = ["NoValue", "mpmath_with", "second_value"]
