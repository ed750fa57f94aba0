"""Notes: what the grammar reads, what it refuses and how it says so, and the commands that use it."""

import json
import os
import sys
import time

import pytest

from derivations import cli
from derivations.notes import NotesError, check_notes, read_blocks
from derivations.notes.marking import Marker
from derivations.notes.showing import annotation
from derivations.notes.watching import changes

DECLARED = """\
dims n, d
matrix X: n x d
symmetric matrix H: d x d
vector y: n
vectors w, v: d
scalar lambda > 0, t
scalars a, b > 0
scalar 0 < r < 1
integer k >= 0
positive sequence p
function f
index i, j: d
"""
TRUE = {
    "products side by side": "X' X w = X' (X w)",
    "powers before products": "2 t^2 = 2 (t^2)",
    "minus after powers": "-t^2 = -(t^2)",
    "powers from the right": "2^3^2 = 512",
    "division by a number": "t/2 a = a t / 2",
    "both signs of transposition": "X^T y = X' y",
    "decimals are exact": "0.1 + 0.2 = 0.3",
    "numbers of a row and a column": "v' H w = w' H v",
    "identity fits its neighbour": "inv(H + lambda I) (H + lambda I) = I",
    "identity of a size": "tr(I(d)) = d",
    "zero fits its neighbour": "w - w = 0",
    "determinants": "det(H H) = det(H)^2",
    "norms": "norm(w)^2 = w' w",
    "sums over positions": "sum_{l=1..d} w[l] v[l] = w' v",
    "sums with values": "sum_{l=1..d} l = d (d + 1)/2",
    "positions picked": "sum_{l=1..d} delta(l, i) w[l] = w[i]",
    "two sums": "sum_{l=1..n, m=1..d} X[l, m]^2 = tr(X' X)",
    "sums of sequences": "sum_{l=1..n} (p[l] + 1) = n + sum_{m=1..n} p[m]",
    "free indices": "H[i, j] = H[j, i]",
    "derivative of a scalar": "d/dt (t^3) = 3 t^2",
    "second derivative": "d^2/dt^2 (t^3) = 6 t",
    "derivative in a vector": "d/dw (w' H w) = 2 H w",
    "derivative of a matrix": "d/dt (t^2 H) = 2 t H",
    "primes": "d/dt (f(2 t)) = 2 f'(2 t)",
    "values at a point": "(d/dt (t^2) at t = 3) = 6",
    "entrywise functions": "exp.(w + v) = exp.(w) .* exp.(v)",
    "entrywise powers": "w .^ 2 = w .* w",
    "entrywise anything": "each_{x in w}(x^2 + 1) = w .^ 2 + ones(d)",
    "matrices written out": "[1, 2; 3, 4] * [1; 1] = [3; 7]",
    "blocks": "[H, 0; 0, H] * [w; v] = [H w; H v]",
    "cases": "cases(t > 0: t, else: -t) = abs(t)",
    "and binds tighter than or": "cases(1 > 2 and 1 > 0 or 1 < 2: 1, else: 0) = 1",
    "or": "cases(t < 0 or t > 1: 1, else: 0) = 1 given t > 1",
    "integrals": "int_{x=0..1} x^2 = 1/3",
    "integrals in integrals": "int_{x=0..1, z=0..x} x z = 1/8",
    "limits as numbers": "lim_{x -> 0} sin(x)/x = 1",
    "limits from above": "lim_{x -> 0 from above} abs(x)/x = 1",
    "limits from below": "lim_{x -> 0 from below} abs(x)/x = -1",
    "counts": "symmetric_maps(5, 2, 2) = 15",
    "large numbers": "10^1233 < 2^4096",
    "expectations": "E_{w ~ gaussian(v, I(d))}[w' w] = v' v + d",
    "variances": "Var_{t ~ gaussian(0, a^2)}[2 t] = 4 a^2",
    "series": "exp(t) = 1 + t + O(t^2)",
    "orders": "sqrt(1 + t) - 1 = O(t) as t -> 0",
    "limits": "exp(-t) -> 0 as t -> oo",
    "inequalities": "log(a) <= a - 1",
    "turned inequalities": "a + 1 > log(a)",
    "assumptions of a step": "r^2 = 1/4 given r = 1/2",
    "bounds of a declaration": "r^2 < r",
    "Greek letters": "λ^2 ≥ 0",
    "continued lines": "a +\n    b = b\n    + a",
    "induction": "t[0] = 1, t[k+1] = r t[k] => t[k] = r^k",
}
FALSE = {
    "positions and values": "sum_{l=1..d} l w[l] = sum_{l=1..d} (l - 1) w[l]",
    "a / b is no product": "a / b = a b", "right to left": "2^3^2 = 64", "sums from 1": "sum_{l=1..d} l = d (d - 1)/2",
    "first entry": "sum_{l=1..d} delta(l, 1) w[l] = w[2] given d = 2", "transposes": "X' y = X' y + X' y",
    "order of the series": "exp(t) = 1 + t + O(t^3)", "gradient": "d/dw (w' H w) = H w",
    "induction": "t[0] = 1, t[k+1] = r t[k] => t[k] = r^(k+1)", "minus": "(-t)^2 = -t^2",
    "or": "a < r given a < r or a < 1", "sides of limits": "lim_{x -> 0 from above} abs(x)/x = -1",
    "order of integrals": "int_{x=0..1, z=0..2} x = 2", "counts": "symmetric_maps(3, 2, 2) = 15",
}
REFUSED = {
    "undeclared name": ("step: lam = t", "step: lam", "'lam' is not declared"),
    "joined names": ("step: ab = t", "step: ab", "'a b'"),
    "ambiguous quotient": ("step: a / b t = 1", "step: a / b t", "two ways"),
    "number behind": ("step: a 2 = 1", "step: a 2", "before '2'"),
    "shapes in a product": ("step: X y = 0", "step: X y", "shapes do not fit"),
    "shapes in a sum": ("step: w + y = 0", "step: w +", "shapes differ"),
    "scalar plus matrix": ("step: X + t = 0", "step: X +", "cannot be added"),
    "sides of two kinds": ("step: w = t", "step: w =", "one side is"),
    "matrix exponential": ("step: exp(H) = H", "step: exp", "exp.(A)"),
    "division by a matrix": ("step: t / H = 1", "step: t /", "inv"),
    "no relation": ("step: a + b", "step: a + b", "expected a relation"),
    "unknown word": ("steps: a = b", "steps", "a line begins with"),
    "declared twice": ("scalar a", "scalar a", "declared twice"),
    "reserved name": ("scalar exp", "scalar exp", "meaning of its own"),
    "unknown property": ("given H is pretty", "given H is", "'pretty'"),
    "bound name in use": ("step: sum_{t=1..d} t = 1", "step: sum_{t", "declared already"),
    "position below 1": ("step: w[0] = 1", "step: w[", "count from 1"),
    "limit without where": ("step: t -> 1", "step: t ->", "as x -> oo"),
    "attribute": ("step: X.T = 1", "step: X.", "'.' may stand"),
    "underscore": ("step: __import__ = 1", "step: _", "'_' may stand"),
    "open bracket": ("step: (a + b = 1", "step: (a + b =", "expected ')'"),
    "function without brackets": ("step: log a = 1", "step: log", "brackets"),
    "no size": ("matrix Z", "matrix", "n x d"),
    "a number that is no size": ("matrix Z: pi x d", "matrix Z: pi", "declared dims"),
    "an imaginary size": ("matrix Z: d x imaginary", "matrix Z: d x", "declared dims"),
    "a rank that is no size": ("given H is idempotent of rank I", "given H is idempotent of rank", "declared"),
    "an induction from a matrix": ("step: t[H] = 1, t[k+1] = t[k] => t[k] = 1", "step: t[H", "must be a scalar"),
    "not a size": ("matrix Z: t x d", "matrix Z: t", "declared dims"),
    "or after a property": ("given H is diagonal or t > 0", "given H", "only relations"),
    "a condition that says nothing": ("given t > 0 or t <= 0", "given", "always holds"),
    "side of infinity": ("step: lim_{x -> oo from above} 1/x = 0", "step: lim_{x", "infinity"),
    "side of a limit": ("step: lim_{x -> 0 from left} 1/x = 0", "step: lim_{x -> 0 from ", "'above' or 'below'"),
    "large counts": ("step: symmetric_maps(8, 1, 1) = 2", "step: symmetric", "from 0 to 7"),
    "counts of no page": ("count system of os", "count", "no page"),
    "counts that are none": ("count Derivation of permutation_layer", "count", "counts nothing"),
    "adjective of dims": ("positive dims m", "positive", "even or odd"),
    "transposed number": ("step: t' = t", "step: t'", "is a scalar"),
}


