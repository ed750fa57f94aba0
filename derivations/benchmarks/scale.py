"""Scale: how the time of a proof grows with the claim, and what the kernel costs above the arithmetic itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from flint import nmod_mat
from sympy import Identity, MatMul, MatrixSymbol, Transpose, symbols

from derivations import check, dot, equal, gradient, inv
from derivations.benchmarks.budget import Budget
from derivations.benchmarks.figures import alternating, exponent, median_seconds
from derivations.claims import Claim
from derivations.counts import SymmetricMaps
from derivations.from_sympy import problem_of
from derivations.kernel.every_size.draws import random_entries, random_prime
from derivations.kernel.every_size.parametrise import parametrise
from derivations.kernel.every_size.trial import Trial, accept
from derivations.kernel.problem import Effort
from derivations.verdict import Verdict

n, m = symbols("n m", integer=True, positive=True)
lam, eta = symbols("lambda eta", positive=True)
FLOOR_SIZES = (4, 8, 16, 32, 64)
ERROR = -80.0


def measure(budget: Budget) -> dict[str, Any]:
    """Growth of every family of claims, and the kernel against the same flint calls by hand."""
    return {"growth": {name: _growth(family, budget) for name, family in FAMILIES.items()},
            "floor": {name: _above_the_floor(name, budget.repeats) for name in FLOOR}}


# --- growing claims --------------------------------------------------------------------------------------------------

def _letters(count: int) -> list[MatrixSymbol]:
    return [MatrixSymbol(f"A{k}", n, n) for k in range(count)]


def transposed_product(count: int) -> Claim:
    """(A1 A2 ... Ak)^T = Ak^T ... A2^T A1^T."""
    letters = _letters(count)
    return equal(Transpose(MatMul(*letters)), MatMul(*[Transpose(one) for one in reversed(letters)]))


def deep_linear_gradient(layers: int) -> Claim:
    """The gradient of |W_L ... W_1 x - y|^2 / 2 in the first layer, by backpropagation."""
    weights = _letters(layers)
    x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    residual = MatMul(*reversed(weights), x) - y
    back = MatMul(*[Transpose(one) for one in weights[1:]], residual, Transpose(x))
    return equal(gradient(dot(residual, residual) / 2, weights[0]), back)


def unrolled_descent(steps: int) -> Claim:
    """So many steps (I - eta H) w + eta g from w_0, against the sum of the powers that they are."""
    hessian, start, slope = MatrixSymbol("H", n, n), MatrixSymbol("w0", n, 1), MatrixSymbol("g", n, 1)
    contraction, point = Identity(n) - eta * hessian, start
    for _ in range(steps):
        point = contraction * point + eta * slope
    powers = sum((contraction**k * slope for k in range(1, steps)), start=slope)
    return equal(point, contraction**steps * start + eta * powers)


def geometric_sum(terms: int) -> Claim:
    """(1 - x) (1 + x + ... + x^(k-1)) = 1 - x^k."""
    x = symbols("x", real=True)
    return equal((1 - x) * sum(x**k for k in range(terms)), 1 - x**terms)


def equivariant_maps(size: int) -> Claim:
    """Two linear maps commute with all permutations of so many positions: counted anew, in all three ways."""
    return equal(SymmetricMaps.counted(size, 1, 1), 2)


def _checked(make: Callable[[int], Claim]) -> Callable[[int], Callable[[], Verdict]]:
    def prepare(size: int) -> Callable[[], Verdict]:
        claim = make(size)
        return lambda: check(claim)
    return prepare


def _built_and_checked(make: Callable[[int], Claim]) -> Callable[[int], Callable[[], Verdict]]:
    return lambda size: lambda: check(make(size))


@dataclass(frozen=True)
class Family:
    """Claims of growing size: how one is prepared for the clock, what is counted, and the sizes."""

    prepare: Callable[[int], Callable[[], Verdict]]
    unit: str
    sizes: tuple[int, ...]


DOUBLING = (2, 4, 8, 16, 32, 64)
FAMILIES = {
    "transpose of a product": Family(_checked(transposed_product), "factors", DOUBLING),
    "gradient of a deep linear net": Family(_checked(deep_linear_gradient), "layers", DOUBLING[:-1]),
    "unrolled gradient descent": Family(_checked(unrolled_descent), "steps", (2, 4, 8, 12, 16)),
    "geometric sum": Family(_checked(geometric_sum), "terms", DOUBLING),
    "maps that commute with a group": Family(_built_and_checked(equivariant_maps), "positions", (3, 4, 5, 6, 7)),
}


def _growth(family: Family, budget: Budget) -> dict[str, Any]:
    sizes = [size for size in family.sizes if size <= budget.largest]
    actions = [family.prepare(size) for size in sizes]
    statuses = [action().status for action in actions]
    times = [median_seconds(action, budget.repeats) for action in actions]
    slope, between = exponent(sizes, times)
    return {"unit": family.unit, "sizes": sizes, "seconds": times, "exponent": slope, "between": between,
            "statuses": statuses}


# --- the floor -------------------------------------------------------------------------------------------------------

def _push_through(X: nmod_mat, penalty: int, one: nmod_mat) -> tuple[nmod_mat, nmod_mat]:
    Xt = X.transpose()
    return (Xt * X + one * penalty).inv() * Xt, Xt * (X * Xt + one * penalty).inv()


def _woodbury(A: nmod_mat, U: nmod_mat, V: nmod_mat, one: nmod_mat) -> tuple[nmod_mat, nmod_mat]:
    Ai = A.inv()
    return (A + U * V).inv(), Ai - Ai * U * (one + V * Ai * U).inv() * V * Ai


def _transposed(A: nmod_mat, B: nmod_mat, C: nmod_mat) -> tuple[nmod_mat, nmod_mat]:
    return (A * B * C).transpose(), C.transpose() * B.transpose() * A.transpose()


def _floor_claims() -> dict[str, tuple[Claim, Callable[[int, int, Random], bool]]]:
    A, B, C, X = (MatrixSymbol(name, n, n) for name in "ABCX")
    one = Identity(n)
    return {
        "push-through": (
            equal(inv(X.T * X + lam * one) * X.T, X.T * inv(X * X.T + lam * one)),
            lambda size, p, rng: _agree(
                *_push_through(_random(size, p, rng), random_entries(1, rng)[0] % p, _identity(size, p))),
        ),
        "Woodbury": (
            equal(inv(A + B * C), inv(A) - inv(A) * B * inv(one + C * inv(A) * B) * C * inv(A)),
            lambda size, p, rng: _agree(*_woodbury(*(_random(size, p, rng) for _ in range(3)), _identity(size, p))),
        ),
        "transpose of a product": (
            equal(Transpose(A * B * C), C.T * B.T * A.T),
            lambda size, p, rng: _agree(*_transposed(*(_random(size, p, rng) for _ in range(3)))),
        ),
    }


def _random(size: int, p: int, rng: Random) -> nmod_mat:
    return nmod_mat(size, size, random_entries(size * size, rng), p)


def _identity(size: int, p: int) -> nmod_mat:
    flat = [0] * (size * size)
    flat[:: size + 1] = [1] * size
    return nmod_mat(size, size, flat, p)


def _agree(left: nmod_mat, right: nmod_mat) -> bool:
    return left == right


FLOOR = _floor_claims()


def _above_the_floor(name: str, repeats: int) -> list[dict[str, float]]:
    """For each size: a proof at that size by the kernel, and the same number of runs written by hand."""
    claim, by_hand = FLOOR[name]
    free = parametrise(problem_of(claim))
    return [_at_size(free, by_hand, size, repeats) for size in FLOOR_SIZES]


def _at_size(free: Any, by_hand: Callable[[int, int, Random], bool], size: int, repeats: int) -> dict[str, float]:
    rng, grid = Random(0), [dict.fromkeys(_atoms(free), size)]
    runs = accept(free, grid, Effort(log2_error=ERROR), rng).runs
    trial = Trial(free.left, free.right, free.families, rng)
    proof, run, floor = alternating(
        (lambda: accept(free, grid, Effort(log2_error=ERROR), rng), lambda: trial.run(grid[0]),
         lambda: by_hand(size, random_prime(rng), rng)),
        5 * repeats,
    )
    return {"size": size, "runs": runs, "run": run, "by hand": floor, "run over hand": run / floor,
            "proof over hand": proof / (runs * floor)}


def _atoms(free: Any) -> list[str]:
    return sorted({atom for dim in free.dims.values() for part in dim.parts for atom in part})
