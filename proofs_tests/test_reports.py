"""Reports: GitHub can render them, they follow their schema, they are the same every time, and they are up to date."""

import json
import re
from dataclasses import replace
from os.path import normpath
from pathlib import Path

import jsonschema
import pytest

from derivations.claims import equal
from derivations.contents import catalogue
from derivations.derivation import Derivation, Erratum, Step
from derivations.running import as_json
from derivations.running.outcome import Finding, MutantScore, Outcome, Trial
from derivations.topics import TOPICS
from numerics.figure import Figure
from proofs_tests.verified import outcomes
from reports import markdown as md
from reports.write import SCHEMA, files, write_all

HERE = SCHEMA.parent
# Every LaTeX command a page may use; each is known to both MathJax and KaTeX.
COMMANDS = set(Path(__file__).with_name("latex_commands.txt").read_text().split())


@pytest.fixture(scope="module")
def written() -> dict[str, str]:
    return dict(files(outcomes()))


def formulas(page: str) -> list[str]:
    return re.findall(r"```math\n(.*?)\n```", page, flags=re.DOTALL) + re.findall(r"\$`(.*?)`\$", page)


def without_formulas(page: str) -> str:
    return re.sub(r"```math\n.*?\n```|\$`.*?`\$", "", page, flags=re.DOTALL)


def test_every_formula_is_one_github_renders(written):
    for name, page in written.items():
        for formula in formulas(page) if name.endswith(".md") else ():
            used = set(re.findall(r"(?<!\\)\\([a-zA-Z]+)", formula))
            assert used <= COMMANDS, (name, used - COMMANDS, formula)
            assert _balanced(formula), (name, formula)
            assert not re.search(r"\}\s*\^\s*\{[^{}]*\}\s*\^", re.sub(r"\\left|\\right", "", formula)), (name, formula)
            assert not re.search(r"_\{[^{}]*\}_", formula), (name, formula)


def _balanced(formula: str) -> bool:
    depths = [0]
    for found in re.findall(r"(?<!\\)[{}]", formula):
        depths.append(depths[-1] + (1 if found == "{" else -1))
    ends = len(re.findall(r"\\begin\{", formula)) == len(re.findall(r"\\end\{", formula))
    sides = formula.count(r"\left") == formula.count(r"\right")
    return min(depths) >= 0 and depths[-1] == 0 and ends and sides


def test_pages_are_plain_markdown(written):
    for name, page in written.items():
        if name.endswith(".md"):
            assert page.count("```") % 2 == 0, name
            assert page.count("<details>") == page.count("</details>"), name
            assert "$$" not in page and "\\operatorname" not in page, name
            assert page.startswith("# ") and page.endswith("\n") and "\n\n\n" not in page, name
            assert not re.search(r"[ \t]$", page, flags=re.MULTILINE), name


def test_links_lead_somewhere(written):
    for name, page in written.items():
        for target in re.findall(r"\]\(([^)#]+)\)", without_formulas(page)) if name.endswith(".md") else ():
            assert normpath(Path(name).parent / target) in written, (name, target)


def test_links_within_a_page_lead_to_a_heading(written):
    for name, page in written.items():
        titles = re.findall(r"^#+ (.*)", page, flags=re.MULTILINE)
        headings = {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in titles}
        assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= headings, name


def test_the_json_twin_follows_the_published_schema(written):
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(written["outcomes.json"]), schema)
    jsonschema.validate(as_json.whole(outcomes(), "0" * 16), schema)


def test_no_page_holds_a_time_of_day_or_a_place_on_a_disk(written):
    for name, page in written.items():
        assert not re.search(r"\b\d\d:\d\d:\d\d\b|/home/|/root/|/tmp/|/work/", page), name


def test_writing_twice_changes_nothing(tmp_path, written):
    assert sorted(str(path.relative_to(tmp_path)) for path in write_all(outcomes(), tmp_path)) == sorted(written)
    assert write_all(outcomes(), tmp_path) == []


def steady(name: str, text: str) -> str:
    """A file without what depends on the machine: how long a step took, and the last digits of what was simulated.

    Drawings hold nothing but such digits; the tables beside them are compared by their columns.
    """
    if name.endswith(".svg"):
        return ""
    if name.endswith(".csv"):
        return text.splitlines()[0]
    text = re.sub(r"^- time: under \d+ s$", "", text, flags=re.MULTILINE)
    text = re.sub(r'"(seconds|observed|detectable)": [-+.\de]+', "", text)
    return re.sub(r"^(\| `numerics\.[^|]*\| \w+ \|).*$", r"\1", text, flags=re.MULTILINE)


