"""The pages about many derivations: the index, the errata of one source, and what is not settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from derivations.console import COLUMNS, row
from derivations.derivation import Erratum
from derivations.running.outcome import Finding, Outcome
from derivations.topics import TOPICS
from reports import markdown as md
from reports.page import erratum_text

SETTLED = ("proved", "refuted")


def index_page(outcomes: Sequence[Outcome]) -> str:
    """Every derivation in a table, by topic, with links."""
    return md.page(
        "# Reports",
        "One page a derivation. *Proved* means settled by exact computation for everything the assumptions admit; "
        "*mutants* counts single-edit neighbours that are false, and how many of them were refuted.",
        *(_topic(topic, outcomes) for topic in TOPICS),
        "[What is not settled](limits.md). The same as data: [outcomes.json](outcomes.json), described by "
        "[schema.json](schema.json).",
        _sources(outcomes),
    )


def _topic(topic: str, outcomes: Sequence[Outcome]) -> str:
    chosen = [outcome for outcome in outcomes if outcome.derivation.topic == topic]
    if not chosen:
        return ""
    columns = ("page", *COLUMNS[1:-1])
    rows = [(f"[{md.prose(one.derivation.title)}](pages/{one.derivation.id}.md)", *row(one)[1:-1]) for one in chosen]
    return f"## {TOPICS[topic]}\n\n" + md.table(columns, rows)


def _sources(outcomes: Sequence[Outcome]) -> str:
    links = [f"[{md.prose(source)}](errata/{page_name(source)})" for source in sources(outcomes)]
    return "## Errata of the sources\n\n" + md.bullets(links) if links else ""


def sources(outcomes: Iterable[Outcome]) -> list[str]:
    """The source documents that have errata, by name."""
    return sorted({erratum.source for outcome in outcomes for erratum in outcome.derivation.errata})


def page_name(source: str) -> str:
    """The file name of a source's errata page."""
    return source.rpartition(".")[0] + ".md"


def errata_page(source: str, outcomes: Iterable[Outcome]) -> str:
    """Every wrong line of one source, in the order of its lines."""
    every = [(erratum, outcome) for outcome in outcomes for erratum in outcome.derivation.errata]
    found = sorted((pair for pair in every if pair[0].source == source), key=lambda pair: (pair[0].line, pair[0].id))
    texts = [erratum_text(one, outcome.printed[one.id], outcome.corrected[one.id]) for one, outcome in found]
    return md.page(f"# Errata of {md.prose(source)}", _how_to_read([erratum for erratum, _ in found]), *texts)


def _how_to_read(errata: Sequence[Erratum]) -> str:
    """How many wrong lines there are, of which kinds, and what stands below about each."""
    kinds = Counter(erratum.severity for erratum in errata)
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    return (
        f"{len(errata)} lines ({counts}). Each is shown as it is printed, with a point at which it fails that can be "
        "checked by hand, and then as it should read, which is proved. Lines are counted in the text file of that name."
    )


def limits_page(outcomes: Iterable[Outcome]) -> str:
    """What is cited, and what could not be settled, with the reasons."""
    outcomes = list(outcomes)
    cited = [f"{md.code(f'{one.derivation.id}.{step.name}')}: {md.prose(step.reference)}"
             for one in outcomes for step in one.derivation.assumed]
    return md.page(
        "# What is not settled",
        "## Cited, not proved here",
        md.bullets(cited) or "Nothing.",
        "## Not decided",
        _open(outcomes) or "Nothing.",
        "## False neighbours that were not refuted",
        md.bullets(_missed(outcomes)) or "None.",
    )


def _missed(outcomes: Iterable[Outcome]) -> Iterable[str]:
    for outcome in outcomes:
        for name, score in outcome.mutants.items():
            yield from (f"{md.code(f'{outcome.derivation.id}.{name}')}: {md.prose(missed)}" for missed in score.missed)


def _open(outcomes: Iterable[Outcome]) -> str:
    rows = [
        (md.code(f"{outcome.derivation.id}.{name}"), found.status, md.prose(found.reason or "-"))
        for outcome in outcomes
        for name, found in _claims(outcome)
        if found.status not in SETTLED
    ]
    return md.table(("claim", "status", "reason"), rows) if rows else ""


def _claims(outcome: Outcome) -> Iterable[tuple[str, Finding]]:
    cited = {step.name for step in outcome.derivation.assumed}
    yield from ((name, found) for name, found in outcome.steps.items() if name not in cited)
    for group in (outcome.falsehoods, outcome.printed, outcome.corrected):
        yield from group.items()
