"""Findings kept on disk under the hash of everything they depend on.

An entry is written beside its place and renamed into it, so a reader sees a whole entry or none, whoever else is
writing and whenever a process is killed. An entry that does not match its own checksum is ignored, with one warning
a run, and written anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import time
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

Record = Mapping[str, Any]


class CacheWarning(UserWarning):
    """Something in the cache could not be used; the work was done again."""


def default_folder() -> Path:
    """$DERIVATIONS_CACHE, or the user's cache folder."""
    if chosen := os.environ.get("DERIVATIONS_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "derivations"


def key_of(*parts: object) -> str:
    """The content address of anything that JSON can write."""
    return hashlib.sha256(_canonical(parts)).hexdigest()


class Cache:
    """A folder of entries. With `folder=None` nothing is ever found or kept."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._warned = False

    def get(self, key: str) -> Record | None:
        """What is known under this key, if anything whole is."""
        if self.folder is None:
            return None
        try:
            return _whole(self._path(key).read_bytes(), key)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as problem:
            self._warn(f"ignored a broken cache entry, {self._path(key)}: {problem}")
            return None

    def put(self, key: str, record: Record) -> None:
        """Keep a record; a folder that cannot be written costs a warning, never the result."""
        if self.folder is None:
            return
        entry = {"key": key, "checksum": key_of(record), "record": record}
        try:
            write_whole(self._path(key), json.dumps(entry, allow_nan=False).encode(), self._workshop)
        except OSError as problem:
            self._warn(f"cannot write the cache: {problem}")

    def tidy(self) -> None:
        """Remove what killed runs left unfinished more than an hour ago."""
        if self.folder is None or not self._workshop.is_dir():
            return
        for left in self._workshop.iterdir():
            with contextlib.suppress(OSError):
                if left.stat().st_mtime < time.time() - 3600:
                    left.unlink()

    @property
    def _workshop(self) -> Path:
        return self.folder / "unfinished"

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key[2:]}.json"

    def _warn(self, text: str) -> None:
        if not self._warned:
            warnings.warn(text, CacheWarning, stacklevel=3)
        self._warned = True


def write_whole(path: Path, content: bytes, workshop: Path | None = None) -> None:
    """Write a file so that nobody ever sees half of it; it is made in `workshop`, on the same disk, and renamed."""
    workshop = workshop or path.parent
    for folder in (path.parent, workshop):
        folder.mkdir(parents=True, exist_ok=True)
    unfinished = workshop / f".{os.getpid()}-{secrets.token_hex(8)}.part"
    try:
        unfinished.write_bytes(content)
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def _whole(content: bytes, key: str) -> Record:
    entry = json.loads(content)
    if not isinstance(entry, dict) or entry.get("key") != key or entry.get("checksum") != key_of(entry.get("record")):
        raise ValueError("the checksum does not match")
    return entry["record"]
