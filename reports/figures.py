"""Figures of simulation against prediction: SVG that reads in black and white, and the same numbers as CSV beside it.

A figure is data as numerics/figure.py makes it. Drawing one figure twice gives the same bytes.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from itertools import cycle
from typing import Any

MARKERS = "os^Dv"
MOST_INSIDE = 4
LINES = ("-", "--", ":", "-.")


def columns(figure: Mapping[str, Any]) -> dict[str, list[float]]:
    """The numbers of a figure by the names of their columns."""
    bounds = {name: figure[name] for name in ("low", "high") if figure[name]}
    predicted = {f"{caption} (predicted)": values for caption, values in figure["predicted"].items()}
    return {figure["x_label"]: figure["x"], **figure["observed"], **predicted, **bounds}


def data(figure: Mapping[str, Any]) -> str:
    """The numbers of a figure as CSV."""
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    named = columns(figure)
    table.writerow(named)
    table.writerows(zip(*(map(repr, values) for values in named.values()), strict=True))
    return stream.getvalue()


def drawing(figure: Mapping[str, Any]) -> str:
    """The figure as SVG: marks for what was observed, lines for predictions, grey between the bounds."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    settings = {"svg.hashsalt": "derivations", "svg.fonttype": "none", "font.size": 10, "axes.spines.top": False,
                "axes.spines.right": False}
    with matplotlib.rc_context(settings):
        canvas = Figure(figsize=(6.4, 3.8), layout="constrained", facecolor="white")
        _draw(canvas.subplots(), figure)
        stream = io.StringIO()
        FigureCanvasSVG(canvas).print_svg(stream, metadata={"Date": None, "Creator": "derivations"})
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def _draw(axes: Any, figure: Mapping[str, Any]) -> None:
    x = figure["x"]
    if figure["low"]:
        axes.fill_between(x, figure["low"], figure["high"], color="0.85", label="derived bound")
    for (caption, values), line in zip(figure["predicted"].items(), cycle(LINES), strict=False):
        axes.plot(x, values, line, color="black", linewidth=1.2, label=caption)
    for (caption, values), marker in zip(figure["observed"].items(), cycle(MARKERS), strict=False):
        axes.plot(x, values, marker, color="black", markerfacecolor="white", markersize=5, label=caption)
    axes.set(xlabel=figure["x_label"], ylabel=figure["y_label"], title=figure["title"])
    for axis in figure["log"]:
        axes.set(**{f"{axis}scale": "log"})
    crowded = len(figure["predicted"]) + len(figure["observed"]) > MOST_INSIDE
    axes.legend(frameon=False, fontsize=9, **({"loc": "upper left", "bbox_to_anchor": (0, -0.2)} if crowded else {}))
