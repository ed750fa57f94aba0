"""The oracle's points: random values inside the assumptions, by its own recipes.

All random numbers are dyadic, so the same seed gives the same point at every precision; what a recipe computes from
them (an orthogonal matrix, a unit vector) is computed at the precision at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
import sympy
from mpmath import mp
from sympy import Basic, Q
from sympy.assumptions import AppliedPredicate
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations.assumptions import Assumption
from proofs_tests.oracle_values import Undefined, Unreliable, Values, array, eye, holds, inverse

_KINDS = {
    Q.symmetric: "symmetric", Q.orthogonal: "orthogonal", Q.unitary: "orthogonal", Q.diagonal: "diagonal",
    Q.positive_definite: "positive_definite", Q.lower_triangular: "lower_triangular",
    Q.upper_triangular: "upper_triangular", Q.invertible: "invertible", Q.fullrank: "invertible",
}
_SCALARS = {Q.positive: "positive", Q.negative: "negative", Q.nonnegative: "nonnegative", Q.nonzero: "nonzero",
            Q.nonpositive: "nonpositive", Q.integer: "integer", Q.even: "even", Q.odd: "odd"}
# what sizes and whole numbers are drawn from, for one point after the other: small ones, quick to look at, come first
SIZES = ([1], [1, 2], [2, 3, 3, 4], [2, 3, 3, 4])
WHOLE = ([0, 1, 2, 3, -1], [0, 1, 2, 3, -1], [0, 1, 2, 3, 4, 5, 6, -1, -2, -3], [0, 1, 2, 3, 4, 5, 6, -1, -2, -3])
_NO_CONTENT = {Q.square, Q.real_elements, Q.real, Q.finite, Q.complex, Q.complex_elements}


class Inadmissible(Exception):
    """This draw broke an assumption; draw again."""


def _dyadic(rng: Random) -> object:
    """A number of size at most 30: special, coarse or fine."""
    special, coarse, fine = rng.choice([0, 1, -1]), rng.randint(-60, 60), rng.randint(-3 * 2**20, 3 * 2**20)
    numerator, denominator = rng.choices([(special, 1), (coarse, 2), (coarse, 16), (fine, 2**20)], [1, 2, 2, 3])[0]
    return mp.mpf(numerator) / denominator


def _generic(rng: Random, rows: int, cols: int) -> np.ndarray:
    return array(rows, cols, lambda i, j: mp.mpf(rng.randint(-3 * 2**20, 3 * 2**20)) / 2**20)


def _orthogonal(rng: Random, rows: int, cols: int) -> np.ndarray:
    """Cayley's transform of a skew matrix, with random signs in front so that both determinants occur."""
    skew = _skew(rng, rows, rows)
    signs = array(rows, rows, lambda i, j: mp.mpf(rng.choice([1, -1]) if i == j else 0))
    return (eye(rows) - skew).dot(inverse(eye(rows) + skew)).dot(signs)[:, :cols]


def _skew(rng: Random, rows: int, cols: int) -> np.ndarray:
    made = _generic(rng, rows, cols)
    return made - made.T


def _projection(rng: Random, rows: int, cols: int, rank: int | None = None) -> np.ndarray:
    rank = rng.randint(0, rows) if rank is None else rank
    basis = _orthogonal(rng, rows, rows)[:, :rank]
    return basis.dot(basis.T) if rank else basis.dot(basis.T) * 0 + eye(rows) * 0


def _idempotent(rng: Random, rows: int, cols: int, rank: int | None = None) -> np.ndarray:
    frame, rank = _generic(rng, rows, rows), rng.randint(0, rows) if rank is None else rank
    core = array(rows, rows, lambda i, j: mp.mpf(int(i == j and i < rank)))
    return frame.dot(core).dot(inverse(frame))


def _permutation(rng: Random, rows: int, cols: int) -> np.ndarray:
    """Any order, or one long cycle, because many orders are their own inverse."""
    order = list(range(rows))
    if rng.random() < 0.5:
        rng.shuffle(order)
    else:
        order = order[1:] + order[:1]
    return array(rows, rows, lambda i, j: mp.mpf(int(order[i] == j)))


