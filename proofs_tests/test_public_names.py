"""The public names: listed once, known to type checkers, and cheap to import."""

import ast
import subprocess
import sys
from pathlib import Path

import derivations


def test_every_public_name_can_be_loaded():
    for name in derivations.__all__:
        assert getattr(derivations, name) is not None


def test_the_stub_lists_the_same_names():
    tree = ast.parse(Path(derivations.__file__).with_suffix(".pyi").read_text())
    (listed,) = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    assert sorted(ast.literal_eval(listed)) == list(derivations.__all__)


def test_no_module_shadows_a_public_function():
    folder = Path(derivations.__file__).parent
    modules = {path.stem for path in folder.glob("*.py")} | {path.name for path in folder.iterdir() if path.is_dir()}
    assert not modules & set(derivations.__all__)


def test_importing_the_package_and_the_kernel_loads_neither_torch_nor_sympy():
    code = (
        "import sys, derivations, derivations.kernel.decide;"
        "print(sorted({'torch', 'sympy', 'matplotlib'} & set(sys.modules)))"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[]"
