"""The commands `check` and `fmt`: what they print and how they exit."""

from __future__ import annotations

import json
from argparse import Namespace

from derivations.errors import UsageError
from derivations.notes.marking import Mark, check_notes, exit_code, pages, text_of
from derivations.notes.showing import annotation, shown, summary


def check_pages(options: Namespace) -> int:
    """Mark every step; 0 if all are proved, 1 if some are not, 2 if something cannot be read."""
    if options.watch:
        return _watch(options)
    marks = check_notes(*options.paths)
    if not marks:
        raise UsageError(f"no derivation block in {', '.join(options.paths)}; one begins with ```derivation NAME")
    _print(marks, options)
    return exit_code(marks)


def _print(marks: list[Mark], options: Namespace) -> None:
    if options.json:
        print(json.dumps({"steps": [mark.as_json() for mark in marks], "exit_code": exit_code(marks)}, indent=2,
                         ensure_ascii=False))
        return
    for mark in marks:
        if not options.annotate:
            print(shown(mark))
        elif not mark.good:
            print(annotation(mark))
    if not options.annotate:
        print(summary(marks))


def _watch(options: Namespace) -> int:
    from derivations.notes.watching import watch

    def report(marks: list[Mark]) -> None:
        _print(marks, options)
        print(flush=True)

    try:
        watch(options.paths, report)
    except KeyboardInterrupt:
        return 0


def format_pages(options: Namespace) -> int:
    """Print each page with its blocks typeset."""
    from derivations.notes.typeset import typeset_page

    for page in pages(options.paths):
        print(typeset_page(text_of(page), str(page), plain=options.plain), end="")
    return 0
