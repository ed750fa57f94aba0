"""Where a simulation runs and where its randomness comes from. The code path is the same on a CPU and on a GPU."""

from __future__ import annotations

import torch


def pick(device: str = "auto") -> torch.device:
    """'cpu', 'cuda', or 'auto' for a GPU if there is one. A CPU works with one thread: simulations run side by side."""
    torch.set_num_threads(1)
    if device == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if device == "cuda" and not torch.cuda.is_available():
        raise ValueError("device 'cuda' was asked for, but torch finds no GPU here")
    return torch.device(device)


def generator(seed: int, device: torch.device) -> torch.Generator:
    """A random generator on the device, from a seed."""
    return torch.Generator(device=device).manual_seed(seed)


def normal(shape: tuple[int, ...], source: torch.Generator) -> torch.Tensor:
    """Standard normal numbers in float64."""
    return torch.randn(shape, dtype=torch.float64, generator=source, device=source.device)


def uniform(shape: tuple[int, ...], low: float, high: float, source: torch.Generator) -> torch.Tensor:
    """Uniform numbers between low and high in float64."""
    return low + (high - low) * torch.rand(shape, dtype=torch.float64, generator=source, device=source.device)
