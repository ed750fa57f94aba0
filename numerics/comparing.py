"""A batch of simulated numbers against their predictions: each deviation in units of its own bound."""

from __future__ import annotations

import torch

from numerics.figure import Figure
from numerics.seen import Seen


def length(vectors: torch.Tensor) -> torch.Tensor:
    """Euclidean norms of a batch of columns."""
    return torch.linalg.vector_norm(vectors, dim=(-2, -1))


def compared(
    simulated: torch.Tensor, predicted: torch.Tensor, bound: torch.Tensor, figure: Figure | None = None,
) -> Seen:
    """Columns against columns: the largest distance over its bound; a relative error `detectable` would have shown.

    The last batch dimension counts the problems; one before it may count moments of the same problem.
    """
    deviation, size = length(simulated - predicted), length(predicted)
    return Seen(
        observed=float((deviation / bound).nan_to_num(nan=torch.inf).max()),
        bound=1.0,
        detectable=float(((bound + deviation) / size).min()),
        problems=deviation.shape[-1],
        figure=figure,
    )
