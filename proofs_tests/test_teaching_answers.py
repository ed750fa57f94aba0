"""A student's expression: right in any form, wrong with a counterexample and hints that do not give the answer away."""

import pytest
from sympy import MatrixSymbol, Rational, Symbol, exp, log, symbols

from derivations import Answer, at_most, check, equal, for_all_k, gradient, inv, less_than
from derivations.derivation import Step
from derivations.errors import ClaimError
from derivations.mutation import mutants
from derivations.printing import text
from derivations.regularisation.early_stopping import H, L, U, alpha, epsilon, eye, k, loss, stopped, w, w_star
from derivations.regularisation.early_stopping import steps as early
from derivations.teaching import answers
from derivations.teaching.answers import mark
from derivations.teaching.letters import asked_side
from derivations.verdict import Verdict

x, y = symbols("x y", real=True)
t = symbols("t", positive=True)
n, d = symbols("n d", integer=True, positive=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
v = MatrixSymbol("v", n, 1)

RIGHT = {
    "as printed": (early["gradient_of_the_loss"], H * (w - w_star)),
    "multiplied out": (early["gradient_of_the_loss"], H * w - H * w_star),
    "another order": (early["weight_decay_filter"], U * L * inv(alpha * eye + L) * U.T * w_star),
    "a closed form multiplied out": (early["closed_form"], w_star - (eye - epsilon * H) ** k * w_star),
    "a sharper bound": (Step("bound", at_most(-(x**2), 1), ""), 0),
    "equal to the bound": (Step("bound", at_most(1 + x, exp(x)), ""), exp(x / 2) ** 2),
    "letters without assumptions": (Step("root", equal(log(t * t), 2 * log(t)), ""), 2 * log(Symbol("t"))),
}


@pytest.mark.parametrize("what", RIGHT)
def test_equivalent_forms_are_right(what):
    step, expression = RIGHT[what]
    answer = step.check(expression)
    assert isinstance(answer, Answer) and answer.right and answer and answer.counterexample is None, str(answer)


WRONG = {
    "sign": (early["gradient_of_the_loss"], H * (w + w_star), "sign", "sign of w^*"),
    "factor": (early["gradient_of_the_loss"], 2 * H * (w - w_star), "factor", "H*(w - w^*)"),
    "factor in another form": (early["gradient_of_the_loss"], 2 * H * w - H * w_star, "factor", "H*w"),
    "transpose": (early["weight_decay_filter"], U * inv(L + alpha * eye) * L * U * w_star, "transpose", "U transposed"),
    "missing factor": (early["weight_decay_filter"], inv(L + alpha * eye) * L * U.T * w_star, "factor is missing", "U"),
    "missing term": (early["gradient_of_the_loss"], H * w, "term is missing", "w^*"),
    "closed form": (early["closed_form"], (eye - (eye + epsilon * H) ** k) * w_star, "sign", "epsilon*H"),
    "exponent": (Step("square", equal((x + 1) ** 2 - 1, x**2 + 2 * x), ""), x**3 + 2 * x, "exponent", "2"),
    "order": (Step("reverse", equal(inv(A * B), inv(B) * inv(A)), ""), inv(A) * inv(B), "wrong order", "swapped"),
    "assumption": (Step("gradient", equal(gradient(v.T * A * v, v), (A + A.T) * v), ""), 2 * A * v, "", "symmetric"),
}


@pytest.fixture(scope="module")
def wrong_answers():
    return {what: step.check(expression) for what, (step, expression, _, _) in WRONG.items()}


@pytest.mark.parametrize("what", WRONG)
def test_a_slip_is_named_level_by_level(wrong_answers, what):
    _, _, kind, edit = WRONG[what]
    answer = wrong_answers[what]
    assert answer.status == "wrong" and not answer.right and not answer
    assert answer.counterexample is not None
    assert kind in answer.hint(2), answer.hint(2)
    assert edit in answer.hint(3), answer.hint(3)


@pytest.mark.parametrize("what", WRONG)
def test_nothing_but_the_last_hint_gives_the_answer_away(wrong_answers, what):
    answer, claim = wrong_answers[what], WRONG[what][0].claim
    truth = text(getattr(claim, asked_side(claim)))
    assert truth not in answer.hint(1) and truth not in answer.hint(2)
    assert answer.verdict.claim == answer.line and getattr(answer.line, asked_side(claim)) == WRONG[what][1]
    assert answer.hint(1) != answer.hint(2) != answer.hint(3)
    assert answer.hint(1) not in str(answer) and answer.hint(3) not in answer._repr_markdown_()


def test_the_counterexample_is_the_smallest():
    answer = early["gradient_of_the_loss"].check(2 * H * (w - w_star))
    assert dict(answer.counterexample.sizes) == {"d": 1}


def test_the_first_hint_tells_the_start_of_an_induction_from_its_step():
    wrong_start = early["closed_form"].check(stopped + w_star)
    wrong_step = early["closed_form"].check((eye - (eye - 2 * epsilon * H) ** k) * w_star)
    assert "start is wrong" in wrong_start.hint(1) and "k = 0" in wrong_start.hint(1)
    assert "start is right" in wrong_step.hint(1)


def test_most_single_slips_are_named():
    """Every refuted mutant of these steps is marked wrong, and the edit back is found."""
    named = total = 0
    for name in ("gradient_of_the_loss", "weight_decay_filter", "one_step_of_descent", "bias_is_never_larger"):
        claim = early[name].claim
        side = asked_side(claim)
        for mutant in mutants(claim, most=25):
            if mutant.site[0] != side or check(mutant.claim).status != "refuted":
                continue
            answer = mark(claim, getattr(mutant.claim, side))
            assert answer.status == "wrong", mutant.edit
            named, total = named + (answer.slip is not None), total + 1
    assert total >= 20 and named >= 0.85 * total


def test_handing_the_question_back_is_no_answer():
    answer = early["gradient_of_the_loss"].check(gradient(loss(w), w))
    assert answer.status == "restated" and not answer.right
    assert "question" in str(answer)


def test_a_weaker_bound_is_wrong_and_said_to_be_true():
    step = Step("bound", less_than(-exp(x), 0), "")
    answer = step.check(1)
    assert answer.status == "wrong" and "weaker" in str(answer) and "weaker" in answer.hint(1)
    assert not step.check(-1).right and "weaker" not in str(step.check(-1))


REFUSED = {
    "text": ("H*w", "latex="),
    "a float": (0.5, "Rational(1, 2)"),
    "a float inside": (0.25 * w, "Rational(1, 4)"),
    "an unknown letter": (Symbol("q") * w, "q does not occur"),
    "a letter of another shape": (MatrixSymbol("w", 3, 1), "w (3 x 1)"),
    "a matrix for a vector": (H, "d x d, but d x 1"),
    "a row for a column": (w.T, "1 x d, but d x 1"),
    "a number for a vector": (Rational(3), "a number, but d x 1"),
    "a relation": (Symbol("q") > 0, "whole line"),
    "a claim": (equal(w, w), "whole line"),
    "None": (None, "None"),
    "a list": ([1, 2], "[1, 2]"),
    "an object": (object(), "expression"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_answer_gets_one_line(what):
    expression, quoted = REFUSED[what]
    answer = early["gradient_of_the_loss"].check(expression)
    assert answer.status == "unreadable" and not answer.right
    assert "\n" not in str(answer) and quoted in str(answer), str(answer)
    assert answer.hint(1) == answer.hint(3) == answer.remark


def test_a_step_without_an_answer_is_decided_as_before():
    assert early["gradient_of_the_loss"].check().status == "proved"


def test_an_answer_in_latex():
    step = early["weight_decay_filter"]
    assert step.check(latex=r"U (\Lambda + \alpha I)^{-1} \Lambda U^\top w^*").right
    assert step.check(latex=r"U (\Lambda - \alpha I)^{-1} \Lambda U^\top w^*").status == "wrong"
    refused = step.check(latex=r"U (\Lambda + q I)^{-1}")
    assert refused.status == "unreadable" and "position 14" in str(refused) and "\n" not in str(refused)


def test_there_are_three_levels():
    answer = early["gradient_of_the_loss"].check(H * w)
    for level in (0, 4, "1", None):
        with pytest.raises(ClaimError, match="level 1, 2 and 3"):
            answer.hint(level)


def test_a_wrong_closed_form_of_a_scalar_recursion():
    claim = for_all_k(x * y**k, lambda state: y * state, x, k=k)
    assert mark(claim, x * y**k).right
    assert mark(claim, x * y ** (k + 1)).status == "wrong"
    assert mark(claim, x * y ** (k + 1)).slip is not None


def test_what_cannot_be_decided_is_not_called_wrong(monkeypatch):
    monkeypatch.setattr(answers, "check", lambda claim, **options: Verdict(claim, "undecided"))
    unsettled = mark(early["gradient_of_the_loss"].claim, H * w)
    assert unsettled.status == "open" and not unsettled.right and "could not be decided" in str(unsettled)


def test_the_page_and_a_step_are_shown_in_a_notebook():
    from derivations.regularisation.early_stopping import derivation

    shown = derivation.show()
    assert derivation.title in shown and "$$" in shown._repr_markdown_()
    assert all(f"**{name}**" in shown._repr_markdown_() for name in derivation.steps)
    assert early["closed_form"].latex in early["closed_form"]._repr_markdown_()
