"""What a finding depends on, as text: the claim with its assumptions, and the code that decides.

Two processes must agree on the text, so bound variables, which sympy numbers as they come, are renumbered in order of
appearance.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from pathlib import Path

from sympy import Basic, srepr

from derivations.assumptions import Assumption
from derivations.claims import Claim, Induction

HERE = Path(__file__).parent.parent
LIBRARIES = ("sympy", "python-flint", "z3-solver", "mpmath")
DECIDING = ("kernel", "from_sympy", "running")
SHOWING = ("catalogue", "commands", "console", "contents", "cli", "derivation", "docstring", "topics")


def claim_text(claim: Claim | Induction) -> str:
    """A claim as text that is the same in every process."""
    text = ", ".join(f"{part.name}={_text(getattr(claim, part.name))}" for part in fields(claim))
    numbers = count()
    seen: dict[str, str] = {}
    return re.sub(r"dummy_index=\d+", lambda found: seen.setdefault(found[0], f"dummy_index={next(numbers)}"), text)


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_text, value))}]"
    if isinstance(value, Basic):
        return srepr(value)
    if isinstance(value, Assumption):
        return f"{value.name}({_text(value.matrices)}, {_text(value.rank)})"
    return repr(value)


@lru_cache(maxsize=1)
def kernel_version() -> str:
    """A short hash of the code that decides claims and of the libraries it computes with."""
    own = [path for path in HERE.glob("*.py") if path.stem not in SHOWING]
    below = [path for folder in DECIDING for path in (HERE / folder).rglob("*.py")]
    return source_hash(HERE, [*own, *below])[:16]


def source_hash(folder: Path, files: Iterable[Path]) -> str:
    """The hash of these files below a folder, names and contents, and of the versions of the libraries."""
    digest = hashlib.sha256("".join(f"{name}=={_version(name)};" for name in LIBRARIES).encode())
    for path in sorted(files):
        digest.update(f"{path.relative_to(folder)}:{hashlib.sha256(path.read_bytes()).hexdigest()};".encode())
    return digest.hexdigest()


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "absent"