def _permutation_invariant(rng: Random, rows: int, cols: int) -> np.ndarray:
    on, beside = _dyadic(rng), _dyadic(rng)
    return array(rows, cols, lambda i, j: on if i == j else beside)


def _commutes_with_swaps(matrix: np.ndarray) -> bool:
    """Whether every swap of two positions leaves the matrix as it is."""
    swaps = [(i, j) for i in range(len(matrix)) for j in range(i)]
    orders = [[{i: j, j: i}.get(k, k) for k in range(len(matrix))] for i, j in swaps]
    return all(_small(matrix[order][:, order] - matrix) for order in orders)


def _positive(rng: Random, rows: int, cols: int) -> np.ndarray:
    return array(rows, cols, lambda i, j: mp.mpf(rng.randint(1, 3 * 2**20)) / 2**20)


def _stochastic(rng: Random, rows: int, cols: int) -> np.ndarray:
    made = _positive(rng, rows, cols)
    return array(rows, cols, lambda i, j: made[i, j] / made[i, :].sum())


def _unit_vector(rng: Random, rows: int, cols: int) -> np.ndarray:
    made = _generic(rng, rows, 1)
    return made / mp.sqrt(sum(value * value for value in made.reshape(-1)))


def _masked(keep: Callable[[int, int], bool]) -> Callable[[Random, int, int], np.ndarray]:
    def recipe(rng: Random, rows: int, cols: int) -> np.ndarray:
        made = _generic(rng, rows, cols)
        return array(rows, cols, lambda i, j: made[i, j] if keep(i, j) else mp.mpf(0))

    return recipe


def _gram(rng: Random, rows: int, rank: int) -> np.ndarray:
    made = _generic(rng, rows, rank)
    return made.dot(made.T) if rank else eye(rows) * 0


def _semidefinite(rng: Random, rows: int, cols: int, rank: int | None = None) -> np.ndarray:
    return _gram(rng, rows, rng.randint(0, rows) if rank is None else rank)


RECIPES: dict[str, Callable[[Random, int, int], np.ndarray]] = {
    "permutation": _permutation, "permutation_invariant": _permutation_invariant, "orthogonal": _orthogonal,
    "semi_orthogonal": _orthogonal, "projection": _projection,
    "diagonal": _masked(lambda i, j: i == j), "positive_definite": lambda rng, n, m: _gram(rng, n, n + 1),
    "positive_semidefinite": _semidefinite, "row_stochastic": _stochastic,
    "probability_vector": lambda rng, n, m: _stochastic(rng, 1, n).T.copy(), "unit_vector": _unit_vector,
    "idempotent": _idempotent, "skew": _skew, "symmetric": lambda rng, n, m: (lambda a: a + a.T)(_generic(rng, n, n)),
    "lower_triangular": _masked(lambda i, j: i >= j), "upper_triangular": _masked(lambda i, j: i <= j),
    "positive": _positive, "invertible": _generic, "generic": _generic,
}


@dataclass(frozen=True)
class Cast:
    """What a point must give values to: sizes, symbols and matrices, and the assumptions about them.

    `positions` says of symbols that count rows or columns of a matrix how many there are.
    """

    facts: tuple
    dims: tuple[Basic, ...]
    free: tuple[Basic, ...]
    letters: tuple[Basic, ...]
    about_sizes: tuple
    about_values: tuple
    positions: dict[Basic, Basic]