def test_the_committed_pages_are_up_to_date(written):
    assert len([name for name in written if name.startswith("pages/")]) == len(catalogue)
    stale = [
        name for name, text in written.items()
        if not (HERE / name).is_file() or steady(name, (HERE / name).read_text()) != steady(name, text)
    ]
    assert not stale, f"run `make verify` and commit reports/: {stale}"


def test_no_page_is_left_over(written):
    there = {str(path.relative_to(HERE)) for folder in ("pages", "errata") for path in (HERE / folder).glob("*.md")}
    assert there <= set(written)


def test_the_index_links_every_derivation(written):
    assert all(f"(pages/{name}.md)" in written["README.md"] for name in catalogue)


def unhappy() -> Outcome:
    """An outcome in which everything that can be said is said."""
    page = catalogue["early_stopping"]
    claim = page.steps["weight_decay_filter"].claim
    known = Step("known", claim, "so it is", kind="cited", reference="A. Author, [1] *A* book")
    erratum = Erratum("e", "notes_1.txt", 7, claim, equal(claim.right, claim.left), "Wrong | twice", severity="sign")
    made = Derivation(module=f"derivations.{next(iter(TOPICS))}.unhappy", doc="A title.\n\nSaid.", errata=(erratum,),
                      steps=[known, Step("open", claim, "x_1")])
    return Outcome(
        made,
        steps={"known": Finding("supported"), "open": Finding("undecided", reason="time: stopped after 40 s")},
        printed={"e": Finding("undecided", reason="crashed: oh")},
        corrected={"e": Finding("proved", error_bound_log2=-84.5, side_conditions=("A_1 is invertible",))},
        mutants={"open": MutantScore(3, 1, 2, 1, missed=("sign: supported",))},
        simulations={"numerics.x:y": Trial("numerics.x:y", passed=False, observed=1e-3, bound=1e-9, detectable=1e-8)},
    )


def a_figure() -> dict:
    x = [1.0, 2.0, 4.0, 8.0]
    made = Figure("Filter", "steps", "kept", x, {"seen": [0.1, 0.2, 0.30000000004, 0.4]},
                  {"proved": [0.1, 0.2, 0.3, 0.4]}, [0.0] * 4, [1.0] * 4, log="x")
    return made.as_data()


def test_a_figure_is_drawn_the_same_every_time_with_its_numbers_beside_it():
    outcome = replace(unhappy(), simulations={"numerics.a:b": Trial("numerics.a:b", True, 0.1, 0.2, 0.3, a_figure())})
    first, second = dict(files([outcome])), dict(files([outcome]))
    assert first == second
    assert first["figures/a.b.svg"].startswith("<?xml") and "derived bound" in first["figures/a.b.svg"]
    names, *rows = first["figures/a.b.csv"].splitlines()
    assert names == "steps,seen,proved (predicted),low,high"
    assert (rows[0], rows[2]) == ("1.0,0.1,0.1,0.0,1.0", "4.0,0.3,0.3,0.0,1.0")
    assert "](../figures/a.b.svg)" in first["pages/unhappy.md"]


def test_what_is_cited_or_open_stands_on_the_limits_page():
    pages = dict(files([unhappy()]))
    limits = pages["limits.md"]
    assert "`unhappy.known`" in limits and r"\*A\*" in limits
    assert "`unhappy.open` | undecided | time: stopped after 40 s" in limits
    assert "`unhappy.e` | undecided | crashed: oh" in limits
    assert "FAILED" in pages["pages/unhappy.md"] and "1 of 2 false neighbours refuted" in pages["pages/unhappy.md"]
    assert "line 7" in pages["errata/notes_1.md"] and r"Wrong \| twice" in pages["errata/notes_1.md"]
    jsonschema.validate(json.loads(pages["outcomes.json"]), json.loads(SCHEMA.read_text()))


@pytest.mark.parametrize(("text", "shown"), [
    ("w* and a_1 | <b>", r"w\* and a\_1 \| \<b\>"),
    ("where $w^*$ is", "where $`w^*`$ is"),
    ("costs 3 dollars", "costs 3 dollars"),
    (r"$\operatorname{tr} A$", r"$`\mathrm{tr} A`$"),
])
def test_prose_is_safe(text, shown):
    assert md.prose(text) == shown


def test_a_long_equation_is_broken_before_its_sign_only():
    long = " + ".join(["x_{1}"] * 30)
    assert md.equation(f"{long} = {long}").count("\\\\") == 1
    assert "aligned" not in md.equation("x = y") and "aligned" not in md.equation(f"f({long} = 0)")
