"""Interim: deciders that have not landed yet answer None."""

import importlib

from derivations.evidence import Evidence, Reason


class _Absent:
    def prove(self, *question):
        return None

    def search(self, *question, **options):
        return Evidence("undecided", "none", reason=Reason("absent", "the refuter has not landed"))


def _module(*names):
    for name in names:
        try:
            module = importlib.import_module(f"derivations.kernel.{name}")
            if any(hasattr(module, word) for word in ("prove", "search", "decide", "subproblems")):
                return module
        except ImportError:
            continue
    return _Absent()


indexform, induction, reachable, refute = _module("indexform"), _module("induction"), _module("reachable"), _module("refute")
scalarform, series, sizes = _module("scalarform", "scalar", "scalar.prove"), _module("series"), _module("sizes")