@lru_cache(maxsize=4096)
def cast(expressions: tuple[Basic, ...], given: tuple) -> Cast:
    """Everything that occurs in the expressions and the assumptions."""
    facts = tuple(_flat(given))
    everything = [*expressions, *(part for fact in facts for part in _expressions(fact))]
    letters = {x for e in everything for x in _atoms(e) if isinstance(x, sympy.MatrixSymbol)}
    dims = {s for x in letters for size in x.shape for s in sympy.sympify(size).free_symbols}
    ranks = [fact.rank for fact in facts if isinstance(fact, Assumption) and fact.rank is not None]
    dims |= {symbol for rank in ranks for symbol in rank.free_symbols}
    dims |= {s for e in everything for o in _atoms(e) if not isinstance(o, sympy.MatrixSymbol) for s in o.free_symbols}
    free = {s for e in everything for s in _free(e) if isinstance(s, sympy.Symbol)} - dims
    about_sizes = tuple(fact for fact in facts if isinstance(fact, Relational) and fact.free_symbols <= dims)
    about_values = tuple(fact for fact in facts if fact not in about_sizes)
    in_order = [tuple(sorted(names, key=str)) for names in (dims, free, letters)]
    elements = {x for e in everything for x in e.atoms(MatrixElement)}
    positions = {index: size for x in elements for index, size in zip(x.indices, x.parent.shape, strict=True)}
    return Cast(facts, *in_order, about_sizes, about_values, positions)


@lru_cache(maxsize=1 << 16)
def _atoms(node: Basic) -> frozenset[Basic]:
    """The matrix symbols, identities and matrices of ones in an expression."""
    own = {node} if isinstance(node, sympy.MatrixSymbol | sympy.OneMatrix | sympy.Identity) else set()
    return frozenset(own).union(*(_atoms(arg) for arg in node.args if isinstance(arg, Basic)))


@lru_cache(maxsize=1 << 16)
def _free(node: Basic) -> frozenset[Basic]:
    """The free symbols, part by part, because sympy computes those of sums anew each time."""
    if type(node).free_symbols is Basic.free_symbols:
        return frozenset().union(*map(_free, node.args))
    return frozenset(node.free_symbols)


def draw(expressions: tuple[Basic, ...], given: tuple, seed: int) -> Values:
    """Values for everything that occurs in the expressions, inside the assumptions; raises `Inadmissible`."""
    rng, who = Random(seed), cast(expressions, given)
    values = Values({}, _Functions(seed), _Sequences(seed))
    for symbol in who.dims:
        size = values.symbols[symbol] = mp.mpf(rng.choice(SIZES[seed % 4]))
        if not all(_scalar_holds(word, size) for word in _words_about(symbol, who.facts) & {"even", "odd"}):
            raise Inadmissible
    _insist(values, who.about_sizes, equations=True)
    for symbol in who.free:
        whole = range(values.size(who.positions[symbol])) if symbol in who.positions else WHOLE[seed % 4]
        values.symbols[symbol] = _scalar(rng, symbol, who.facts, whole)
    for letter in who.letters:
        values.symbols[letter] = _letter(rng, values, letter, who.facts)
    _tie_letters(rng, values, who.facts)
    _tie_symbols(rng, values, who.about_values)
    _insist(values, who.facts)
    _insist_on_equations(values, who.about_values)
    return values


def _flat(given: tuple) -> list:
    return [part for item in given for part in (_flat(item.args) if isinstance(item, sympy.And) else [item])]


def _expressions(fact: object) -> tuple[Basic, ...]:
    if isinstance(fact, Assumption):
        return fact.matrices
    return fact.arguments if isinstance(fact, AppliedPredicate) else (fact,)


@lru_cache(maxsize=4096)
def _words_about(symbol: Basic, facts: tuple) -> set[str]:
    said = {_SCALARS.get(fact.function, "") for fact in facts
            if isinstance(fact, AppliedPredicate) and fact.arguments[0] == symbol}
    own = {word for word in ("positive", "negative", "nonnegative", "nonpositive", "nonzero", "integer", "even", "odd")
           if getattr(symbol, f"is_{word}")}
    return said | own


