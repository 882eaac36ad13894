"""The page of the experiments."""

from pathlib import Path

from experiments.__main__ import NAMES, PAGE

FOLDER = Path(__file__).parents[2] / "experiments"


def test_every_experiment_is_on_the_page_with_its_figure_and_a_conclusion():
    text = PAGE.read_text(encoding="utf-8")
    for name in NAMES:
        assert f"](img/experiments/{name}.png)" in text
        assert f"[experiments/{name}.py]" in text
    assert text.count("**Conclusion.**") == len(NAMES)


def test_every_script_with_a_finding_is_run():
    with_finding = {path.stem for path in FOLDER.glob("*.py") if "def run(figure: Path" in path.read_text()}
    assert with_finding == set(NAMES)
