"""The command line. Parsing is all that is imported at first, so that `derivations --version` is instant.

exit code   0 all as expected, 1 a claim failed, 2 wrong usage or unreadable input, 3 undecided (only with --strict)
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from typing import NoReturn

from derivations.errors import ClaimError, UsageError

PROFILES = ("fast", "thorough")
DEVICES = ("auto", "cpu", "cuda")


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        options = parser().parse_args(arguments)
        return _run(options)
    except KeyboardInterrupt:
        return _complain("interrupted; what was finished is in the cache", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (UsageError, ClaimError, OSError, ImportError) as problem:
        return _complain(str(problem), 2)


def _run(options: argparse.Namespace) -> int:
    from derivations.commands import COMMANDS

    with warnings.catch_warnings():
        warnings.showwarning = _warn
        return COMMANDS[options.command](options)


def _warn(message: Warning | str, *where: object) -> None:
    _complain(f"warning: {message}", 0)


def _complain(text: str, code: int) -> int:
    print(f"derivations: {' '.join(text.split())}", file=sys.stderr)
    return code


def parser() -> Parser:
    """All commands and their options."""
    top = Parser(prog="derivations", description="Derivations of deep-learning theory, proved or refuted.")
    top.add_argument("--version", action="version", version=f"derivations {_version()}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    _verify(commands.add_parser("verify", help="prove the catalogue, or the named derivations and topics"))
    _report(commands.add_parser("report", help="write a Markdown page for every derivation"))
    _list(commands.add_parser("list", help="what is in the catalogue"))
    _explain(commands.add_parser("explain", help="a derivation or a step in words"))
    _errata(commands.add_parser("errata", help="wrong lines of the sources, with counterexamples"))
    _new(commands.add_parser("new", help="begin a derivation from a template that is proved as it stands"))
    _check(commands.add_parser("check", help="check the derivation blocks of Markdown notes"))
    _fmt(commands.add_parser("fmt", help="print notes with their derivation blocks typeset"))
    _bench(commands.add_parser("bench", help="measure all of it against what people would use instead"))
    return top


def _verify(command: Parser) -> None:
    command.add_argument("names", nargs="*", metavar="ID_OR_TOPIC", help="all of the catalogue if none is given")
    command.add_argument("--topic", action="append", default=[], metavar="TOPIC", help="the same as naming it")
    command.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    command.add_argument("--shard", type=_shard, default=(1, 1), metavar="I/N", help="every N-th derivation")
    command.add_argument("--strict", action="store_true", help="exit with 3 if something is undecided")
    command.add_argument("--device", choices=DEVICES, default="auto", help="where simulations run")
    _running(command)


def _report(command: Parser) -> None:
    command.add_argument("--out", default="reports", metavar="DIR", help="where the pages go (default: reports)")
    _running(command)


def _list(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help="print a JSON list")


def _explain(command: Parser) -> None:
    command.add_argument("name", metavar="ID[.STEP]", help="a derivation, or one step of it")
    _running(command)


def _errata(command: Parser) -> None:
    command.add_argument("--source", metavar="NAME", help="only this source document")
    command.add_argument("--json", action="store_true", help="print a JSON list")
    _running(command)


def _new(command: Parser) -> None:
    command.add_argument("where", metavar="TOPIC/NAME", help="its topic and its name")


def _check(command: Parser) -> None:
    command.add_argument("paths", nargs="+", metavar="FILE_OR_FOLDER", help="Markdown files, or folders of them")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.add_argument("--annotate", action="store_true", help="print GitHub annotations for what is not proved")
    command.add_argument("--watch", action="store_true", help="check again whenever a file is saved")


def _fmt(command: Parser) -> None:
    command.add_argument("paths", nargs="+", metavar="FILE", help="Markdown files")
    command.add_argument("--plain", action="store_true", help="print the blocks in the grammar of notes, not as LaTeX")


def _bench(command: Parser) -> None:
    command.add_argument("--quick", action="store_true", help="a first look in about a minute")
    command.add_argument("--json", action="store_true", help="print one JSON object too")
    command.add_argument("--out", default="reports", metavar="DIR", help="where benchmarks.md goes (default: reports)")


def _running(command: Parser) -> None:
    """Options of every command that decides claims."""
    command.add_argument("--jobs", type=_positive, default=_processors(), metavar="N", help="how many processes work")
    command.add_argument("--no-cache", dest="cache", action="store_false", help="decide everything anew")
    command.add_argument("--seed", type=int, default=0, metavar="N", help="seed of all randomness")
    command.add_argument("--profile", choices=PROFILES, default="fast", help="how long to try")
    command.add_argument("--executor", metavar="dask=ADDRESS", help="work on a dask.distributed cluster")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number >= 1, got {text!r}")
    return int(text)


def _shard(text: str) -> tuple[int, int]:
    first, _, total = text.partition("/")
    if not (first.isdecimal() and total.isdecimal() and 1 <= int(first) <= int(total)):
        raise argparse.ArgumentTypeError(f"must be I/N with 1 <= I <= N, got {text!r}")
    return int(first), int(total)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _version() -> str:
    from derivations import __version__

    return __version__


if __name__ == "__main__":
    sys.exit(main())