def _scalar(rng: Random, symbol: Basic, facts: tuple, whole: Sequence[int]) -> object:
    about = _words_about(symbol, facts)
    if about & {"integer", "even", "odd"}:
        value = mp.mpf(rng.choice(whole))
    else:
        value = _dyadic(rng) if rng.random() < 0.6 else _dyadic(rng) / 8
    if about & {"positive", "nonnegative"}:
        value = abs(value)
    if about & {"negative", "nonpositive"}:
        value = -abs(value)
    if (about & {"positive", "negative", "nonzero"} and value == 0) or ("even" in about and value % 2 != 0) or (
        "odd" in about and value % 2 != 1
    ):
        raise Inadmissible
    return value


def _kinds(letter: Basic, facts: tuple) -> list[str]:
    found = [_KINDS[fact.function] for fact in facts
             if isinstance(fact, AppliedPredicate) and fact.function in _KINDS and fact.arguments[0] == letter]
    found += [fact.name for fact in facts if isinstance(fact, Assumption) and fact.matrices == (letter,)]
    return sorted(found, key=list(RECIPES).index)


def _letter(rng: Random, values: Values, letter: Basic, facts: tuple) -> np.ndarray:
    rows, cols = map(values.size, letter.shape)
    kinds = _kinds(letter, facts) or ["generic"]
    if rows < 1 or cols < 1 or (kinds[0] == "semi_orthogonal" and rows < cols):
        raise Inadmissible
    ranks = [values.size(fact.rank) for fact in facts
             if isinstance(fact, Assumption) and fact.rank is not None and fact.matrices == (letter,)]
    if any(rank > rows for rank in ranks):
        raise Inadmissible
    return RECIPES[kinds[0]](rng, rows, cols, *ranks[:1])


def _tie_letters(rng: Random, values: Values, facts: tuple) -> None:
    """Decompositions and commuting pairs: one letter is computed from others."""
    for fact in facts:
        if not isinstance(fact, Assumption):
            continue
        at = values.symbols
        if fact.name == "svd":
            whole, left, middle, right = fact.matrices
            for basis in (left, right):
                rows, cols = at[basis].shape
                if rows < cols:
                    raise Inadmissible
                at[basis] = _orthogonal(rng, rows, cols)
            at[middle] = array(*at[middle].shape, lambda i, j, m=at[middle]: m[i, j] if i == j else mp.mpf(0))
            at[whole] = at[left].dot(at[middle]).dot(at[right].T)
        elif fact.name == "eigendecomposition":
            whole, basis, middle = fact.matrices
            at[basis] = _orthogonal(rng, *at[basis].shape)
            at[middle] = array(*at[middle].shape, lambda i, j, m=at[middle]: m[i, j] if i == j else mp.mpf(0))
            at[whole] = at[basis].dot(at[middle]).dot(at[basis].T)
        elif fact.name == "commuting":
            first, second = fact.matrices if not _kinds(fact.matrices[1], facts) else reversed(fact.matrices)
            at[second] = _commuting_with(rng, at[first], _kinds(first, facts))


def _commuting_with(rng: Random, matrix: np.ndarray, kinds: list[str]) -> np.ndarray:
    """The mean of P^k G P^-k for a permutation P, any matrix that commutes with it; else a polynomial in the matrix."""
    if "permutation" in kinds:
        powers = [eye(len(matrix))]
        while not _small(powers[-1].dot(matrix) - powers[0]):
            powers.append(powers[-1].dot(matrix))
        start = _generic(rng, *matrix.shape)
        return sum(power.dot(start).dot(power.T) for power in powers)
    a, b, c = (_dyadic(rng) for _ in range(3))
    return eye(len(matrix)) * a + matrix * b + matrix.dot(matrix) * c


