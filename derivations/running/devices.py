"""Is there a GPU? Asked without importing torch as long as the answer can only be no."""

from __future__ import annotations

from pathlib import Path


def gpu_may_exist() -> bool:
    """Whether this machine shows any sign of a GPU."""
    return any(Path(sign).exists() for sign in ("/dev/nvidiactl", "/dev/dxg", "/dev/kfd"))


def gpu_is_usable() -> bool:
    """Whether torch can use a GPU."""
    import torch

    return torch.cuda.is_available()
