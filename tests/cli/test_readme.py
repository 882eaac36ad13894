"""The README's catalogue matches the shipped leagues and robots. Run this file to regenerate it."""

import re
import tomllib
from pathlib import Path

import pytest

from robopitch.leagues.network import OWN_PORTS
from robopitch.leagues.registry import network_of
from robopitch.spec import league_names, load_league, load_robot, robot_names

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BEGIN = "<!-- catalogue: written by `python tests/cli/test_readme.py` -->\n"
END = "<!-- end of catalogue -->\n"


def catalogue() -> str:
    lines = ["| league | | players | field | goal | robot |", "|---|---|---|---|---|---|"]
    for league in map(load_league, league_names()):
        field = league.field
        lines.append(
            f"| `{league.name}` | {league.title} | {league.team_size} v {league.team_size} "
            f"| {field.length:g} × {field.width:g} m | {field.goal.width:g} m | `{league.blue.robot.name}` |"
        )
    lines += ["", "| robot | | mass | size | drive | plays with |", "|---|---|---|---|---|---|"]
    for robot in map(load_robot, robot_names()):
        wheels = f", {len(robot.drive.wheels)} wheels" if robot.drive.wheels else ""
        servos = "" if robot.figure is None else f"{len(robot.figure.servos)} servos"
        tools = ["kicker"] * (robot.kicker is not None)
        tools += [robot.holder.kind] if robot.holder is not None else []
        lines.append(
            f"| `{robot.name}` | {robot.title} | {robot.mass:g} kg | ⌀ {2 * robot.outline.circumradius:.3g} "
            f"× {robot.height:g} m | {servos or f'{robot.drive.kind}{wheels}'} | {', '.join(tools) or 'its body'} |"
        )
    return "\n".join(lines) + "\n"


def parts() -> tuple[str, str, str]:
    before, _, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    inside, _, after = rest.partition(END)
    return before, inside, after


def test_the_catalogue_in_the_readme_is_what_is_shipped():
    assert parts()[1] == catalogue(), "run `python tests/cli/test_readme.py` to write it anew"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page):
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_page_of_the_server_has_every_port_and_every_error():
    page = (ROOT / "docs" / "ssl.md").read_text(encoding="utf-8")
    ports = {**network_of("ssl").ports, **OWN_PORTS}
    assert [name for name, port in ports.items() if str(port.number) not in page] == []
    package = ROOT / "src" / "robopitch"
    rooms = ("leagues/ssl/wire/simulation", "leagues/ssl/wire/vision", "match", "server")
    files = [file for room in rooms for file in (package / room).glob("*.py")]
    codes = {code for file in files for code in re.findall(r'Refusal\(\s*"([A-Z_]+)"', file.read_text("utf-8"))}
    assert len(codes) > 10
    assert sorted(code for code in codes if f"`{code}`" not in page) == []


def test_the_lines_on_the_page_of_matches_run_as_typed(capsys):
    page = (ROOT / "docs" / "match.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)[1]
    found = {}
    exec(code, found)
    assert (found["match"].tick, found["refusals"]) == (100, ())
    assert "SeenBall" in capsys.readouterr().out


def test_the_lines_on_the_page_of_recordings_run_as_typed(tmp_path, monkeypatch):
    page = (ROOT / "docs" / "recording.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 2
    for code in blocks:
        exec(code, {})
    assert {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.*")} == {"m.mcap", "out/scene.toml"}


def test_the_page_of_dependencies_has_each_with_its_range():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + [one for extra in project["optional-dependencies"].values() for one in extra]
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    for requirement in wanted:
        requirement = requirement.partition(";")[0]
        name, *limits = [part for part in re.split(r"\[\w+\]|>=|,<", requirement) if part]
        line = next(line for line in page.splitlines() if f"| {name} |" in line or f"`{requirement}`" in line)
        assert [limit for limit in limits if limit not in line] == [], requirement


if __name__ == "__main__":
    before, _, after = parts()
    README.write_text(before + BEGIN + catalogue() + END + after, encoding="utf-8")