def _tie_symbols(rng: Random, values: Values, facts: tuple) -> None:
    """An equation between scalars fixes one of its symbols, if sympy can solve for it."""
    for fact in facts:
        if not isinstance(fact, sympy.Eq):
            continue
        if isinstance(fact.lhs, sympy.MatrixSymbol):
            values.symbols[fact.lhs] = values(fact.rhs)
            continue
        if isinstance(fact.lhs, sympy.Sum) and isinstance(fact.lhs.function, sympy.Indexed):
            length = values.scalar(sympy.Sum(1, *fact.lhs.limits))
            values.sequences.fit(fact.lhs.function.base, values.scalar(fact.rhs), values.scalar(fact.lhs), length)
            continue
        symbols = sorted((s for s in fact.free_symbols if isinstance(s, sympy.Symbol)), key=str)
        symbol = rng.choice(symbols) if symbols and not fact.atoms(sympy.MatrixSymbol) else None
        solutions = _solutions(fact, symbol) if symbol is not None else []
        if not solutions:
            raise Unreliable(f"the equation {fact}")
        values.symbols[symbol] = values.scalar(rng.choice(solutions))
        if symbol.is_positive and not values.symbols[symbol] > 0:
            raise Inadmissible


@lru_cache(maxsize=1024)
def _solutions(fact: sympy.Eq, symbol: Basic) -> list:
    return sympy.solve(fact, symbol)


def _insist(values: Values, facts: tuple, equations: bool = False) -> None:
    for fact in facts:
        if (isinstance(fact, sympy.Eq) and not equations) or getattr(fact, "function", None) in _NO_CONTENT:
            continue
        if isinstance(fact, Assumption):
            _insist_kind(values, fact.name, fact.matrices)
        elif isinstance(fact, AppliedPredicate) and fact.function in _KINDS:
            _insist_kind(values, _KINDS[fact.function], fact.arguments)
        elif isinstance(fact, AppliedPredicate) and fact.function in _SCALARS:
            if not _scalar_holds(_SCALARS[fact.function], values.scalar(fact.arguments[0])):
                raise Inadmissible
        elif isinstance(fact, AppliedPredicate):
            raise Unreliable(f"the assumption {fact}")
        elif not holds(values, fact):
            raise Inadmissible


def admits(values: Values, facts: tuple) -> bool:
    """Whether assumptions hold at values that were changed after drawing."""
    try:
        _insist(values, facts, equations=True)
    except Inadmissible:
        return False
    return True


def _insist_on_equations(values: Values, facts: tuple) -> None:
    """A later equation may have changed what an earlier one had settled."""
    for fact in facts:
        if isinstance(fact, sympy.Eq):
            gap = np.array(values(fact.lhs) - values(fact.rhs), dtype=object)
            if not _small(gap):
                raise Inadmissible


def _scalar_holds(word: str, value: object) -> bool:
    tests = {"positive": value > 0, "negative": value < 0, "nonnegative": value >= 0, "nonpositive": value <= 0,
             "nonzero": value != 0, "integer": value == int(value), "even": value % 2 == 0, "odd": value % 2 == 1}
    return tests[word]


