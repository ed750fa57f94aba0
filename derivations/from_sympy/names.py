"""Names: each sympy symbol gets one name in the kernel, and two different symbols never share one."""

from __future__ import annotations

from fractions import Fraction

from sympy import Basic

from derivations.errors import UnsupportedError
from derivations.kernel.problem import Domain

NOT_CARRIED = ("prime", "composite", "irrational", "noninteger", "transcendental", "infinite")


class Names:
    """Hands out names: the symbol's own if it is free, else with a number behind it.

    Names that provers make up contain a space ("x at one place"); so no name of a claim's own may contain one.
    """

    def __init__(self) -> None:
        self._given: dict[Basic, str] = {}
        self._taken: set[str] = set()
        self._bound = 0

    def of(self, symbol: Basic) -> str:
        """The name of a symbol, the same at every call."""
        if symbol not in self._given:
            stem = name = str(getattr(symbol, "name", symbol)).replace(" ", "_")
            number = 1
            while name in self._taken:
                number += 1
                name = f"{stem}_{number}"
            self._taken.add(name)
            self._given[symbol] = name
        return self._given[symbol]

    def bound(self, symbol: Basic) -> str:
        """A fresh name for a bound variable."""
        self._bound += 1
        return f"{symbol}#{self._bound}"


def domain_of(symbol: Basic) -> Domain:
    """What sympy's own assumptions say about a scalar symbol. A symbol without any is taken to be real."""
    refuse_what_no_domain_says(symbol)
    low = Fraction(0) if symbol.is_nonnegative or symbol.is_positive else None
    high = Fraction(0) if symbol.is_nonpositive or symbol.is_negative else None
    return Domain(
        low=low,
        high=high,
        low_open=not (low is not None and not symbol.is_positive),
        high_open=not (high is not None and not symbol.is_negative),
        integer=bool(symbol.is_integer),
        nonzero=bool(symbol.is_nonzero) and not (symbol.is_positive or symbol.is_negative),
        parity=0 if symbol.is_even else 1 if symbol.is_odd else None,
        complex=symbol.is_real is False or (symbol.is_complex is True and symbol.is_real is not True),
    )


def refuse_what_no_domain_says(symbol: Basic) -> None:
    """Turn away an assumption that no domain carries: a counterexample might break it, as 4 does for a prime."""
    counts = symbol.is_integer and symbol.is_positive
    not_so = [f"not {name}" for name in ("prime", "composite") if counts and getattr(symbol, f"is_{name}") is False]
    told = [name for name in NOT_CARRIED if getattr(symbol, f"is_{name}")] + not_so
    if told:
        raise UnsupportedError(f"that {symbol} is {told[0]} is not understood; say what is used of it with given=...")
