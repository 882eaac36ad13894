"""The core computes with + − × ÷ √ in a fixed order: nothing in it takes other code on another processor.

Other functions of `math` and numpy do. The C library, numpy and BLAS choose an implementation by what the processor can
do, `**` of floats is the C library's `pow`, and `sum()` of floats is another one since Python 3.12.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

import robopitch

PACKAGE = Path(robopitch.__file__).parent
CORE = ("elementary", "messages", "spec", "physics", "world", "sensors", "match", "referee")


def words(text: str) -> set[str]:
    return set(text.split())


# What IEEE 754 defines to the last bit, or what is about whole numbers and representation
EXACT = words("sqrt floor ceil trunc fabs copysign fmod remainder modf frexp ldexp isfinite isinf isnan isclose")
EXACT |= words("nextafter ulp gcd lcm isqrt pi tau e inf nan")
NUMPY = words("sqrt floor ceil rint trunc abs sign copysign minimum maximum clip where isfinite isinf isnan")
NUMPY |= words("array asarray ascontiguousarray empty empty_like zeros zeros_like ones full arange linspace")
NUMPY |= words("repeat concatenate stack moveaxis reshape shape flatnonzero nonzero argsort any all frombuffer")
NUMPY |= words("dtype ndarray floating integer bool_ float32 float64 int8 int32 int64 uint8 uint32 uint64 uintp")
NUMPY |= words("pi inf nan typing")

REDUCTIONS = words("sum mean std var prod cumsum cumprod dot trace nansum nanmean")  # methods of arrays
ELSEWHERE = {"cmath", "random", "statistics", "scipy"}  # modules
TEAMS = {"robopitch.control", "robopitch.teams"}  # plain numpy; what they order passes a grid on its way to a match
BALL_LAW = "robopitch.control.ballistics"  # shared with the core, as far as its functions are exact


def objections(source: str, room: str = "physics") -> list[str]:
    """Line and text of whatever may give other bits on another processor."""
    tree = ast.parse(source)
    names = {"math": "math", "np": "numpy", "numpy": "numpy"}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {name.asname or name.name: name.name for name in node.names if name.name in ("math", "numpy")}
            bad = [name.name for name in node.names if name.name.split(".")[0] in ELSEWHERE or name.name in TEAMS]
            bad += [name.name for name in node.names if name.name.startswith("numpy.") and name.name != "numpy.typing"]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            allowed = {"math": EXACT, "numpy": NUMPY}.get(module)
            bad = [name.name for name in node.names if allowed is not None and name.name not in allowed]
            outside = ".".join(module.split(".")[:2]) in TEAMS and room != "match"
            if module == BALL_LAW:
                outside = not {name.name for name in node.names} <= _exact_laws()
            if outside or module.split(".")[0] in ELSEWHERE or module in ("numpy.linalg", "numpy.random"):
                bad.append(module)
        else:
            bad = [ast.unparse(node)] if _is_bad(node, names) else []
        found += [f"{node.lineno}: {text}" for text in bad]  # type: ignore[attr-defined]
    return found


@cache
def _exact_laws() -> set[str]:
    """The functions and classes of the ball law that use nothing but what the core may use, nor call what does."""
    tree = ast.parse((PACKAGE / "control" / "ballistics.py").read_text(encoding="utf-8"))
    parts = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    bad = {name for name, part in parts.items() if objections(ast.unparse(part))}
    while found := {name for name, part in parts.items() if name not in bad and _names_in(part) & bad}:
        bad |= found
    return parts.keys() - bad


def _names_in(part: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(part) if isinstance(node, ast.Name)}


def _is_bad(node: ast.AST, names: dict[str, str]) -> bool:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        module = names.get(node.value.id)
        if module is not None:
            return node.attr not in (EXACT if module == "math" else NUMPY)
    if isinstance(node, ast.BinOp | ast.AugAssign):
        constant = isinstance(node, ast.BinOp) and _is_constant(node.left) and _is_constant(node.right)
        return isinstance(node.op, ast.MatMult) or (isinstance(node.op, ast.Pow) and not constant)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "sum":
            return not _counts(node)
        return node.func.id == "pow"
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in REDUCTIONS


def _is_constant(node: ast.AST) -> bool:
    """A number, maybe with a sign: a power of such is computed once, and those in use are powers of two."""
    while isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Constant)


def _counts(call: ast.Call) -> bool:
    """sum(1 for …), sum(a < b for …), sum(len(a) for …)."""
    if len(call.args) != 1 or not isinstance(call.args[0], ast.GeneratorExp | ast.ListComp):
        return False
    what = call.args[0].elt
    length = isinstance(what, ast.Call) and ast.unparse(what.func) == "len"
    return length or isinstance(what, ast.Compare) or (isinstance(what, ast.Constant) and type(what.value) is int)


@pytest.mark.parametrize("room", CORE)
def test_the_core_uses_nothing_that_differs_between_processors(room):
    files = sorted((PACKAGE / room).rglob("*.py"))
    assert files or room == "referee"
    found = {
        f"{file.relative_to(PACKAGE)}:{what}"
        for file in files
        for what in objections(file.read_text(encoding="utf-8"), room)
    }
    assert found == set(), "use robopitch.elementary, x * x, and loops in a fixed order"


def test_what_differs_is_found():
    functions = {
        "math": "sin cos tan asin acos atan atan2 exp exp2 expm1 log log1p log2 log10 cbrt sinh asinh tanh hypot "
        "pow dist degrees radians fsum sumprod gamma erf",
        "np": "sin exp log power square hypot arctan2 deg2rad cbrt sum mean std var cov prod dot vdot inner outer "
        "matmul einsum cross tensordot convolve interp average median polyfit cumsum",
        "np.linalg": "inv pinv norm solve lstsq det svd",
    }
    sources = [f"y = {module}.{name}(x)" for module, names in functions.items() for name in names.split()]
    sources += ["y = np.random.default_rng(1).normal()", "y = np.fft.fft(x)", "y = np.add.reduce(x)"]
    sources += ["y = a @ b", "a @= b", "y = x ** 2", "y = x ** 0.5", "x **= 2", "y = 2.0 ** x", "y = pow(x, 2)"]
    sources += ["y = sum(x)", "y = sum(a * b for a, b in c)", "y = sum([1.5, x])", "y = sum(x, 0.0)"]
    sources += ["y = sum(v for v in w)", "y = x.sum()", "y = x.mean(axis=0)", "y = x.dot(z)", "y = x[0].prod()"]
    sources += ["from math import sin", "from math import sqrt, hypot", "from numpy import exp"]
    sources += ["from numpy.linalg import inv", "import numpy.linalg", "import random", "from random import gauss"]
    sources += ["import math as m\ny = m.cos(x)", "import numpy\ny = numpy.log(x)", "import statistics"]
    sources += ["import scipy.linalg", "from scipy import optimize", "import robopitch.control"]
    sources += ["from robopitch.control.ballistics import BallLaw, positions"]
    sources += ["from robopitch.control.ballistics import chip_speed"]
    sources += ["from robopitch.control.geometry import angle", "from robopitch.teams.observation import act"]
    sources += ["def f(x):\n    def g(y):\n        return [math.sin(v) for v in y]\n    return g(x)"]
    assert [source for source in sources if not objections(source)] == []


def test_what_is_exact_may_be_used():
    sources = ["y = math.sqrt(x * x + z * z)", "y = math.floor(x)", "y = math.remainder(x, math.tau)", "y = np.sqrt(x)"]
    sources += ["y = 2**62", "y = 2.0**-53", "f(**options)", "y = {**a, **b}", "y = np.zeros(3, np.float64)"]
    sources += ["y = sum(1 for v in w if v)", "y = sum(v is None for v in w)", "y = sum(len(v) for v in w)"]
    sources += ["from robopitch.elementary import sin\ny = sin(x)", "from math import sqrt, pi", "y = x.any()"]
    sources += ["from robopitch.control.ballistics import BallLaw, rest_time"]
    sources += ["y = total(x)", "y = dot(a, b)", "import numpy as np", "from numpy.typing import NDArray"]
    assert [source for source in sources if objections(source)] == []
    assert objections("from robopitch.teams.observation import act", "match") == []  # what a match hands to its teams
