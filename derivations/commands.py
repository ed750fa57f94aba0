"""What each command of the command line does, once its options are read. A command returns its exit code."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from derivations.contents import UnknownName, catalogue
from derivations.errors import UsageError
from derivations.running import as_json
from derivations.running.fingerprint import kernel_version
from derivations.running.outcome import BAD, OPEN, Outcome
from derivations.running.tasks import Task


def verify(options: Namespace) -> int:
    """Verify and print the table, or JSON."""
    names = [*options.names, *options.topic]
    outcomes = _verified(options, names, device=_device(options.device), shard=options.shard)
    if options.json:
        _print_json(as_json.whole(outcomes, kernel_version()))
    else:
        _print_table(outcomes)
    return exit_code(outcomes, options.strict)


def exit_code(outcomes: list[Outcome], strict: bool) -> int:
    """1 if anything came out wrong, 3 if something is open and that matters, else 0."""
    judged = {judgement for outcome in outcomes for judgement in outcome.judged().values()}
    if BAD in judged:
        return 1
    return 3 if strict and OPEN in judged else 0


def report(options: Namespace) -> int:
    """Verify everything and write the pages."""
    from reports.write import write_all

    _need_writable(options.out)
    outcomes = _verified(options, [], device=_device("auto"))
    for path in write_all(outcomes, options.out):
        print(path)
    return exit_code(outcomes, strict=False)


def list_catalogue(options: Namespace) -> int:
    """The catalogue, a line each, by topic."""
    headings = [as_json.heading(page) for page in catalogue.values()]
    if options.json:
        _print_json(headings)
    for heading in [] if options.json else headings:
        print(f"{heading['topic']:<18} {heading['id']:<28} {heading['title']}")
    return 0


def explain(options: Namespace) -> int:
    """A derivation step by step, or one step, in words."""
    from derivations.console import explained, step_text

    name, _, wanted = options.name.partition(".")
    page = _found(lambda: catalogue[name])
    if wanted and wanted not in page.steps:
        raise UsageError(str(UnknownName(f"step of {name}", wanted, page.steps)))
    asked = [wanted] if wanted else [*page.steps]
    (outcome,) = _verified(options, [name], only=lambda task: task.part in ("step", "mutants") and task.name in asked)
    print(step_text(outcome, wanted) if wanted else explained(outcome))
    return 0


def errata(options: Namespace) -> int:
    """The wrong lines of the sources, as printed and corrected, with their status."""
    outcomes = _verified(options, [], only=lambda task: task.part in ("printed", "corrected"))
    records = [record for outcome in outcomes for record in as_json.errata(outcome)]
    records.sort(key=lambda record: (record["source"], record["line"]))
    if options.source is not None:
        _need_source(options.source, records)
        records = [record for record in records if record["source"] == options.source]
    if options.json:
        _print_json(records)
    for record in [] if options.json else records:
        print(_erratum_line(record))
    return 0


def new(options: Namespace) -> int:
    """Begin a derivation."""
    from derivations.template import write_page

    path = write_page(options.where)
    print(f"{path}: proved as it stands; next: derivations verify {path.stem}")
    return 0


def check(options: Namespace) -> int:
    """Check the derivation blocks of Markdown pages."""
    from derivations.notes.command import check_pages

    return check_pages(options)


def fmt(options: Namespace) -> int:
    """Print pages with their derivation blocks typeset."""
    from derivations.notes.command import format_pages

    return format_pages(options)


def bench(options: Namespace) -> int:
    """Measure everything and write the page."""
    from derivations.benchmarks.budget import FULL, QUICK
    from derivations.benchmarks.everything import run
    from derivations.running.cache import write_whole
    from reports.benchmarks import page

    _need_writable(options.out)
    results = run(QUICK if options.quick else FULL, lambda text: print(text, file=sys.stderr))
    path = Path(options.out) / "benchmarks.md"
    write_whole(path, page(results).encode())
    if options.json:
        _print_json(results)
    else:
        print(path)
    return 0


def _verified(options: Namespace, names: list[str], only: Callable[[Task], bool] = bool, **more: Any) -> list[Outcome]:
    from derivations.console import ProgressBar
    from derivations.running.runner import verify

    with ProgressBar() as progress:
        return _found(lambda: verify(
            *names, seed=options.seed, profile=options.profile, remember=options.cache, only=only,
            place=_place(options), progress=progress, **more,
        ))


def _found(look_up: Callable[[], Any]) -> Any:
    try:
        return look_up()
    except UnknownName as problem:
        raise UsageError(str(problem)) from None


def _place(options: Namespace) -> Any:
    from derivations.running.runner import Dask, Local

    if options.executor is None:
        return Local(options.jobs)
    kind, _, address = options.executor.partition("=")
    if kind != "dask" or not address:
        raise UsageError(f"--executor must be dask=ADDRESS, got {options.executor!r}")
    return Dask(address)


def _device(asked: str) -> str:
    """The device simulations run on; torch is asked only where a GPU is wanted or could be."""
    from derivations.running.devices import gpu_is_usable, gpu_may_exist

    if asked == "cuda" and not gpu_is_usable():
        raise UsageError("--device cuda, but torch sees no GPU here; use --device cpu")
    return "cuda" if asked != "cpu" and gpu_may_exist() and gpu_is_usable() else "cpu"


def _need_writable(folder: str) -> None:
    """Complain about a folder that cannot be written before any work is done for it."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise UsageError(f"cannot write to {folder}")


def _need_source(source: str, records: list[dict]) -> None:
    known = {record["source"] for record in records}
    if source not in known:
        raise UsageError(str(UnknownName("source with errata", source, sorted(known))))


def _erratum_line(record: dict[str, Any]) -> str:
    status = f"as printed {record['as_printed_status']}, corrected {record['corrected_status']}"
    return f"{record['source']}:{record['line']}: {record['problem']} ({record['severity']}; {status})"


def _print_json(value: object) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def _print_table(outcomes: list[Outcome]) -> None:
    from rich.console import Console

    from derivations.console import remarks, table

    Console(width=None if sys.stdout.isatty() else 120).print(table(outcomes))
    for remark in remarks(outcomes):
        print(remark)


COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "verify": verify,
    "report": report,
    "list": list_catalogue,
    "explain": explain,
    "errata": errata,
    "new": new,
    "check": check,
    "fmt": fmt,
    "bench": bench,
}
