"""Which claims the size theorems cover, and the numbers they ask for: K_t, occurrences, nodes nu_t and degrees in n.

Everything is counted on the term as a tree (shared subterms count each time, integer powers as repeated products) with
transposes pushed down to the letters, as the theorems of `soundness/sizes.md` require.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from derivations.kernel.every_size.retype import single_atom
from derivations.kernel.terms import Dim, Term, subterms

UNIT = ""  # the atom of the dimension 1
FORMULA_OPS = frozenset((
    "letter", "identity", "zeros", "madd", "mmul", "scale", "transpose", "inverse", "mpower", "block",
))
FORMULA_FAMILIES = frozenset(("generic", "symmetric", "skew", "diagonal"))


def whole_number(term: Term) -> int | None:
    """The integer written in a `num`, or None."""
    return term.data.numerator if term.op == "num" and term.data.denominator == 1 else None


@lru_cache(maxsize=20000)
def is_central(scalar: Term) -> bool:
    """Whether a scalar is a rational function of symbols and sizes: no letter, no unknown function, no root."""
    if scalar.op in ("num", "symbol", "size"):
        return True
    if scalar.op == "power":
        return whole_number(scalar.args[1]) is not None and is_central(scalar.args[0])
    return scalar.op in ("add", "mul") and all(map(is_central, scalar.args))


def has_size(term: Term) -> bool:
    """Whether a dimension is used as a number somewhere in the term."""
    return any(part.op == "size" for part in subterms(term))


def is_formula(term: Term, families: Mapping[Term, str]) -> bool:
    """Whether a matrix term is in class B: letters, sums, products, transposes, inverses, blocks, central factors."""
    done: dict[Term, bool] = {}

    def fine(part: Term) -> bool:
        if part not in done:
            done[part] = _formula_node(part, families) and all(fine(arg) for arg in part.args if not arg.is_scalar)
        return done[part]

    return not term.is_scalar and fine(term)


def _formula_node(part: Term, families: Mapping[Term, str]) -> bool:
    if part.op == "letter":
        return families[part] in FORMULA_FAMILIES
    if part.op == "scale":
        return is_central(part.args[0])
    if part.op == "mpower":
        return whole_number(part.args[1]) is not None
    return part.op in FORMULA_OPS


def dim_atoms(dim: Dim) -> list[str]:
    """The atoms of a dimension with multiplicity; a 1 counts as the unit atom."""
    return [part[0] if part else UNIT for part in dim.parts]


@dataclass(frozen=True)
class Count:
    """`rows[t]`: K_t, how many non-diagonal letters have the atom t in their row dimension; `uses`: occurrences."""

    rows: Counter[str]
    uses: Counter[Term]

    def __add__(self, other: Count) -> Count:
        return Count(self.rows + other.rows, self.uses + other.uses)

    def times(self, factor: int) -> Count:
        return Count(
            Counter({key: factor * number for key, number in self.rows.items()}),
            Counter({key: factor * number for key, number in self.uses.items()}),
        )


NOTHING = Count(Counter(), Counter())


def count(term: Term, families: Mapping[Term, str]) -> Count:
    """The letters of a formula, counted as a tree with transposes at the letters."""
    done: dict[tuple[Term, bool], Count] = {}

    def visit(part: Term, flipped: bool) -> Count:
        key = part, flipped
        if key not in done:
            done[key] = node(part, flipped)
        return done[key]

    def node(part: Term, flipped: bool) -> Count:
        if part.op == "letter":
            if families[part] == "diagonal":
                return NOTHING
            return Count(Counter(dim_atoms(part.cols if flipped else part.rows)), Counter((part,)))
        if part.op == "transpose":
            return visit(part.args[0], not flipped)
        if part.op == "mpower":
            return visit(part.args[0], flipped).times(abs(whole_number(part.args[1])))
        total = NOTHING
        for arg in part.args:
            if not arg.is_scalar:
                total = total + visit(arg, flipped)
        return total

    return visit(term, False)


# --- degrees in the sizes --------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Nodes:
    """Index nodes of type t (`nu`), and degrees in n_t of numerator and denominator (`top`, `bottom`)."""

    nu: Counter[str]
    top: Counter[str]
    bottom: Counter[str]
    off_diagonal: bool = False

    def joined(self, other: Nodes, shared: Dim | None = None) -> Nodes:
        """A product: everything adds, minus the node that two factors share."""
        nu = self.nu + other.nu
        atom = None if shared is None else single_atom(shared)
        if atom is not None:
            nu[atom] -= 1
        return Nodes(nu, self.top + other.top, self.bottom + other.bottom, self.off_diagonal or other.off_diagonal)

    def beside(self, other: Nodes) -> Nodes:
        """A sum: the larger number of nodes; fractions brought over a common denominator."""
        return Nodes(
            self.nu | other.nu,
            (self.top + other.bottom) | (other.top + self.bottom),
            self.bottom + other.bottom,
            self.off_diagonal and other.off_diagonal,
        )


class NotPolynomial(ValueError):
    """The term is not in class A."""


def nodes(term: Term, families: Mapping[Term, str]) -> Nodes:
    """The table of class A; `NotPolynomial` if the term is not in it."""
    done: dict[Term, Nodes] = {}

    def visit(part: Term) -> Nodes:
        if part not in done:
            rule = _NODE_RULES.get(part.op)
            if rule is None:
                raise NotPolynomial(part.op)
            done[part] = rule(part, visit, families)
        return done[part]

    return visit(term)


Visit = Callable[[Term], Nodes]
_FREE = Nodes(Counter(), Counter(), Counter())


def _present(*dims: Dim) -> Counter[str]:
    total: Counter[str] = Counter()
    for dim in dims:
        total.update(dim.atoms)
    return total


def _letter_nodes(part: Term, visit: Visit, families: Mapping[Term, str]) -> Nodes:
    if families[part] == "diagonal":
        return Nodes(_present(part.rows), Counter(), Counter())
    return Nodes(_present(part.rows, part.cols), Counter(), Counter(), off_diagonal=True)


def _identity_nodes(part: Term, visit: Visit, families: Mapping[Term, str]) -> Nodes:
    present = _present(part.rows)
    return Nodes(present, present, Counter())


def _ones_nodes(part: Term, visit: Visit, families: Mapping[Term, str]) -> Nodes:
    present = _present(part.rows, part.cols)
    return Nodes(present, present, Counter(), off_diagonal=True)


def _sum_nodes(part: Term, visit: Visit, families: Mapping[Term, str]) -> Nodes:
    total = visit(part.args[0])
    for arg in part.args[1:]:
        total = total.beside(visit(arg))
    return total


def _block_nodes(part: Term, visit: Visit, families: Mapping[Term, str]) -> Nodes:
    total = _sum_nodes(part, visit, families)
    return Nodes(total.nu, total.top, total.bottom)


def _product_nodes(part: Term, visit: Visit, families: Mapping[Term, str]) -> Nodes:
    total = visit(part.args[0])
    for arg in part.args[1:]:
        total = total.joined(visit(arg), None if arg.is_scalar else arg.rows)
    return total


def _scale_nodes(part: Term, visit: Visit, families: Mapping[Term, str]) -> Nodes:
    factor, body = map(visit, part.args)
    joined = factor.joined(body)
    return Nodes(joined.nu, joined.top, joined.bottom, body.off_diagonal)


def _hadamard_nodes(part: Term, visit: Visit, families: Mapping[Term, str]) -> Nodes:
    total = visit(part.args[0])
    off_diagonal = all(visit(arg).off_diagonal for arg in part.args)
    for arg in part.args[1:]:
        total = total.joined(visit(arg), part.rows)
    return Nodes(total.nu, total.top, total.bottom, off_diagonal)


def _closing_nodes(part: Term, visit: Visit, families: Mapping[Term, str]) -> Nodes:
    """Trace and diagonal part: row and column become one node, if they were two in every summand."""
    inside = visit(part.args[0])
    nu, atom = Counter(inside.nu), single_atom(part.args[0].rows)
    if atom is not None and inside.off_diagonal:
        nu[atom] -= 1
    return Nodes(nu, inside.top, inside.bottom)


def _power_nodes(part: Term, visit: Visit, families: Mapping[Term, str]) -> Nodes:
    exponent, base = whole_number(part.args[1]), part.args[0]
    if exponent is None or (exponent <= 0 and not (base.is_scalar and is_central(base))):
        raise NotPolynomial(part.op)
    inside = visit(base)
    if exponent < 0:
        inside = Nodes(inside.nu, inside.bottom, inside.top)
    total = inside if exponent else _FREE
    for _ in range(abs(exponent) - 1):
        total = total.joined(inside, None if base.is_scalar else base.rows)
    return total


def _same_nodes(part: Term, visit: Visit, families: Mapping[Term, str]) -> Nodes:
    return visit(part.args[0])


def _diag_nodes(part: Term, visit: Visit, families: Mapping[Term, str]) -> Nodes:
    inside = visit(part.args[0])
    return Nodes(inside.nu, inside.top, inside.bottom)


_NODE_RULES: dict[str, Callable[[Term, Visit, Mapping[Term, str]], Nodes]] = {
    "num": lambda part, visit, families: _FREE,
    "symbol": lambda part, visit, families: _FREE,
    "size": lambda part, visit, families: Nodes(Counter(), _size_degree(part.data), Counter()),
    "letter": _letter_nodes, "identity": _identity_nodes, "ones": _ones_nodes,
    "zeros": lambda part, visit, families: Nodes(_present(part.rows, part.cols), Counter(), Counter(), True),
    "add": _sum_nodes, "madd": _sum_nodes, "block": _block_nodes, "matrix": _block_nodes,
    "mul": _product_nodes, "mmul": _product_nodes, "scale": _scale_nodes, "hadamard": _hadamard_nodes,
    "transpose": _same_nodes, "diag": _diag_nodes, "trace": _closing_nodes, "diagpart": _closing_nodes,
    "power": _power_nodes, "mpower": _power_nodes,
}


def _size_degree(dim: Dim) -> Counter[str]:
    degree: Counter[str] = Counter()
    for part in dim.parts:
        degree |= Counter(part)
    return degree
