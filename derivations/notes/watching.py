"""Watching pages: when one is saved, its changed blocks are decided again and its marks are handed on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from derivations.errors import UsageError
from derivations.notes.marking import Mark, Marker, pages

PAUSE = 0.1


def watch(paths: list[str], report: Callable[[list[Mark]], None], pause: float = PAUSE) -> None:
    """Report the marks of every page now and whenever it is saved, until interrupted."""
    for marks in changes(paths, Marker()):
        if marks is not None:
            report(marks)
        else:
            time.sleep(pause)


def changes(paths: list[str], marker: Marker) -> Iterator[list[Mark] | None]:
    """The marks of each page that was saved since the last look; None when there is nothing new."""
    seen: dict[Path, tuple[int, int]] = {}
    while True:
        changed = [page for page in _present(paths) if _stamp(page) != seen.get(page)]
        for page in changed:
            seen[page] = _stamp(page)
            marks = _marked(marker, page)
            if marks is not None:
                yield marks
        yield None


def _present(paths: list[str]) -> list[Path]:
    """The pages there are; a file that an editor is just replacing comes back at the next look."""
    try:
        return pages(paths)
    except UsageError:
        return [page for path in paths if Path(path).exists() for page in pages([path])]


def _stamp(page: Path) -> tuple[int, int]:
    try:
        state = page.stat()
    except OSError:
        return (0, 0)
    return state.st_mtime_ns, state.st_size


def _marked(marker: Marker, page: Path) -> list[Mark] | None:
    try:
        return marker.page(page)
    except OSError:
        return None
