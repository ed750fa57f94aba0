"""Figures of simulation against prediction: SVG that reads in black and white, and the same numbers as CSV beside it.

A figure is data: a title, two axis labels, `x`, and the columns `observed`, `predicted`, `low` and `high`, the last two
being the derived bounds. Drawing one figure twice gives the same bytes.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

COLUMNS = ("x", "observed", "predicted", "low", "high")


def data(figure: Mapping[str, Any]) -> str:
    """The numbers of a figure as CSV."""
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(COLUMNS)
    table.writerows(zip(*(map(repr, figure[name]) for name in COLUMNS), strict=True))
    return stream.getvalue()


def drawing(figure: Mapping[str, Any]) -> str:
    """The figure as SVG: dots for what was observed, a line for the prediction, grey between the bounds."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.hashsalt": "derivations", "svg.fonttype": "none", "font.size": 10}):
        canvas = Figure(figsize=(6, 3.6), layout="constrained")
        _draw(canvas.subplots(), figure)
        stream = io.StringIO()
        FigureCanvasSVG(canvas).print_svg(stream, metadata={"Date": None, "Creator": "derivations"})
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def _draw(axes: Any, figure: Mapping[str, Any]) -> None:
    x: Sequence[float] = figure["x"]
    axes.fill_between(x, figure["low"], figure["high"], color="0.85", label="derived bound")
    axes.plot(x, figure["predicted"], color="black", linewidth=1.2, label="predicted")
    axes.plot(x, figure["observed"], "o", color="black", markerfacecolor="white", markersize=4, label="observed")
    axes.set(xlabel=figure["x_label"], ylabel=figure["y_label"], title=figure["title"])
    axes.set_xscale(figure.get("x_scale", "linear"))
    axes.set_yscale(figure.get("y_scale", "linear"))
    axes.legend(frameon=False)
