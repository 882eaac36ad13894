"""Which settings are tried: all of a grid, some at random, or those that CMA-ES asks for, generation by generation.

A search yields settings and is sent how good each of them was, the smaller the better; the same seed and the same
answers give the same settings, so that a search goes on where it was.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from itertools import product
from math import floor, log, prod

from robopitch.jobs.sweep.space import Parameter, Setting

__all__ = ["Search", "at_random", "cma_es", "grid", "population_of", "size_of"]

Search = Generator[list[Setting], Sequence[float], None]

FINEST = 4  # digits of a share of a range: the last bits of an optimizer may differ from processor to processor
SPREAD = 0.3  # of a range: standard deviation of the first generation
MOST_SETTINGS = 100_000


def grid(parameters: Sequence[Parameter]) -> Search:
    """Every combination; the last parameter changes fastest."""
    if (size := size_of(parameters)) > MOST_SETTINGS:
        raise ValueError(f"{size} settings in the grid; at most {MOST_SETTINGS} are possible")
    values = [parameter.grid() for parameter in parameters]
    paths = [parameter.path for parameter in parameters]
    return _once([dict(zip(paths, some, strict=True)) for some in product(*values)])


def size_of(parameters: Sequence[Parameter]) -> int:
    """How many settings a grid has."""
    return prod(len(parameter.grid()) for parameter in parameters)


def at_random(parameters: Sequence[Parameter], count: int, seed: int) -> Search:
    """So many settings, evenly distributed."""
    draw = random.Random(seed)
    return _once(
        [{one.path: one.at(round(draw.random(), FINEST)) for one in parameters} for _ in range(count)],
    )


def _once(settings: list[Setting]) -> Search:
    yield settings


def population_of(parameters: Sequence[Parameter]) -> int:
    """The usual size of a generation of CMA-ES."""
    return 4 + floor(3 * log(len(parameters)))


def cma_es(parameters: Sequence[Parameter], generations: int, population: int, seed: int) -> Search:
    """Generations around the best settings so far [N. Hansen, The CMA Evolution Strategy, 2016]; ranges only."""
    for parameter in parameters:
        if parameter.choices:
            raise ValueError(f"--set {parameter.path}: CMA-ES searches in ranges, {parameter.path}=FROM:TO")
    return _generations(parameters, generations, population, seed)


def _generations(parameters: Sequence[Parameter], generations: int, population: int, seed: int) -> Search:
    import numpy as np
    from cmaes import CMA

    size = len(parameters)
    bounds = np.tile((0.0, 1.0), (size, 1))
    optimizer = CMA(np.full(size, 0.5), SPREAD, bounds, seed=seed % 2**32, population_size=population)
    for _ in range(generations):
        asked = [np.round(optimizer.ask(), FINEST) for _ in range(population)]
        found = yield [
            {one.path: one.at(float(share)) for one, share in zip(parameters, shares, strict=True)} for shares in asked
        ]
        optimizer.tell(list(zip(asked, found, strict=True)))