def page(*lines: str) -> str:
    return f"# Notes\n\n```derivation block\n{DECLARED}" + "\n".join(lines) + "\n```\n"


def only_step(text: str):
    (block,) = read_blocks(page(f"step: {text}"), "notes.md")
    return block.steps[-1]


@pytest.mark.parametrize("name", TRUE)
def test_true_lines_are_read_and_proved(name):
    assert only_step(TRUE[name]).check().status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_false_lines_are_read_and_refuted(name):
    assert only_step(FALSE[name]).check().status == "refuted"


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_at_its_place(name):
    line, upto, words = REFUSED[name]
    with pytest.raises(NotesError) as refusal:
        read_blocks(page(line), "notes.md")
    problem = refusal.value
    assert words in problem.message and "\n" not in str(problem)
    assert problem.line == page(line).split("\n").index(line) + 1
    assert 1 <= problem.column <= len(upto) + 2
    assert str(problem).startswith(f"notes.md:{problem.line}:{problem.column}: ")


def test_a_page_may_lend_its_counts():
    text = page("count SubsetMaps, DoubleCosets of homogeneous_spaces",
                "step: SubsetMaps(4, 2, 2) = DoubleCosets(4, 2, 2)", "step: SubsetMaps(4, 2, 2) = 2")
    assert [step.check().status for step in read_blocks(text)[0].steps] == ["proved", "refuted"]


