"""What a sweep plays and measures, from the options of `robopitch sweep`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from robopitch.cli.many import check_length, check_network, engine_of

if TYPE_CHECKING:
    from robopitch.jobs.matches import MatchSetup
    from robopitch.jobs.sweep.measuring import Measure
    from robopitch.jobs.sweep.search import Search
    from robopitch.jobs.sweep.space import Parameter
    from robopitch.jobs.sweep.sweeping import Target
    from robopitch.jobs.unit import Unit

__all__ = ["Plan", "checked", "of_matches", "of_scenario", "read_changes", "search_of", "target_of"]

MOST_TRIED = 100_000  # settings
SCENARIO = ("passed", "time")  # what is measured of a run of a scenario


@dataclass(frozen=True)
class Plan:
    """What is played with each setting, and what is measured.

    units_of: of the changes of a setting, as `--set` takes them
    """

    about: str
    measures: Sequence[Measure]
    units_of: Callable[[Mapping[str, str]], Sequence[Unit]]


def read_changes(change: Sequence[str] | None) -> tuple[list[Parameter], dict[str, str]]:
    """The parameters that are swept, and the changes that are the same in all matches."""
    from robopitch.jobs.sweep.space import read_parameter
    from robopitch.spec import parse_override

    parameters: list[Parameter] = []
    fixed: dict[str, str] = {}
    for text in change or ():
        path = parse_override(text)[0]
        if path in fixed or path in (one.path for one in parameters):
            raise ValueError(f"--set {path}: given twice")
        found = read_parameter(text)
        if found is None:
            fixed[path] = text.partition("=")[2].strip()
        else:
            parameters.append(found)
    if not parameters:
        raise ValueError("--set: which parameter? Give a range, such as --set ball.sliding_friction=0.2:0.6:5")
    return parameters, fixed


def checked(league: str, parameters: Sequence[Parameter], fixed: Mapping[str, str]) -> list[Parameter]:
    """The parameters, with whole numbers where the league has some; a ValueError if it cannot be like that."""
    from robopitch.spec import load_league, parse_override
    from robopitch.spec import parameters as parameters_of

    def load(changes: Mapping[str, str]) -> object:
        typed = {**fixed, **changes}
        return load_league(league, overrides=dict(parse_override(f"{path}={value}") for path, value in typed.items()))

    known = {one.path: one.value for one in parameters_of(load_league(league))}
    found = []
    for one in parameters:
        value = known.get(one.path)
        one = replace(one, whole=isinstance(value, int) and not isinstance(value, bool) and not one.unit)
        for end in one.choices or (one.at(0.0), one.at(1.0)):
            load({one.path: one.text(end)})
        found.append(one)
    return found


def of_matches(
    setup: MatchSetup, measure: str | None, blue: str | None, yellow: str | None, seeds: Sequence[int]
) -> Plan:
    """Matches between two teams, with these seeds; *setup* has the rest."""
    from robopitch.jobs.program import check_program, is_program
    from robopitch.jobs.sweep.measuring import check_measures, match_units
    from robopitch.leagues.team_names import team_name, usual_teams

    check_length(setup.league, setup.seconds, setup.half)
    usual = usual_teams(setup.league)
    names = [given or name for given, name in zip((blue, yellow), usual, strict=True)]
    for number, name in enumerate(names):
        if is_program(name):
            check_program(name)
            check_network(setup.league)
        else:
            names[number] = team_name(name, setup.league)
    if "external" in names:
        raise ValueError("external: program:COMMAND is a team over the network; a sweep starts its teams itself")
    setup = replace(setup, blue=names[0], yellow=names[1], engine=engine_of(setup.engine))
    measures, signals = check_measures(_texts(measure, "goals"), setup)
    texts = [one.text for one in measures]

    def units_of(changes: Mapping[str, str]) -> list[Unit]:
        return list(match_units(replace(setup, changes={**setup.changes, **changes}), seeds, texts, signals))

    return Plan(f"{names[0]} against {names[1]}, {setup.league}", measures, units_of)


def of_scenario(
    file: Path,
    measure: str | None,
    blue: str | None,
    yellow: str | None,
    fixed: Mapping[str, str],
    seeds: Sequence[int],
) -> Plan:
    """A scenario, with these seeds."""
    from robopitch.jobs.sweep.measuring import Measure
    from robopitch.spec.names import known_name
    from robopitch.testing.batch import runs_of, validate
    from robopitch.testing.scenario_file import load_scenario

    validate(load_scenario(file).played_by(blue, yellow), fixed)
    names = [known_name(text, SCENARIO, "measure of a scenario") for text in _texts(measure, SCENARIO[0])]
    measures = [Measure(name, "s" if name == "time" else "1", name == "passed") for name in names]

    def units_of(changes: Mapping[str, str]) -> list[Unit]:
        return runs_of([file], seeds, blue, yellow, changes={**fixed, **changes})

    return Plan(str(file), measures, units_of)


def _texts(measure: str | None, usual: str) -> list[str]:
    from robopitch.jobs.sweep.space import split_commas

    texts = split_commas(usual if measure is None else measure)
    if not all(texts):
        raise ValueError(f"--measure {measure}: nothing between two commas; what is measured?")
    return texts


def target_of(maximize: str | None, minimize: str | None, measures: Sequence[Measure]) -> Target | None:
    """What is best, if somebody asks for it."""
    from robopitch.jobs.sweep.sweeping import Target
    from robopitch.spec.names import known_name

    if maximize is not None and minimize is not None:
        raise ValueError("--maximize and --minimize: only one of them is possible")
    wanted = minimize if maximize is None else maximize
    if wanted is None:
        return None
    known = {one.text: one for one in measures}
    return Target(known[known_name(wanted, known, "--measure")], maximize is not None)


def search_of(
    parameters: Sequence[Parameter],
    drawn: int | None,
    generations: int | None,
    population: int | None,
    seed: int,
    target: Target | None,
) -> tuple[Search, int]:
    """The search, and how many settings it tries at most."""
    from robopitch.jobs.sweep.search import at_random, cma_es, grid, population_of, size_of

    if drawn is not None and generations is not None:
        raise ValueError("--random and --cmaes: only one of them is possible")
    if population is not None and generations is None:
        raise ValueError("--population: only with --cmaes")
    each = population_of(parameters) if population is None else population
    for option, number, least in (("--random", drawn, 1), ("--cmaes", generations, 1), ("--population", each, 4)):
        if number is not None and not least <= number <= MOST_TRIED:
            raise ValueError(f"{option} {number}: from {least} to {MOST_TRIED} is possible")
    if drawn is not None:
        return at_random(parameters, drawn, seed), drawn
    if generations is None:
        return grid(parameters), size_of(parameters)
    if target is None:
        raise ValueError("--cmaes: what is good? Add --maximize or --minimize, with one of the measures")
    return cma_es(parameters, generations, each, seed), generations * each
