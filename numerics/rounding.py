"""How far float64 may be from exact arithmetic: bounds computed from sizes, steps and condition numbers.

Notation of N. Higham, Accuracy and Stability of Numerical Algorithms (2nd ed., 2002): u = 2^-53 and
gamma(k) = k u / (1 - k u) bounds the relative error of k chained operations (Lemma 3.1).
"""

from __future__ import annotations

import torch

UNIT = 2.0**-53


def gamma(count: int) -> float:
    """Relative error of `count` chained roundings."""
    return count * UNIT / (1 - count * UNIT)


def descent_rounding(steps: int, terms: int, size: torch.Tensor) -> torch.Tensor:
    """Distance between `steps` rounded and exact steps of a contraction whose iterates have norm at most `size`.

    One step of w - e A^T (A w - b), each sum over at most `terms` products, commits a relative error of at most
    gamma(2 terms + 3) on quantities that are bounded by 3 `size` together; a contraction does not amplify what was
    committed before (Higham, section 17.2), so the errors add over the steps.
    """
    return steps * gamma(2 * terms + 3) * 3 * size


def solve_rounding(dimension: int, condition: torch.Tensor, size: torch.Tensor) -> torch.Tensor:
    """Error of solving a `dimension`-square system: 3 n^2 gamma(3 n) condition size (Higham, Theorem 9.3 and 7.2).

    The growth factor of Gaussian elimination with partial pivoting enters through n^2, generous for the symmetric
    positive definite matrices it is used for, whose growth factor is 1.
    """
    return 3 * dimension**2 * gamma(3 * dimension) * condition * size


def power_rounding(exponent: int, dimension: int, size: torch.Tensor) -> torch.Tensor:
    """Error of C^k v by repeated multiplication, |C| <= 1 and |v| <= `size`, and of one more product with a matrix.

    A product of d x d matrices commits at most gamma(d) |A|_F |B|_F <= d gamma(d) (Higham, section 3.5). A squaring
    doubles what came before, so C^k has at most k d gamma(d + 2), C itself having been rounded.
    """
    return (exponent + 2) * dimension * gamma(dimension + 2) * size