def test_steps_know_their_names_lines_and_reasons():
    text = (
        "# Title\n\n```derivation squares\nscalar a, b\n\n"
        "step square: (a + b)^2 = a^2 + 2 a b + b^2   because: expand\n"
        "    = (a + b) (b + a)  because: collect\n# a remark\nstep: a = a\n```\n"
    )
    (block,) = read_blocks(text, "notes.md")
    assert (block.name, block.line, block.file) == ("squares", 3, "notes.md")
    assert [(step.name, step.line, step.because) for step in block.steps] == [
        ("square", 6, "expand"), ("square-2", 7, "collect"), ("step-3", 9, ""),
    ]


def test_blocks_in_other_fences_are_left_alone_and_open_ones_are_refused():
    assert read_blocks("````markdown\n```derivation x\nstep: 1 = 2\n```\n````\n```python\nstep\n```\n") == []
    with pytest.raises(NotesError, match="never closed"):
        read_blocks("```derivation x\nscalar a\n")


def test_definitions_do_not_capture_and_do_not_leak():
    text = page("let total(u) = sum_{l=1..d} u w[l]", "step: sum_{l=1..d} total(w[l]) = (sum_{l=1..d} w[l])^2")
    assert read_blocks(text)[0].steps[0].check().status == "proved"
    with pytest.raises(NotesError, match="'u' is not declared"):
        read_blocks(page("let twice(u) = 2 u", "step: twice(t) = u"))
    with pytest.raises(NotesError, match="'l' is not declared"):
        read_blocks(page("let total(u) = sum_{l=1..d} u", "step: total(w[l]) = 1"))


# --- commands

GOOD, WRONG, BROKEN = "step: a + b = b + a", "step: a - b = b - a", "step: a + = b"


@pytest.fixture
def write(tmp_path):
    def written(name: str, *lines: str) -> str:
        (tmp_path / name).write_text(page(*lines))
        return str(tmp_path / name)

    return written


@pytest.mark.parametrize(("lines", "code"), [((GOOD,), 0), ((GOOD, WRONG), 1), ((WRONG, BROKEN), 2)])
def test_exit_codes(write, capsys, lines, code):
    assert cli.main(["check", write("notes.md", *lines)]) == code
    assert "Traceback" not in capsys.readouterr().err


