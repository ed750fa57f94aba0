"""Matrix completion: certificates for random sets of entries, and a flow with a commuting measurement."""

from __future__ import annotations

import torch

from derivations.implicit_bias import matrix_factorisation as page
from numerics.comparing import compared
from numerics.device import generator, normal, pick, uniform
from numerics.figure import Figure
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}
SIDE, INNER = 8, 2
SHARES = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
STEPS, END, ROUNDING = 96, 8.0, 1e-9


def certified_completions(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """What random factors cost above the certificate of a random rank one matrix, against the step certificate.

    The certificate is the one of Candes and Recht: of all matrices on the observed entries with Y v = u and Y^T u = v
    the smallest. Where its norm is at most 1 the matrix is the completion of least nuclear norm; the figure shows how
    often that is so.
    """
    source = generator(seed, pick(device))
    left, right = (_unit(PROBLEMS[profile], source) for _ in range(2))
    drawn = uniform((PROBLEMS[profile], SIDE, SIDE), 0.0, 1.0, source)
    found = [_certificate(left, right, (drawn < share).double()) for share in SHARES]
    often = [float(_proves(one, left, right).double().mean()) for one in found]
    one, other = (normal((PROBLEMS[profile], SIDE, INNER), source) for _ in range(2))
    certificate = found[-1]
    squares = one.square().sum((-2, -1)) + other.square().sum((-2, -1))
    cost = squares - 2 * (certificate * (one @ other.mT)).sum((-2, -1))
    values = {page.F: one, page.G: other, page.Y: certificate}
    expected = prediction(page.steps["certificate"].claim.right)(values)
    large = 1 + torch.linalg.matrix_norm(certificate)
    size = large.square() * squares
    figure = Figure("How often a random set of entries determines a rank one matrix", "share of entries observed",
                    "share of matrices with a certificate", list(SHARES), {"8 x 8 matrices": often})
    return compared(cost[:, None, None], expected[:, None, None], gamma(20 * SIDE * SIDE) * size, figure=figure)


def _unit(problems: int, source: torch.Generator) -> torch.Tensor:
    vectors = normal((problems, SIDE, 1), source)
    return vectors / torch.linalg.vector_norm(vectors, dim=(-2, -1), keepdim=True)


def _certificate(left: torch.Tensor, right: torch.Tensor, seen: torch.Tensor) -> torch.Tensor:
    """The smallest Y on the entries seen with Y v = u and Y^T u = v, if there is one: it is seen (a v^T + u b^T)."""
    rows = torch.diag_embed((seen @ right.square()).squeeze(-1))
    columns = torch.diag_embed((seen.mT @ left.square()).squeeze(-1))
    mixed = seen * (left @ right.mT)
    system = torch.cat([torch.cat([rows, mixed], -1), torch.cat([mixed.mT, columns], -1)], -2)
    solved = torch.linalg.pinv(system, hermitian=True, rtol=1e-10) @ torch.cat([left, right], -2)
    return seen * (solved[:, :SIDE] @ right.mT + left @ solved[:, SIDE:].mT)


def _proves(certificate: torch.Tensor, left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    """Whether a certificate exists and has norm 1, up to `ROUNDING`."""
    meets = (certificate @ right - left).abs().amax((-2, -1)) + (certificate.mT @ left - right).abs().amax((-2, -1))
    return (meets < ROUNDING) & (torch.linalg.matrix_norm(certificate, ord=2) <= 1 + ROUNDING)


def commuting_measurement(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """U U^T from alpha I by the gradient flow of (<A, U U^T> - 1)^2 / 4, A with eigenvalues 1 and 2 in a random basis.

    Runge and Kutta's method of order 4 with two step sizes; the measurement that is still missing at the end moves the
    eigenvalues by at most as much, because (1, 2 q) / (1 + 4 q) has norm at most 1.
    """
    source = generator(seed, pick(device))
    size = uniform((PROBLEMS[profile],), 0.1, 0.5, source)
    basis = torch.linalg.qr(normal((PROBLEMS[profile], 2, 2), source)).Q
    strengths = torch.tensor([1.0, 2.0], dtype=torch.float64, device=source.device)
    measurement = basis @ torch.diag(strengths) @ basis.mT
    start = size[:, None, None] * torch.eye(2, dtype=torch.float64, device=source.device)
    coarse, fine = (_flow(measurement, start, steps) for steps in (STEPS, 2 * STEPS))
    found, rough = (torch.diagonal(basis.mT @ u @ u.mT @ basis, dim1=-2, dim2=-1) for u in (fine, coarse))
    values = {page.alpha: size}
    expected = torch.stack([prediction(entry)(values) for entry in (page.first_entry, page.second_entry)], -1)
    missing = (1 - (found * strengths).sum(-1)).abs()
    bound = torch.linalg.vector_norm(found - rough, dim=-1) + missing + gamma(400 * STEPS)
    return compared(found[..., None], expected[..., None], bound)


def _flow(measurement: torch.Tensor, state: torch.Tensor, steps: int) -> torch.Tensor:
    h = END / steps

    def speed(u: torch.Tensor) -> torch.Tensor:
        missing = 1 - (measurement * (u @ u.mT)).sum((-2, -1), keepdim=True)
        return missing * (measurement @ u)

    for _ in range(steps):
        one = speed(state)
        two = speed(state + h / 2 * one)
        three = speed(state + h / 2 * two)
        four = speed(state + h * three)
        state = state + h / 6 * (one + 2 * two + 2 * three + four)
    return state
