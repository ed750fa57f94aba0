"""The catalogue: every derivation by id, loaded when it is asked for.

A topic is a sub-package of `derivations` whose name stands in TOPICS; each module in it holds one derivation, under the
name `derivation`. The id is the module's name, unique over all topics; finding ids reads file names only.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from derivations.derivation import Derivation
from derivations.topics import TOPICS


class UnknownName(KeyError):
    """No derivation, topic or step has this name; the message offers the nearest ones."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        close = difflib.get_close_matches(name, list(known), n=3, cutoff=0.4)
        hint = f"; did you mean {' or '.join(close)}?" if close else "; `derivations list` shows what there is"
        super().__init__(f"no {what} named {name!r}{hint}")

    def __str__(self) -> str:
        return self.args[0]


class Catalogue(Mapping[str, Derivation]):
    """Derivations by id, in the order of the topics."""

    @cached_property
    def modules(self) -> dict[str, str]:
        """The module that holds each derivation, by id."""
        here = Path(__file__).parent
        found = [
            (module.name, f"derivations.{topic}.{module.name}")
            for topic in TOPICS
            for module in pkgutil.iter_modules([str(here / topic)])
            if not module.name.startswith("_")
        ]
        if len(dict(found)) < len(found):
            raise ImportError(f"two derivations share an id among {sorted(name for name, _ in found)}")
        return dict(found)

    def __getitem__(self, name: str) -> Derivation:
        if name not in self.modules:
            raise UnknownName("derivation", name, self.modules)
        return importlib.import_module(self.modules[name]).derivation

    def __iter__(self) -> Iterator[str]:
        return iter(self.modules)

    def __len__(self) -> int:
        return len(self.modules)

    def topic(self, topic: str) -> list[str]:
        """The ids of one topic."""
        return [name for name, module in self.modules.items() if module.split(".")[1] == topic]

    def select(self, names: Iterable[str]) -> list[str]:
        """The ids that these ids and topics stand for, in catalogue order; all of them for no names at all."""
        names = list(names)
        wanted = {name for asked in names for name in self._meaning(asked)}
        return [name for name in self if not names or name in wanted]

    def _meaning(self, asked: str) -> list[str]:
        if asked in self.modules:
            return [asked]
        if asked in TOPICS:
            return self.topic(asked)
        raise UnknownName("derivation or topic", asked, [*self.modules, *TOPICS])


catalogue = Catalogue()