def test_a_wrong_line_is_shown_with_counterexample_and_hint(write, capsys):
    path = write("notes.md", GOOD, WRONG)
    cli.main(["check", path])
    shown = capsys.readouterr().out
    line = page(GOOD, WRONG).split("\n").index(WRONG) + 1
    assert f"{path}:{line}: refuted" in shown and "left" in shown and "hint: holds with" in shown
    assert "1 proved, 1 refuted" in shown


def test_json_has_every_step(write, capsys):
    assert cli.main(["check", "--json", write("notes.md", GOOD, WRONG)]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [step["status"] for step in found["steps"]] == ["proved", "refuted"] and found["exit_code"] == 1
    assert found["steps"][1]["counterexample"] and found["steps"][1]["hint"]


def test_annotations_are_github_commands(write, capsys):
    path = write("a,b.md", GOOD, WRONG)
    assert cli.main(["check", "--annotate", path]) == 1
    (command,) = capsys.readouterr().out.splitlines()
    line = page(GOOD, WRONG).split("\n").index(WRONG) + 1
    assert command.startswith("::error file=") and f",line={line},col=1,title=block.step-2%3A refuted::" in command
    assert "a%2Cb.md" in command and "%0A" in command


def test_an_unreadable_line_is_annotated_too(write):
    (mark,) = check_notes(write("notes.md", BROKEN))
    assert annotation(mark).startswith("::error ") and "cannot be read" in annotation(mark)


def test_folders_are_searched_and_empty_ones_refused(write, tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    assert cli.main(["check", str(tmp_path / "empty")]) == 2
    write("one.md", GOOD), write("two.md", GOOD)
    assert cli.main(["check", str(tmp_path)]) == 0
    assert "2 proved" in capsys.readouterr().out


def test_bytes_that_are_no_text_are_refused_in_one_line(tmp_path, capsys):
    (tmp_path / "image.md").write_bytes(b"\n\xff\xfe\x00")
    assert cli.main(["check", str(tmp_path / "image.md")]) == 2
    assert "image.md:2:1: this is not UTF-8 text" in capsys.readouterr().out


def test_watching_decides_changed_blocks_only(tmp_path):
    path = tmp_path / "notes.md"
    path.write_text(page(GOOD) + page(GOOD, GOOD))
    marker = Marker()
    looks = changes([str(path)], marker)
    assert [mark.status for mark in next(looks)] == ["proved"] * 3
    assert next(looks) is None and len(marker.known) == 2
    path.write_text("a line more\n" + page(GOOD) + page(GOOD, WRONG))
    os.utime(path, ns=(time.time_ns(), time.time_ns()))
    marks = next(looks)
    assert [mark.status for mark in marks] == ["proved", "proved", "refuted"] and len(marker.known) == 3
    assert marks[0].line == page(GOOD).split("\n").index(GOOD) + 2
    path.unlink()
    assert next(looks) is None


def test_fmt_prints_latex_and_plain_blocks(write, capsys):
    path = write("notes.md", "step: inv(H) w = v  because: solve")
    assert cli.main(["fmt", path]) == 0
    assert "```math\nH^{-1} w = v\n```" in capsys.readouterr().out
    assert cli.main(["fmt", "--plain", path]) == 0
    assert "step step-1: inv(H) w = v  because: solve" in capsys.readouterr().out


def test_fmt_says_in_one_line_what_it_cannot_read(write, capsys):
    assert cli.main(["fmt", write("notes.md", BROKEN)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_reading_notes_never_evaluates_text(monkeypatch):
    def forbidden(*arguments, **options):
        raise AssertionError("text was evaluated")

    for module in ("sympy.parsing.sympy_parser", "sympy.core.sympify"):
        if module in sys.modules:
            for name in ("parse_expr", "eval_expr"):
                monkeypatch.setattr(sys.modules[module], name, forbidden, raising=False)
    monkeypatch.setattr("builtins.eval", forbidden)
    assert only_step("a + b = b + a").claim
