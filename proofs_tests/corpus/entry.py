"""One corpus entry: a claim, its name, what it says in one line, and the answer that is known by other means."""

from dataclasses import dataclass

PROVED, REFUTED, VACUOUS, NOT_PROVED = "proved", "refuted", "vacuous", "not proved"


@dataclass(frozen=True)
class Entry:
    """A claim with a known answer.

    expect   'proved'      true: must never be refuted, should be proved
             'refuted'     false at an admissible point: must be refuted
             'vacuous'     no admissible point exists
             'not proved'  false or meaningless; any answer but 'proved' is honest
    """

    name: str
    meaning: str
    claim: object
    expect: str = PROVED


def checked(entries: list[Entry]) -> list[Entry]:
    """The same list, after making sure that no two entries share a name."""
    names = [entry.name for entry in entries]
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise ValueError(f"corpus names used twice: {', '.join(doubled)}")
    return entries
