"""Markdown that GitHub renders: ```math fences, inline math between $` and `$, tables, and plain text made safe.

GitHub refuses \\operatorname and lets * and _ between bare dollars become emphasis, so neither is ever written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

WIDE = 70


def math(tex: str) -> str:
    """A displayed formula."""
    return f"```math\n{safe_tex(tex)}\n```"


def equation(tex: str) -> str:
    """A displayed claim; a long one is broken before its relation sign."""
    broken = _break(tex) if _width(tex) > WIDE else None
    if broken is None:
        return math(tex)
    left, sign, right = broken
    return math(f"\\begin{{aligned}}\n& {left} \\\\\n& \\quad {sign} {right}\n\\end{{aligned}}")


def _width(tex: str) -> int:
    """About how many characters a reader sees."""
    commands = re.sub(r"\\(left|right|mathrm|frac)", "", tex)
    return len(re.sub(r"[{}^_ ]", "", re.sub(r"\\[a-zA-Z]+", "x", commands)))


def _break(tex: str) -> tuple[str, str, str] | None:
    """Left side, sign and right side of a relation, cut at the first sign outside all braces."""
    depth = 0
    for found in re.finditer(r"[{(\[]|[})\]]| (=|<|\\le) ", tex):
        if found[1] and depth == 0:
            return tex[: found.start()], found[1], tex[found.end() :]
        depth += (found[0] in "{([") - (found[0] in "})]")
    return None


def inline(tex: str) -> str:
    """A formula within a line."""
    return f"$`{safe_tex(tex)}`$"


def safe_tex(tex: str) -> str:
    """LaTeX without what GitHub refuses."""
    return tex.replace(r"\operatorname", r"\mathrm").strip()


def prose(text: str) -> str:
    """Plain text with $...$ formulas, safe as Markdown."""
    pieces = re.split(r"\$([^$]+)\$", text)
    return "".join(inline(piece) if k % 2 else _escape(piece) for k, piece in enumerate(pieces))


def _escape(text: str) -> str:
    return re.sub(r"([\\*_`<>|#\[\]])", r"\\\1", text)


def code(text: str) -> str:
    """A word in typewriter type."""
    return f"`{text}`"


def block(text: str, language: str = "text") -> str:
    """Lines in typewriter type."""
    return f"```{language}\n{text.rstrip()}\n```"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a cell may hold Markdown, but no line break."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def bullets(items: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {item}" for item in items)


def details(summary: str, body: str) -> str:
    """Something folded away until it is clicked."""
    return f"<details>\n<summary>{summary}</summary>\n\n{body}\n\n</details>"


def page(*parts: str) -> str:
    """Parts that are not empty, one blank line between them."""
    return "\n\n".join(part for part in parts if part) + "\n"