def _small(matrix: np.ndarray) -> bool:
    return max((abs(value) for value in matrix.reshape(-1)), default=0) < mp.mpf(10) ** (-mp.dps // 2)


_DEFINITIONS: dict[str, Callable[[np.ndarray], bool]] = {
    "symmetric": lambda a: _small(a - a.T), "skew": lambda a: _small(a + a.T),
    "orthogonal": lambda a: _small(a.T.dot(a) - eye(a.shape[1])),
    "semi_orthogonal": lambda a: _small(a.T.dot(a) - eye(a.shape[1])),
    "diagonal": lambda a: all(a[i, j] == 0 for i in range(a.shape[0]) for j in range(a.shape[1]) if i != j),
    "lower_triangular": lambda a: all(a[i, j] == 0 for i in range(len(a)) for j in range(i + 1, a.shape[1])),
    "upper_triangular": lambda a: all(a[i, j] == 0 for i in range(len(a)) for j in range(min(i, a.shape[1]))),
    "projection": lambda a: _small(a - a.T) and _small(a.dot(a) - a), "idempotent": lambda a: _small(a.dot(a) - a),
    "unit_vector": lambda a: _small(a.T.dot(a) - eye(1)), "positive": lambda a: all(x > 0 for x in a.reshape(-1)),
    "positive_definite": lambda a: _small(a - a.T) and min(mp.eigsy(mp.matrix(a.tolist()), eigvals_only=True)) > 1e-6,
    "positive_semidefinite": lambda a: _small(a - a.T)
    and min(mp.eigsy(mp.matrix(a.tolist()), eigvals_only=True)) > -mp.mpf(10) ** (-mp.dps // 2),
    "row_stochastic": lambda a: all(x >= 0 for x in a.reshape(-1))
    and _small(array(len(a), 1, lambda i, j: a[i, :].sum() - 1)),
    "probability_vector": lambda a: all(x >= 0 for x in a.reshape(-1)) and abs(a.sum() - 1) < 1e-9,
    "permutation": lambda a: _small(a.T.dot(a) - eye(len(a))) and all(x in (0, 1) for x in a.reshape(-1)),
    "permutation_invariant": _commutes_with_swaps, "invertible": lambda a: True, "generic": lambda a: True,
}


def _insist_kind(values: Values, name: str, matrices: tuple) -> None:
    if name in ("svd", "eigendecomposition"):
        return
    if name == "commuting":
        left, right = map(values, matrices)
        if not _small(left.dot(right) - right.dot(left)):
            raise Inadmissible
    elif not _DEFINITIONS[name](values(matrices[0])):
        raise Inadmissible


class _Functions:
    """Undefined functions: a fixed sum of sines for each, smooth and obeying no law."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.known: dict[tuple, object] = {}

    def __call__(self, function: object, arguments: list) -> object:
        key = (function, mp.prec, *arguments)
        if key not in self.known:
            self.known[key] = self._value(function, arguments)
        return self.known[key]

    def _value(self, function: object, arguments: list) -> object:
        rng = Random(f"{self.seed} {function}")
        total = mp.mpf(rng.randint(-64, 64)) / 64
        for _ in range(4):
            weight, phase = mp.mpf(rng.randint(8, 64)) / 32, mp.mpf(rng.randint(-64, 64)) / 32
            inside = phase + sum(mp.mpf(rng.randint(8, 64)) / 48 * argument for argument in arguments)
            total = total + weight * mp.sin(inside)
        return total


class _Sequences:
    """Indexed symbols: an independent random number for each tuple of indices."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.factors: dict[object, object] = {}
        self.shifts: dict[object, object] = {}
        self.drawn: dict[tuple, object] = {}

    def fit(self, base: object, wanted: object, total: object, length: object) -> None:
        """Change all entries alike so that what is their sum now becomes the wanted one, and signs stay."""
        if not _signed(base) and length != 0:
            self.shifts[base] = self.shifts.get(base, mp.mpf(0)) + (wanted - total) / length
        elif total == 0 or not wanted / total > 0:
            raise Inadmissible
        else:
            self.factors[base] = self.factors.get(base, mp.mpf(1)) * wanted / total

    def __call__(self, base: object, indices: tuple[int, ...]) -> object:
        key = (base, indices)
        if key not in self.drawn:
            self.drawn[key] = _entry(self.seed, base, indices)
        return self.factors.get(base, 1) * self.drawn[key] + self.shifts.get(base, 0)


@lru_cache(maxsize=1024)
def _signed(base: object) -> str:
    """The sign an indexed symbol is assumed to have, if any."""
    return next((w for w in ("positive", "nonnegative", "negative") if getattr(base, f"is_{w}", False)
                 or getattr(base.label, f"is_{w}", False)), "")


@lru_cache(maxsize=1 << 14)
def _entry(seed: int, base: object, indices: tuple[int, ...]) -> object:
    """A dyadic number, the same at every precision; at every third point of one sign and of very different sizes."""
    rng, sign = Random(f"{seed} {base} {indices}"), _signed(base)
    value = _dyadic(rng)
    if not sign:
        return value
    away = (abs(value) + mp.mpf(1) / 64) / 2 ** (rng.randint(0, 12) if seed % 3 == 2 else 0)
    return -away if sign == "negative" else away


__all__ = ["Inadmissible", "Undefined", "draw"]
