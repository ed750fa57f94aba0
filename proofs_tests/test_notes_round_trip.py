"""What `fmt` prints means what was checked: claims printed in the grammar of notes read back as themselves."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from derivations import catalogue, check, equal
from derivations.claims import Claim, Induction
from derivations.errors import ClaimError
from derivations.from_sympy import problem_of
from derivations.notes.blocks import RawBlock, find_blocks, read_block, read_blocks
from derivations.notes.plain import Unwritable
from derivations.notes.writing import named, written
from derivations.relevance import relevant

PAGES = sorted((Path(__file__).parent / "notes").glob("*.md"))

# What the grammar has no words for, by the reason it gives: counting words of groups, numbers of hundreds of digits.
WITHOUT_WORDS = ("Maps", "IndexQuadruples", "Stabiliser", "DoubleCosets", "digits", "Or", "assumptions of", "position")


def read_back(claim: Claim | Induction) -> Claim | Induction:
    lines = tuple(written(claim).split("\n"))
    return read_block(RawBlock("printed", 0, lines, "printed.md")).steps[-1].claim


def as_block(claim: Claim | Induction) -> Claim | Induction:
    """The claim with its names in a block, and the assumptions that speak about it."""
    claim = named(claim)
    return relevant(replace(claim, given=()), claim.given) if claim.given else claim


def parts(claim: Claim | Induction) -> list[Claim]:
    return [claim] if isinstance(claim, Claim) else list(claim.parts().values())


def same_problem(one: Claim, other: Claim) -> bool:
    """The kernel sees the same problem, or the same relation between sides that it proves equal."""
    first, second = problem_of(one), problem_of(other)
    if (first.left, first.right, first.kinds, first.domains, set(first.conditions)) == (
        second.left, second.right, second.kinds, second.domains, set(second.conditions)
    ):
        return first.relation == second.relation and first.order == second.order and first.point == second.point
    if (first.relation, first.order, first.point, first.kinds) != (
            second.relation, second.order, second.point, second.kinds):
        return False
    return all(_equal(left, right, one.given) for left, right in ((one.left, other.left), (one.right, other.right)))


def _equal(left: object, right: object, given: tuple) -> bool:
    return left == right or check(equal(left, right, given=given)).status == "proved"


@cache
def claims_of(page: str) -> dict[str, Claim | Induction]:
    derivation = catalogue[page]
    return {step.name: step.claim for step in (*derivation.steps.values(), *derivation.falsehoods.values())}


@pytest.mark.parametrize("page", [*catalogue])
def test_claims_of_the_catalogue_read_back_as_themselves(page):
    wrong, without = [], []
    for name, claim in claims_of(page).items():
        try:
            back = read_back(claim)
        except Unwritable as problem:
            without.append(f"{name}: {problem}")
            continue
        except ClaimError as problem:
            without.append(f"{name}: {problem}")
            continue
        pairs = zip(parts(as_block(claim)), parts(back), strict=True)
        wrong += [name for one, other in pairs if not same_problem(one, other)]
    assert not wrong
    assert all(any(reason in line for reason in WITHOUT_WORDS) for line in without), without


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_steps_of_the_pages_read_back_as_themselves(page):
    for block in read_blocks(page.read_text(), page.name):
        for step in block.steps:
            pairs = zip(parts(as_block(step.claim)), parts(read_back(step.claim)), strict=True)
            assert all(same_problem(one, other) for one, other in pairs), step.name


def test_a_changed_sign_is_not_read_back_as_the_same():
    page = (Path(__file__).parent / "notes" / "ridge.md").read_text()
    clean, changed = (read_block(find_blocks(text)[0]).steps[0].claim
                      for text in (page, page.replace("- y) + lambda w", "- y) - lambda w")))
    assert not same_problem(named(clean), read_back(changed))
