"""Files with derivations as pytest sees them: a test for every block or page, a subtest for every claim in it.

A claim that does not come out as expected fails with its verdict, its counterexample and a hint; one that could not be
decided fails, too, and says why. Where pytest has no subtests (before version 9), every claim is a test of its own.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from derivations.notes.marking import PAGES, Mark, Marker, text_of

HAS_SUBTESTS = hasattr(pytest, "Subtests")
_HOLDS_A_DERIVATION = re.compile(r"^derivation\s*=\s*Derivation\(", re.MULTILINE)


@dataclass(frozen=True)
class Case:
    """One claim: `problem` decides it and says what is wrong, or nothing."""

    name: str
    problem: Callable[[], str]


class Test(pytest.Function):
    """A test that knows its line in the file."""

    line: int = 1

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line - 1, self.name


class DerivationFile(pytest.File):
    """A file with derivations."""

    def tests(self, name: str, line: int, cases: list[Case]) -> Iterator[pytest.Item]:
        """One test with a subtest a case, or a test a case."""
        if HAS_SUBTESTS:
            yield self._test(name, line, _with_subtests(cases))
        else:
            yield from (self._test(f"{name}[{case.name}]", line, _alone(case)) for case in cases)

    def _test(self, name: str, line: int, function: Callable[..., None]) -> pytest.Item:
        test = Test.from_parent(self, name=name, callobj=function)
        test.line = line
        return test


def _with_subtests(cases: list[Case]) -> Callable[[pytest.Subtests], None]:
    def derivation(subtests: pytest.Subtests) -> None:
        for case in cases:
            with subtests.test(case.name):
                _alone(case)()

    return derivation


def _alone(case: Case) -> Callable[[], None]:
    def step() -> None:
        problem = case.problem()
        if problem:
            pytest.fail(problem, pytrace=False)

    return step


class NotesFile(DerivationFile):
    """A Markdown page: a test a block."""

    def collect(self) -> Iterator[pytest.Item]:
        from derivations.notes.blocks import find_blocks
        from derivations.notes.errors import NotesError

        try:
            blocks = find_blocks(text_of(self.path), self.path.name)
        except NotesError as problem:
            raise self.CollectError(str(problem)) from None
        names = [raw.name for raw in blocks]
        for raw in blocks:
            name = raw.name if names.count(raw.name) == 1 else f"{raw.name}:{raw.line}"
            yield from self.tests(name, raw.line, _cases_of_a_block(raw))


def _cases_of_a_block(raw: object) -> list[Case]:
    from derivations.notes.blocks import read_block
    from derivations.notes.errors import NotesError

    try:
        steps = read_block(raw).steps
    except NotesError as problem:
        return [Case("reading", lambda problem=problem: str(problem))]
    return [Case(f"line {step.line}", lambda step=step: _mark_text(Marker().step(step, raw.name))) for step in steps]


def _mark_text(mark: Mark) -> str:
    """What is wrong with a step of a page; nothing if it is proved."""
    if mark.good:
        return ""
    hint = f"hint       {mark.hint}" if mark.hint else ""
    head = f"{mark.file}:{mark.line}: {mark.status}: {mark.formula}"
    return "\n".join(filter(None, (head, mark.detail, mark.counterexample, hint)))


class CatalogueFile(DerivationFile):
    """A Python file with a `derivation`: one test, a subtest for every step, falsehood and erratum."""

    def collect(self) -> Iterator[pytest.Item]:
        from derivations.running.tasks import QUICK, tasks_of

        page = _module(self.path).derivation
        cases = [Case(_shown(task.part, task.name), lambda task=task: _finding_text(page, task.part, task.name))
                 for task in tasks_of(page) if task.part in QUICK]
        yield from self.tests(page.id, 1, cases)


def _shown(part: str, name: str) -> str:
    return {"step": name, "falsehood": f"{name} (a falsehood)", "printed": f"{name} as printed",
            "corrected": f"{name} corrected"}[part]


def _finding_text(page: object, part: str, name: str) -> str:
    """What is wrong with a claim of a catalogue page; nothing if it came out as expected."""
    from derivations.checking import check
    from derivations.running.tasks import claim_of

    step = page.steps.get(name) if part == "step" else None
    claim = claim_of(page, part, name)
    verdict = check(claim)
    if step is not None and step.kind == "cited" and verdict.status != "refuted":
        return ""
    expected = step.expected if step is not None else "proved" if part == "corrected" else "refuted"
    if verdict.status == expected:
        return ""
    return f"{page.id}.{name}: expected {expected}\n{verdict}{_hint(claim, verdict.status)}"


def _hint(claim: object, status: str) -> str:
    from derivations.diagnosis import diagnose

    if status != "refuted":
        return ""
    return "".join(f"\nhint       {remedy}" for remedy in diagnose(claim, most=3).remedies)


def _module(path: Path) -> ModuleType:
    """The module in a file: by its own name if it is of our catalogue, else loaded from where it is."""
    from derivations.contents import catalogue

    known = catalogue.modules.get(path.stem)
    if known is not None:
        module = importlib.import_module(known)
        if Path(module.__file__).resolve() == path.resolve():
            return module
    spec = importlib.util.spec_from_file_location(f"derivation_pages.{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def collector(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The collector for a file, or None if it holds no derivations."""
    if path.suffix.lower() in PAGES:
        return NotesFile.from_parent(parent, path=path)
    if path.suffix == ".py" and _HOLDS_A_DERIVATION.search(path.read_text(encoding="utf-8", errors="replace")):
        return CatalogueFile.from_parent(parent, path=path)
    return None
