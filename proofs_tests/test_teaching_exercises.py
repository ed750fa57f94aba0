"""Exercises: the same for the same student in any process, true where they say true, false where they say false."""

import os
import subprocess
import sys

import pytest
from sympy import Symbol

from derivations import ClaimError, check, exercise
from derivations.claims import equal
from derivations.derivation import Derivation, Step
from derivations.equivariance.permutation_layer import derivation as lemma
from derivations.printing import latex
from derivations.regularisation.early_stopping import derivation as early
from derivations.teaching.letters import asked_side, letters_of
from derivations.teaching.variants import SLIPS, generator, renamed, slipped, with_number

STUDENTS = ("Ada", "Grace", "Emmy", 17)
STEPS = ("weight_decay_filter", "closed_form", "number_of_steps", "gradient_of_the_loss")


def true_side(one):
    return getattr(one.truth, asked_side(one.truth))


def shown_side(one):
    return getattr(one.shown.claim, asked_side(one.truth))


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("student", STUDENTS)
def test_a_line_to_complete_is_true_and_its_answer_is_right(step, student):
    one = exercise(early, step, variant=student)
    assert check(one.truth).status == "proved"
    assert r"\square" in one.question and one.question == one._repr_markdown_()
    assert one.mark(true_side(one)).right


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("student", STUDENTS[:2])
def test_an_injected_slip_is_refuted_and_handing_it_back_is_wrong(step, student):
    one = exercise(early, step, variant=student, kind="find the slip")
    assert check(one.truth).status == "proved"
    assert check(one.shown.claim, seed=1).status == "refuted"
    assert r"\square" not in one.question
    assert one.mark(true_side(one)).right and not one.mark(shown_side(one)).right


def test_students_get_different_exercises():
    questions = {exercise(early, "weight_decay_filter", variant=student).question for student in range(12)}
    slips = {exercise(early, "gradient_of_the_loss", variant=student, kind="find the slip").shown.operator
             for student in range(12)}
    assert len(questions) >= 10 and len(slips) >= 3


def test_the_same_student_gets_the_same_exercise_in_any_process():
    code = (
        "from derivations import exercise\n"
        "from derivations.regularisation.early_stopping import derivation\n"
        "print(exercise(derivation, 'closed_form', variant='Ada').question)\n"
        "print(exercise(derivation, 'closed_form', variant='Ada', kind='find the slip').question)\n"
        "print(exercise(derivation, variant='Ada').question)\n"
    )
    printed = {
        subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True,
                       text=True, check=True).stdout
        for seed in ("0", "1")
    }
    assert len(printed) == 1 and exercise(early, "closed_form", variant="Ada").question in printed.pop()


@pytest.mark.parametrize("page", [early, lemma], ids=["early_stopping", "permutation_layer"])
@pytest.mark.parametrize("student", ["Ada", "Grace"])
def test_exactly_one_line_is_false(page, student):
    lines = exercise(page, variant=student)
    statuses = [check(line).status for line in lines.lines]
    assert statuses[lines.wrong - 1] == "refuted"
    assert statuses.count("proved") == len(statuses) - 1 >= 1
    marks = [lines.mark(number) for number in range(1, len(statuses) + 1)]
    assert [mark.right for mark in marks] == [number == lines.wrong for number in range(1, len(statuses) + 1)]
    assert all("\n" not in str(mark) for mark in marks)


def test_only_the_right_line_tells_the_slip():
    lines = exercise(early, variant="Ada")
    other = lines.wrong % len(lines.lines) + 1
    assert lines.slip.edit in str(lines.mark(lines.wrong))
    assert lines.slip.edit not in str(lines.mark(other)) and lines.slip.edit not in lines.question
    for nonsense in (0, 99, "one", None, True, 1.0):
        assert not lines.mark(nonsense).right and "number of a line" in str(lines.mark(nonsense))


def test_letters_are_those_of_the_exercise_and_latex_is_read_in_them():
    one = exercise(early, "gradient_of_the_loss", variant="Ada")
    assert set(one.letters.values()) == letters_of(one.truth)
    assert one.mark(latex=latex(true_side(one))).right
    assert one.mark(latex="q_{99}").status == "unreadable"


def test_variants_keep_what_is_true_true():
    for name in STEPS:
        claim = early.steps[name].claim
        for seed in range(4):
            varied = with_number(renamed(claim, generator(str(seed))), generator(str(seed)))
            assert check(varied).status == "proved"


def test_slips_are_of_the_known_kinds():
    claim = early.steps["weight_decay_filter"].claim
    found = {slipped(claim, generator(str(seed))).operator for seed in range(8)}
    assert found <= set(SLIPS) and len(found) >= 3


x = Symbol("x", real=True)
small = Derivation(module="notes.small", doc="Small.", steps=[
    Step("true", equal((x + 1) ** 2, x**2 + 2 * x + 1), "multiply out"), Step("false", equal(x**2, x), "no reason"),
])

REFUSED = {
    "unknown step": (lambda: exercise(early, "closed_from", variant=1), "closed_form"),
    "unknown kind": (lambda: exercise(early, "closed_form", variant=1, kind="essay"), "essay"),
    "no student": (lambda: exercise(early, "closed_form", variant=None), "None"),
    "a float as student": (lambda: exercise(early, "closed_form", variant=0.5), "0.5"),
    "a step that is false": (lambda: exercise(small, "false", variant=1), "not proved"),
    "no answer": (lambda: exercise(small, "true", variant=1).mark(), "give an answer"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_wrong_use_gets_one_line(what):
    action, quoted = REFUSED[what]
    with pytest.raises(ClaimError) as caught:
        action()
    assert quoted in str(caught.value) and "\n" not in str(caught.value)


def test_an_exercise_can_be_made_from_a_page_of_ones_own():
    one = exercise(small, "true", variant="Ada")
    (letter,) = one.letters.values()
    assert "multiply out" in one.question
    assert one.mark((letter + 1) ** 2).status == "restated"
    assert one.mark(letter**2 + 2 * letter + 1).right
    assert one.mark(letter**2 + 1).hint(2) == "a term is missing"
