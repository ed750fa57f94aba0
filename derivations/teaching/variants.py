"""Variants of a claim: other letters, a number in place of a parameter, or one slip. All chosen by a seeded generator.

Renaming letters and putting an admissible number in keep a true claim true; a slip is used only if it was refuted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from random import Random

import sympy
from sympy import Basic, MatrixSymbol, Symbol

from derivations.checking import check
from derivations.claims import Claim, Induction
from derivations.errors import ClaimError
from derivations.meaning import Meanings
from derivations.mutation import Mutant, dimensions, free, mutants
from derivations.places import replace_everywhere
from derivations.relevance import letters
from derivations.teaching.letters import asked_side, expressions, letters_of

MATRICES = ("A", "B", "C", "F", "G", "K", "M", "Q", "R", "S", "W", "Z")
COLUMNS = ("a", "b", "c", "g", "p", "q", "r", "s", "u", "v", "z")
NUMBERS = ("alpha", "beta", "gamma", "delta", "eta", "kappa", "mu", "nu", "rho", "tau", "omega")
VALUES = (2, 3, 4, 5, 6, 7)
SLIPS = ("sign", "transpose", "number", "factor", "exponent", "swapped factors", "swapped difference", "inverse",
         "dropped factor", "dropped term", "off by one", "swapped roles")
SECONDS = 20.0


def generator(*names: str) -> Random:
    """A generator that depends on these names only, in every process and on every machine."""
    return Random(int.from_bytes(hashlib.sha256("\0".join(names).encode()).digest()[:8]))


def renamed(claim: Claim | Induction, random: Random) -> Claim | Induction:
    """The claim in other letters; as it is if it cannot be read in them."""
    new_names = _new_names(claim, random)

    def change(letter: Basic) -> Basic:
        name = new_names.get(letter)
        if name is None:
            return letter
        shape = getattr(letter, "shape", None)
        return MatrixSymbol(name, *shape) if shape else Symbol(name, **letter.assumptions0)

    return _if_readable(lambda: replace_everywhere(claim, change), claim)


def _new_names(claim: Claim | Induction, random: Random) -> dict[Basic, str]:
    """A new name for every letter that may have one, different from all names in use."""
    taken = {str(letter) for letter in letters_of(claim)}
    pools = {pool: [name for name in random.sample(pool, len(pool)) if name not in taken]
             for pool in (MATRICES, COLUMNS, NUMBERS)}
    return {letter: pools[pool].pop() for letter in _renamable(claim) if pools[pool := _pool(letter)]}


def _pool(letter: Basic) -> tuple[str, ...]:
    if not isinstance(letter, MatrixSymbol):
        return NUMBERS
    return COLUMNS if letter.shape[1] == 1 else MATRICES


def _renamable(claim: Claim | Induction) -> list[Basic]:
    """The free letters, without those that count steps, stand for indices or name a sequence."""
    sequences = {base.label for part in expressions(claim) for base in part.atoms(sympy.IndexedBase)}
    return [letter for letter in free(claim) if letter not in sequences | _whole(claim)]


def _whole(claim: Claim | Induction) -> set[Basic]:
    whole = {letter for letter in letters_of(claim) if isinstance(letter, Symbol) and letter.is_integer}
    return whole | dimensions(claim) | ({claim.counter} if isinstance(claim, Induction) else set())


def with_number(claim: Claim | Induction, random: Random) -> Claim | Induction:
    """The claim with a number for one of its positive parameters; as it is if it has none that can be replaced."""
    parameters = _parameters(claim)
    if not parameters:
        return claim
    parameter, value = random.choice(parameters), sympy.Integer(random.choice(VALUES))
    return _if_readable(
        lambda: replace_everywhere(claim, lambda letter: value if letter == parameter else letter), claim)


def _parameters(claim: Claim | Induction) -> list[Basic]:
    """Positive numbers that nothing is assumed about and that no derivative, sum or limit is taken in."""
    bound = {getattr(claim, "variable", None), *_whole(claim), *(one for part in claim.given for one in letters(part))}
    for part in expressions(claim):
        for node in part.atoms(sympy.Derivative, sympy.Sum, sympy.Product, sympy.Integral, sympy.Subs, sympy.Lambda):
            bound |= set().union(*(one.free_symbols for one in node.args[1:])) | set(getattr(node, "variables", ()))
    return [one for one in _renamable(claim) if isinstance(one, Symbol) and one.is_positive and one not in bound]


def _if_readable(build: Callable[[], Claim | Induction], otherwise: Claim | Induction) -> Claim | Induction:
    """What is built, if the kernel can read it and it still speaks about something; else the claim itself."""
    try:
        built = build()
        readable = Meanings().of(built) is not None and not Meanings().is_trivial(built)
    except (ValueError, TypeError, AttributeError, NotImplementedError):
        return otherwise
    return built if readable else otherwise


def slipped(claim: Claim | Induction, random: Random) -> Mutant:
    """The claim with one slip on the side a student is asked for; the slip was refuted by a counterexample."""
    for mutant in _candidates(claim, random):
        if check(mutant.claim, time_limit=SECONDS).status == "refuted":
            return mutant
    raise ClaimError("no slip of this step could be shown to be false; choose another step")


def _candidates(claim: Claim | Induction, random: Random) -> Iterator[Mutant]:
    """Slips of the asked side, the kinds in turn so that rare kinds are not drowned by common ones."""
    kinds: dict[str, list[Mutant]] = {}
    for mutant in mutants(claim):
        if mutant.operator in SLIPS and mutant.site[0] == asked_side(claim):
            kinds.setdefault(mutant.operator, []).append(mutant)
    order = random.sample(sorted(kinds), len(kinds))
    shuffled = {kind: random.sample(kinds[kind], len(kinds[kind])) for kind in order}
    while any(shuffled.values()):
        yield from (shuffled[kind].pop() for kind in order if shuffled[kind])

