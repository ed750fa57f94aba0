"""Penalised polynomial fits against torch's least squares on the table with the penalty appended as further rows."""

from __future__ import annotations

import torch

from derivations.foundations import polynomial_fits as page
from numerics.comparing import compared, length
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import solve_rounding
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}


def penalised_fits(
    seed: int = 0, device: str = "cpu", profile: str = "fast", degree: int = 5, points: int = 12
) -> Seen:
    """Ridge coefficients by a QR factorisation of the stacked table, against the proved formula.

    The stacked least-squares problem has the same minimiser and the square root of the condition number of the normal
    equations; both are solved within 3 n^2 gamma(3 n) cond |a| with n the number of rows.
    """
    source = generator(seed, pick(device))
    batch, coefficients = PROBLEMS[profile], degree + 1
    places = uniform((batch, points, 1), -1.0, 1.0, source)
    table = places ** torch.arange(coefficients, dtype=torch.float64, device=source.device)
    targets = normal((batch, points, 1), source)
    strength = uniform((batch,), 0.1, 2.0, source)
    eye = torch.eye(coefficients, dtype=torch.float64, device=source.device)
    stacked = torch.cat([table, strength.sqrt()[:, None, None] * eye], -2)
    zeros = torch.zeros((batch, coefficients, 1), dtype=torch.float64, device=source.device)
    solved = torch.linalg.lstsq(stacked, torch.cat([targets, zeros], -2)).solution
    predicted = prediction(page.ridge_fit)({page.V: table, page.y: targets, page.lambda_: strength})
    condition = 1 + torch.linalg.matrix_norm(table, 2).square() / strength
    size = length(targets) * (1 + length(table)) / strength
    return compared(solved, predicted, 2 * solve_rounding(points + coefficients, condition, size))
