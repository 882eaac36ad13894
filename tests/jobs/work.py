"""What the units of these tests do."""

import math
import os
import time
from pathlib import Path

from robopitch.jobs import Unit


def unit(function, number=0, **settings):
    return Unit(f"tests.jobs.work:{function}", {"number": number, **settings}, about=f"{function} {number}")


def square(settings):
    return {"square": settings["number"] ** 2}


def log(settings):
    """Leaves a line each time that it is done."""
    with Path(settings["log"]).open("a") as file:
        file.write(f"{settings['number']}\n")
    time.sleep(settings.get("seconds", 0.0))
    return {"square": settings["number"] ** 2}


def drift(settings):
    """Something else each time, from tick 20 on."""
    return {"marks": [[10, "same"], [20, os.urandom(4).hex()], [30, os.urandom(4).hex()]]}


def steady(settings):
    """The same each time, but not what JSON gives back."""
    return {"marks": [(10, "same")], "ratio": math.nan, "wall_seconds": time.perf_counter()}


def stumble(settings):
    """Kills its process if the file is not there yet."""
    mark = Path(settings["mark"])
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), 9)
    return square(settings)


def goals(settings):
    """A match, whose process is killed the first time if there is a place for a mark."""
    if settings["mark"]:
        stumble(settings)
    return {"score": {side: len(settings[side]) + settings["number"] % 3 for side in ("blue", "yellow")}}


def die(settings):
    os.kill(os.getpid(), 9)


def sleep(settings):
    time.sleep(60)


def fail(settings):
    raise RuntimeError("it was so")


def leave(settings):
    raise SystemExit("I go")


def tidy(settings):
    """Runs until it is stopped, and then tidies up."""
    mark = Path(settings["mark"])
    mark.touch()
    try:
        time.sleep(60)
    finally:
        mark.write_text("tidied")


def bowl(settings):
    """Least at x = 0.3, y = 0.8, with a little that depends on the seed; nothing for a seed of 99."""
    if settings["seed"] == 99:
        raise RuntimeError("it was so")
    cost = (settings["x"] - 0.3) ** 2 + (settings["y"] - 0.8) ** 2 + 0.001 * settings["seed"]
    return {"values": {"cost": cost, "none": None}}
