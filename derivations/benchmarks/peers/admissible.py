"""Letters and symbols inside the assumptions of a claim, at one small size: as sympy entries, or as random floats."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import sympy
from sympy import Basic, MatrixSymbol, Q, Symbol
from sympy.assumptions import AppliedPredicate
from sympy.core.relational import Relational

from derivations.assumptions import Assumption
from derivations.benchmarks.peers import NotForThis
from derivations.benchmarks.peers.entries import Entries, Floats, Symbolic
from derivations.claims import Claim

SIZE, DRAWS = 3, 200
KINDS = {
    Q.symmetric: "symmetric", Q.orthogonal: "orthogonal", Q.diagonal: "diagonal", Q.invertible: "generic",
    Q.positive_definite: "positive_definite", Q.lower_triangular: "lower_triangular", Q.fullrank: "generic",
    Q.upper_triangular: "upper_triangular",
}
PROPERTIES = {Q.positive: "positive", Q.nonnegative: "nonnegative", Q.negative: "negative", Q.real: "real",
              Q.nonpositive: "nonpositive", Q.nonzero: "nonzero", Q.integer: "integer"}
AGAINST_ZERO = {sympy.Gt: Q.positive, sympy.Ge: Q.nonnegative, sympy.Lt: Q.negative, sympy.Le: Q.nonpositive,
                sympy.Ne: Q.nonzero}
Random = np.random.Generator


def facts(claim: Claim) -> list:
    """The assumptions, those joined by And one by one, signs of symbols as predicates."""
    parts = [part for given in claim.given for part in (given.args if isinstance(given, sympy.And) else (given,))]
    return [_as_predicate(part) for part in parts]


def _as_predicate(fact: object) -> object:
    """x > 0 and its like as a property of x, which sympy can carry; anything else as it is."""
    if not (isinstance(fact, Relational) and isinstance(fact.lhs, Symbol) and fact.rhs == 0):
        return fact
    return AGAINST_ZERO[type(fact)](fact.lhs) if type(fact) in AGAINST_ZERO else fact


def sizes(claim: Claim) -> dict[Basic, int]:
    """Every symbolic size, and the same small number for each."""
    sides = (claim.left, claim.right)
    shaped = {node for side in sides for node in side.atoms(sympy.MatrixExpr) if hasattr(node, "shape")}
    return {symbol: SIZE for node in shaped for size in node.shape for symbol in sympy.sympify(size).free_symbols}


def letters(claim: Claim) -> list[MatrixSymbol]:
    """The letters of a claim, by name."""
    return sorted({one for side in (claim.left, claim.right) for one in side.atoms(MatrixSymbol)}, key=str)


def free(claim: Claim) -> list[Symbol]:
    """The scalar symbols of a claim that are not sizes, by name."""
    found = {one for side in (claim.left, claim.right) for one in side.free_symbols if isinstance(one, Symbol)}
    return sorted(found - set(sizes(claim)), key=str)


def kind_of(letter: MatrixSymbol, told: Iterable) -> str:
    """The one family a letter is said to be in; a second one is more than the recipes here can do."""
    found = {KINDS.get(fact.function, "unknown") for fact in told
             if isinstance(fact, AppliedPredicate) and fact.arguments[0] == letter}
    found |= {fact.name for fact in told if isinstance(fact, Assumption) and letter in fact.matrices}
    found -= {"generic"} if len(found) > 1 else set()
    if len(found) > 1:
        raise NotForThis("two assumptions about one matrix")
    return found.pop() if found else "generic"


def _relations(claim: Claim) -> list[Relational]:
    """The assumptions that are relations between scalars; sizes must fulfil theirs."""
    at = sizes(claim)
    told = [fact for fact in facts(claim) if isinstance(fact, Relational)]
    about_sizes = [fact for fact in told if fact.free_symbols <= set(at)]
    if any(fact.subs(at) != sympy.true for fact in about_sizes):
        raise NotForThis("sizes that must differ")
    return [fact for fact in told if fact not in about_sizes]


def _need_known_facts(claim: Claim) -> None:
    strange = [fact for fact in facts(claim) if not isinstance(fact, AppliedPredicate | Assumption | Relational)]
    if strange:
        raise NotForThis(f"the assumption {strange[0]}")


# --- sympy entries ---------------------------------------------------------------------------------------------------

def symbolic(claim: Claim) -> Entries:
    """Every letter as a matrix of symbols; assumptions that entries cannot express are refused."""
    _need_known_facts(claim)
    told = facts(claim)
    if _relations(claim):
        raise NotForThis("a relation between scalars")
    known = dict(sizes(claim)) | {symbol: _with_properties(symbol, told) for symbol in free(claim)}
    plain = Entries(known, Symbolic)
    for letter in letters(claim):
        entry = ENTRY.get(kind_of(letter, told))
        if entry is None or (entry is not _own and not _is_enough(letter, kind_of(letter, told), claim)):
            raise NotForThis("an assumption that entries cannot express")
        plain.known[letter] = plain.array(letter, lambda i, j, letter=letter, entry=entry: entry(letter.name, i, j))
    return plain


def _is_enough(letter: MatrixSymbol, kind: str, claim: Claim) -> bool:
    """Tied entries must not be differentiated; definite matrices are dense among symmetric ones, for equations only."""
    return not _differentiated(letter, claim) and not (kind == "positive_definite" and claim.relation != "equal")


def _differentiated(letter: MatrixSymbol, claim: Claim) -> bool:
    from derivations import words

    nodes = (words.Gradient, words.Hessian, words.Jacobian, words.MatrixDirectional, words.ScalarDirectional)
    found = {node for side in (claim.left, claim.right) for node in side.atoms(*nodes)}
    return any(node.args[1] == letter for node in found)


def _with_properties(symbol: Symbol, told: Iterable) -> Symbol:
    """A symbol that carries what is assumed of it, as sympy wants it."""
    said = [fact for fact in told if isinstance(fact, AppliedPredicate) and fact.arguments[0] == symbol]
    if any(fact.function not in PROPERTIES for fact in said):
        raise NotForThis(f"an assumption about {symbol}")
    return Symbol(symbol.name, **symbol._assumptions_orig | {PROPERTIES[fact.function]: True for fact in said})


def _own(name: str, i: int, j: int) -> Symbol:
    return Symbol(f"{name}_{i}{j}", real=True)


ENTRY: dict[str, Callable[[str, int, int], Basic]] = {
    "generic": _own,
    "symmetric": lambda name, i, j: _own(name, min(i, j), max(i, j)),
    "positive_definite": lambda name, i, j: _own(name, min(i, j), max(i, j)),
    "skew": lambda name, i, j: (i < j) * _own(name, i, j) - (i > j) * _own(name, j, i),
    "diagonal": lambda name, i, j: _own(name, i, j) if i == j else sympy.S.Zero,
    "lower_triangular": lambda name, i, j: _own(name, i, j) if i >= j else sympy.S.Zero,
    "upper_triangular": lambda name, i, j: _own(name, i, j) if i <= j else sympy.S.Zero,
}


# --- random floats ---------------------------------------------------------------------------------------------------

def random_floats(claim: Claim, rng: Random) -> Entries:
    """A random point that fulfils the assumptions, by rejection where they are relations."""
    _need_known_facts(claim)
    told, relations = facts(claim), _relations(claim)
    for _ in range(DRAWS):
        scalars = {symbol: _random_scalar(symbol, told, rng) for symbol in free(claim)}
        if all(_fulfilled(relation, scalars) for relation in relations):
            break
    else:
        raise NotForThis("no random point fulfils the assumptions")
    point = Entries({**sizes(claim), **scalars}, Floats)
    for letter in letters(claim):
        recipe = RECIPES.get(kind_of(letter, told))
        if recipe is None:
            raise NotForThis("an assumption without a recipe")
        point.known[letter] = recipe(rng, *map(point.whole, letter.shape))
    return point


def _fulfilled(relation: Relational, scalars: dict) -> bool:
    try:
        return relation.subs(scalars) == sympy.true
    except TypeError:
        raise NotForThis(f"the assumption {relation}") from None


def _random_scalar(symbol: Symbol, told: Iterable, rng: Random) -> float:
    stated = _with_properties(symbol, told)
    if stated.is_integer:
        value = float(rng.integers(1, 7))
        return -value if stated.is_negative else value
    value = rng.normal()
    if stated.is_positive or stated.is_nonnegative:
        return abs(value)
    return -abs(value) if stated.is_negative or stated.is_nonpositive else value


def _normal(rng: Random, rows: int, cols: int) -> np.ndarray:
    return rng.normal(size=(rows, cols))


def _with_transpose(rng: Random, rows: int, cols: int) -> np.ndarray:
    matrix = _normal(rng, rows, cols)
    return matrix + matrix.T


def _gram(rng: Random, rows: int, cols: int) -> np.ndarray:
    matrix = _normal(rng, rows, rows + 1)
    return matrix @ matrix.T


def _orthonormal(rng: Random, rows: int, cols: int) -> np.ndarray:
    return np.linalg.qr(_normal(rng, rows, cols))[0]


def _onto_a_line(rng: Random, rows: int, cols: int) -> np.ndarray:
    direction = _orthonormal(rng, rows, 1)
    return direction @ direction.T


def _shares(rng: Random, rows: int, cols: int) -> np.ndarray:
    weights = rng.random((rows, cols))
    return weights / weights.sum(axis=0 if cols == 1 else 1, keepdims=True)


RECIPES: dict[str, Callable[[Random, int, int], np.ndarray]] = {
    "generic": _normal,
    "symmetric": _with_transpose,
    "skew": lambda rng, rows, cols: np.triu(one := _normal(rng, rows, cols), 1) - np.triu(one, 1).T,
    "diagonal": lambda rng, rows, cols: np.diag(rng.normal(size=rows)),
    "lower_triangular": lambda rng, rows, cols: np.tril(_normal(rng, rows, cols)),
    "upper_triangular": lambda rng, rows, cols: np.triu(_normal(rng, rows, cols)),
    "positive_definite": _gram,
    "positive_semidefinite": _gram,
    "orthogonal": _orthonormal,
    "semi_orthogonal": _orthonormal,
    "projection": _onto_a_line,
    "idempotent": _onto_a_line,
    "permutation": lambda rng, rows, cols: np.eye(rows)[rng.permutation(rows)],
    "unit_vector": _orthonormal,
    "probability_vector": _shares,
    "row_stochastic": _shares,
    "positive": lambda rng, rows, cols: rng.random((rows, cols)) + 0.1,
}
