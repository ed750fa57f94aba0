"""What follows from given equations between matrices, by replacing equals by equals.

    A^2 - A + I = 0              gives  A^-1 = I - A
    A u = a u, A v = b v, A = A^T, a != b      give  u^T v = 0

Both sides become sums of words in letters, their transposes and inverses, with scalar coefficients (`word_sums`). Each
equation is a rule that replaces its largest word by the rest; where two rules overlap in a word, the two ways to
rewrite it give a further equation. If the rules bring left - right to 0, it is 0 at every size.

Soundness: every rule is a consequence of the hypotheses, of X X^-1 = X^-1 X = I, or of what a kind says of its letter;
a coefficient is divided by only where it is known not to be zero. The search is bounded by counts, not by the clock.
"""

from __future__ import annotations

from collections.abc import Iterator

from derivations.evidence import Evidence
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.absolute import NoCase, Undefined
from derivations.kernel.scalar.field import TooManyGenerators, ZeroDenominator
from derivations.kernel.scalar.normal import Again, Normaliser, Refinements, Split
from derivations.kernel.terms import Term, identity, mmul, transpose
from derivations.kernel.word_sums import NotWords, Word, WordSum, WordSums

METHOD = "consequences of given equations"
THEOREM = "tied/consequences of equations"
MOST_RULES = 40
MOST_OVERLAPS = 400
LONGEST_WORD = 8
MOST_REWRITINGS = 400
MOST_ATTEMPTS = 12
IDENTITIES = {
    "orthogonal": ("left inverse", "right inverse"), "permutation": ("left inverse", "right inverse"),
    "semi_orthogonal": ("left inverse",), "unit_vector": ("left inverse",),
    "projection": ("square",), "idempotent": ("square",),
}


Rule = tuple[Word, WordSum]


class _TooMuch(Exception):
    """The rules do not settle the claim within the counts above."""


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' for all sizes if left - right is rewritten to 0 by the given equations; None if not."""
    if problem.relation != "equal" or not _has_equations(problem):
        return None
    refinements = Refinements()
    for _ in range(MOST_ATTEMPTS):
        try:
            return _attempt(problem, Normaliser(problem, Signs(problem), refinements))
        except Again:
            continue
        except TooManyGenerators:
            refinements.slots *= 2
        except (NotWords, _TooMuch, Split, NoCase, Undefined, ZeroDenominator):
            return None
    return None


def _has_equations(problem: Problem) -> bool:
    given = (one for one in problem.conditions if one.op == "relation" and one.data == "==")
    return bool(problem.commuting) or any(not one.args[0].is_scalar for one in given)


def _attempt(problem: Problem, nf: Normaliser) -> Evidence | None:
    sums = WordSums(problem, nf)
    goal = sums.minus(sums.read(problem.left), sums.read(problem.right))
    rules = _Rules(sums)
    for equation in _equations(problem, sums):
        rules.add(equation)
    if not rules.reduces_to_nothing(goal):
        return None
    return Evidence("proved", METHOD, theorem=THEOREM, certificate={"rules": len(rules.found)})


def _equations(problem: Problem, sums: WordSums) -> Iterator[WordSum]:
    """What is given of matrices as sums of words that are 0, each also transposed.

    Inverses are spoken of only where they stand in a word: there they exist.
    """
    pairs = [(mmul(*pair), mmul(*reversed(pair))) for pair in problem.commuting]
    pairs += [
        one.args for one in problem.conditions
        if one.op == "relation" and one.data == "==" and not one.args[0].is_scalar
    ]
    for letter in problem.letters:
        pairs += [_IDENTITY[name](letter) for name in IDENTITIES.get(problem.kind(letter).name, ())]
    yield from _as_sums(pairs, sums)
    done = 0
    while done < len(sums.inverses):
        yield from _as_sums(_of_inverse(sums.inverses[done]), sums)
        done += 1


def _as_sums(pairs: list[tuple[Term, Term]], sums: WordSums) -> Iterator[WordSum]:
    for one, other in pairs:
        try:
            equation = sums.minus(sums.read(one), sums.read(other))
        except NotWords:
            continue
        yield equation
        yield sums.transposed(equation)


def _of_inverse(term: Term) -> list[tuple[Term, Term]]:
    inside, unit = term.args[0], identity(term.rows)
    return [(mmul(inside, term), unit), (mmul(term, inside), unit)]


_IDENTITY = {
    "left inverse": lambda letter: (mmul(transpose(letter), letter), identity(letter.cols)),
    "right inverse": lambda letter: (mmul(letter, transpose(letter)), identity(letter.rows)),
    "square": lambda letter: (mmul(letter, letter), letter),
}


class _Rules:
    """Rules word -> sum of smaller words, completed by their overlaps as far as the counts allow."""

    def __init__(self, sums: WordSums) -> None:
        self.sums = sums
        self.found: list[Rule] = []

    def add(self, equation: WordSum) -> bool:
        """Take in an equation, rewritten by the rules so far; whether it says something new."""
        rest = self.rewritten(equation)
        word = max(rest, key=self.sums.order, default=())
        if not word or len(word) > LONGEST_WORD or not self.sums.is_nonzero(rest[word]):
            return False
        factor = self.sums.number(-1) / rest.pop(word)
        self.found.append((word, self.sums.scaled(factor, rest)))
        return True

    def reduces_to_nothing(self, goal: WordSum) -> bool:
        """Whether the goal is rewritten to 0, by the rules or with those that overlaps add."""
        if not self.rewritten(goal):
            return True
        overlaps, done = 0, 0
        while done < len(self.found) <= MOST_RULES:
            for other in range(done + 1):
                for equation in self._overlaps(self.found[done], self.found[other]):
                    overlaps += 1
                    if overlaps > MOST_OVERLAPS:
                        return False
                    if self.add(equation) and not self.rewritten(goal):
                        return True
            done += 1
        return False

    def _overlaps(self, one: Rule, other: Rule) -> Iterator[WordSum]:
        """Words that begin with one rule's word and end with the other's, rewritten in the two ways."""
        for (first, left), (second, right) in ((one, other), (other, one)):
            for shared in range(1, min(len(first), len(second)) + 1):
                if first[-shared:] == second[:shared]:
                    by_first = self.sums.between((), left, second[shared:])
                    yield self.sums.minus(by_first, self.sums.between(first[:-shared], right, ()))

    def rewritten(self, given: WordSum) -> WordSum:
        """The sum with words replaced until no rule applies."""
        rest, settled = dict(given), {}
        for _ in range(MOST_REWRITINGS):
            if not rest:
                return settled
            word = max(rest, key=self.sums.order)
            factor = rest.pop(word)
            replacement = self._replacement(word)
            if replacement is None:
                settled[word] = factor
            else:
                rest = self.sums.plus(rest, self.sums.scaled(factor, replacement))
        raise _TooMuch

    def _replacement(self, word: Word) -> WordSum | None:
        for lead, value in self.found:
            for place in range(len(word) - len(lead) + 1):
                if word[place : place + len(lead)] == lead:
                    return self.sums.between(word[:place], value, word[place + len(lead) :])
        return None
