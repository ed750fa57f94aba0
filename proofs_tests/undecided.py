"""The page of what stays undecided, generated from the corpus: python -m proofs_tests.undecided."""

from pathlib import Path

from proofs_tests.outcomes import TRUE_GROUPS, Outcome, outcomes

PAGE = Path(__file__).parent.parent / "reports" / "undecided.md"
KNOWN_UNDECIDED: tuple[str, ...] = ()


def still_open() -> dict[str, list[Outcome]]:
    """Group -> outcomes of true claims that were not proved."""
    found = {group: outcomes(entries) for group, entries in TRUE_GROUPS.items()}
    return {group: [one for one in group_found if one.status != "proved"] for group, group_found in found.items()}


def page(groups: dict[str, list[Outcome]]) -> str:
    """The page as Markdown: counts, then one table a group, in the order of the corpus."""
    lines = ["# What stays undecided", ""]
    lines += ["True claims of the corpus that `check` does not prove, with its own reasons.", ""]
    lines += ["| group | claims | proved | open |", "|---|---|---|---|"]
    for group, found in groups.items():
        size = len(TRUE_GROUPS[group])
        lines.append(f"| {group} | {size} | {size - len(found)} | {len(found)} |")
    for group, found in groups.items():
        if found:
            lines += ["", f"## {group}", "", "| claim | meaning | answer | reason |", "|---|---|---|---|"]
            lines += [_row(one) for one in found]
    return "\n".join(lines) + "\n"


def _row(one: Outcome) -> str:
    cells = (f"`{one.entry.name}`", one.entry.meaning, one.status, one.reason or "held at every point tried")
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def main() -> None:
    """Write the page."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(still_open()))


if __name__ == "__main__":
    main()
