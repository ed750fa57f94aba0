"""Runs notebooks cell by cell in one namespace and stores what they show.

    python -m derivations.teaching.notebooks [FILE ...]

No kernel and no server are needed. A value is shown as a notebook would show it: as Markdown if it can, else as text.
A file is written only if something other than a time of day or a duration has changed.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from derivations.running.cache import write_whole

FOLDER = Path(__file__).parents[1] / "notebooks"
_DURATION = re.compile(r"\d+(\.\d+)? (ms|s)\b")


def read(path: Path) -> dict[str, Any]:
    """A notebook as JSON data."""
    return json.loads(path.read_text(encoding="utf-8"))


def run(notebook: dict[str, Any], name: str = "notebook") -> dict[str, Any]:
    """The notebook with fresh outputs; what a cell raises is raised."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = run_cell("".join(cell["source"]), namespace, f"{name}[{count}]", count)
            cell = cell | {"outputs": outputs, "execution_count": count}
        cells.append(cell)
    return notebook | {"cells": cells}


def run_cell(source: str, namespace: dict[str, Any], name: str, count: int) -> list[dict[str, Any]]:
    """What a cell prints and the value of its last line, as a notebook stores them."""
    body, last = _split(ast.parse(source, name))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(body, name, "exec"), namespace)
        value = eval(compile(last, name, "eval"), namespace) if last is not None else None
    return [*_stream(printed.getvalue()), *_result(value, count)]


def _split(tree: ast.Module) -> tuple[ast.Module, ast.Expression | None]:
    """The statements of a cell, and its last line if that is an expression."""
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        return tree, None
    return ast.Module(tree.body[:-1], []), ast.Expression(tree.body[-1].value)


def _stream(text: str) -> list[dict[str, Any]]:
    return [{"output_type": "stream", "name": "stdout", "text": _lines(text)}] if text else []


def _result(value: object, count: int) -> list[dict[str, Any]]:
    if value is None:
        return []
    shows_markdown = hasattr(value, "_repr_markdown_")
    data = {"text/plain": _lines(str(value) if shows_markdown else repr(value))}
    if shows_markdown:
        data["text/markdown"] = _lines(value._repr_markdown_())
    return [{"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": data}]


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def without_times(notebook: dict[str, Any]) -> str:
    """The notebook as text in which durations are blotted out, to compare two runs."""
    return _DURATION.sub("... s", json.dumps(notebook, sort_keys=True))


def refresh(path: Path) -> bool:
    """Run a notebook and store its outputs; whether anything changed."""
    before = read(path)
    after = run(before, path.stem)
    if without_times(before) == without_times(after):
        return False
    write_whole(path, (json.dumps(after, indent=1, ensure_ascii=False) + "\n").encode())
    return True


def main(arguments: Iterable[str]) -> None:
    """Refresh these notebooks, or all of ours."""
    for path in [Path(one) for one in arguments] or sorted(FOLDER.glob("*.ipynb")):
        print(f"{path}: {'written' if refresh(path) else 'unchanged'}")


if __name__ == "__main__":
    main(sys.argv[1:])
