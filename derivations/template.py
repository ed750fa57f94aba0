"""A new page from a template that is proved as it stands, so that writing one starts from something that works."""

from __future__ import annotations

from pathlib import Path

from derivations.contents import UnknownName, catalogue
from derivations.errors import UsageError
from derivations.topics import TOPICS

PLACE = Path(__file__).parent
PAGE = '''r"""{title}.

Say what is shown, with $formulas$ where they help: the matrices here have any number $n$ of rows and columns.

Main statements
* square_of_a_sum     why the binomial formula needs $A B = B A$

References: who, what, where, year
"""

from sympy import MatrixSymbol, symbols

from derivations.assumptions import commuting
from derivations.claims import equal
from derivations.derivation import Derivation, Source, Step

n = symbols("n", integer=True, positive=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)

binomial = A**2 + 2 * A * B + B**2

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source("the document it comes from", "its lines"),),
    notation={{A: "any square matrix", B: "one that commutes with it"}},
    steps=(
        Step("expanded", equal((A + B) ** 2, A**2 + A * B + B * A + B**2), "products distribute over sums"),
        Step("square_of_a_sum", equal((A + B) ** 2, binomial, given=[commuting(A, B)]), "the mixed terms are equal"),
    ),
    falsehoods=(Step("always", equal((A + B) ** 2, binomial), "it holds for numbers"),),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
'''


def write_page(where: str, place: Path = PLACE) -> Path:
    """Write a new page for 'TOPIC/NAME' and return its path; nothing is ever overwritten."""
    topic, _, name = where.partition("/")
    if topic not in TOPICS:
        raise UsageError(str(UnknownName("topic", topic, TOPICS)))
    if not name.isidentifier() or not name.islower():
        raise UsageError(f"a page is named like a module, in lower case: TOPIC/NAME, got {where!r}")
    if name in catalogue.modules:
        raise UsageError(f"there is a page named {name!r} already: {catalogue.modules[name]}")
    path = place / topic / f"{name}.py"
    with path.open("x") as page:
        page.write(PAGE.format(title=name.replace("_", " ").capitalize()))
    return path
