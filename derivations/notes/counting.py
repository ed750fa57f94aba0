"""Counts: numbers found by going through finitely many cases, those of the library and those of catalogue pages.

    step: symmetric_maps(5, 2, 2) = 15
    count SubsetMaps, DoubleCosets of homogeneous_spaces
    step: SubsetMaps(4, 2, 2) = DoubleCosets(4, 2, 2)
"""

from __future__ import annotations

import importlib
import inspect

import derivations.notes.limits as limits
from derivations import counts
from derivations.errors import ClaimError
from derivations.notes.values import Value, need_scalar, shown

LIBRARY: dict[str, type[counts.Count]] = {
    "symmetric_maps": counts.SymmetricMaps, "alternating_maps": counts.AlternatingMaps,
    "cyclic_maps": counts.CyclicMaps,
}


def is_count(value: object) -> bool:
    """Whether a declared name is a number that is counted."""
    return isinstance(value, type) and issubclass(value, counts.Count)


def applied(count: type[counts.Count], arguments: tuple[Value, ...]) -> Value:
    """The count of small whole numbers; larger ones would be counted too long."""
    wanted = len(inspect.signature(count.counted).parameters)
    if len(arguments) != wanted:
        raise ClaimError(f"{count.__name__} takes {wanted} numbers, got {len(arguments)}")
    for argument in arguments:
        number = need_scalar(argument, "what is counted with")
        if not (number.is_Integer and 0 <= number <= limits.COUNTED):
            raise ClaimError(f"one counts with whole numbers from 0 to {limits.COUNTED}, got {shown(number)}")
    return count(*arguments)


def of_page(name: str, page: str) -> type[counts.Count]:
    """The count of that name on a page of the catalogue."""
    from derivations.contents import catalogue

    if page not in catalogue.modules:
        raise ClaimError(f"'{page}' is no page of the catalogue")
    module = catalogue.modules[page]
    found = vars(importlib.import_module(module)).get(name)
    if not is_count(found) or found.__module__ != module:
        raise ClaimError(f"the page '{page}' counts nothing called '{name}'")
    return found


def page_of(count: type[counts.Count]) -> str | None:
    """The page of the catalogue that a count belongs to."""
    from derivations.contents import catalogue

    return next((page for page, module in catalogue.modules.items() if module == count.__module__), None)
