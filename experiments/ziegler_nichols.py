"""[FUmanoid-emulator table 6]: the gains of a servo by the method of Ziegler and Nichols."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from experiments.finding import FIGURES, Finding, Table
from robopitch.physics.servos.model import MODELS
from robopitch.physics.servos.stand import ServoStand
from robopitch.physics.servos.tuning import Gains, Ultimate, find_ultimate, to_registers, ziegler_nichols
from robopitch.plot.style import GREY, legend, line_style, panels, save

# Fixed before the runs; [FUmanoid-emulator] does not state them.
MODEL = "MX-64-2"
INERTIAS, QUICK_INERTIAS = (0.01, 0.02, 0.05, 0.1, 0.2), (0.05,)  # kg m²: from a forearm to a stretched leg
SHOWN = 0.05  # kg m², in the picture
STEP = 228  # counts: 20°
LOAD = 1.0  # N m, hung on the servo in the middle
SECONDS = 1.5  # before the load, and after it
NEAR = 12  # counts, 1°: a servo that stays this close has settled

Floats = NDArray[np.float64]


class Response(NamedTuple):
    """A step of the goal, and later a load."""

    error: Floats  # counts, position minus goal
    overshoot: float  # % of the step
    settled: float  # s, infinite if it did not
    sags: float  # °, under the load, at the end
    swings: float  # °, peak to peak over the last half second under the load


def degrees(counts: float) -> float:
    """Counts of the encoder as an angle."""
    return counts * 360 / 4096


def respond(registers: dict[str, int], inertia: float) -> Response:
    """Turn a load by the step, then hang a weight on it."""
    stand = ServoStand(MODEL, inertia=inertia)
    for name, value in registers.items():
        stand.write(name, value)
    stand.step()
    stand.write("torque_enable", 1)
    stand.write("goal_position", stand.read("present_position") + STEP)
    free = stand.traced(SECONDS)[:, 0]
    stand.load[:] = LOAD
    error = np.concatenate((free, stand.traced(SECONDS)[:, 0])) * 4096 / math.tau - STEP
    step, loaded = error[: len(free)], error[-round(0.5 / stand.timestep) :]
    far = np.flatnonzero(np.abs(step) > NEAR)
    settled = math.inf if far[-1] == len(step) - 1 else (far[-1] + 1) * stand.timestep
    return Response(
        error,
        max(0.0, 100 * float(step.max()) / STEP),
        settled,
        degrees(float(-loaded.mean())),
        degrees(float(np.ptp(loaded))),
    )


def sets_of(ultimate: Ultimate) -> dict[str, dict[str, int]]:
    """The registers at delivery, and by Ziegler and Nichols."""
    table = MODELS[MODEL].table
    tuned = {kind: to_registers(table, ziegler_nichols(ultimate, kind)) for kind in ("P", "PI", "PID")}
    return {"delivery": {name: table.by_name[name].default for name in ("p_gain", "i_gain", "d_gain")}, **tuned}


def oscillations(ultimate: Ultimate) -> dict[str, Floats]:
    """The error in degrees with proportional gains below and at the ultimate one."""
    table, found = MODELS[MODEL].table, {}
    for share in (0.25, 0.5, 1.0):
        registers = to_registers(table, Gains(share * ultimate.gain))
        found[f"{share:g} K_U"] = np.array([degrees(x) for x in respond(registers, SHOWN).error])
    return found


def run(figure: Path, quick: bool = False) -> Finding:
    """Find the ultimate gain for each load, and try the gains that follow from it."""
    inertias = QUICK_INERTIAS if quick else INERTIAS
    ultimates = {inertia: find_ultimate(MODEL, inertia) for inertia in inertias}
    known = {inertia: ultimate for inertia, ultimate in ultimates.items() if ultimate is not None}
    tried = {
        inertia: {name: respond(registers, inertia) for name, registers in sets_of(ultimate).items()}
        for inertia, ultimate in known.items()
    }
    shown, responses = known[SHOWN], tried[SHOWN]
    registers = sets_of(shown)
    waves = oscillations(shown)
    swing = float(np.ptp(waves["1 K_U"][round(SECONDS * 500) : round(SECONDS * 1000)]))
    _draw(figure, waves, responses)
    best = {inertia: min(some, key=lambda name: some[name].settled) for inertia, some in tried.items()}
    at_limit = [inertia for inertia, one in known.items() if ziegler_nichols(one).ki / (1000 / 65536) > 16383]
    steady = [inertia for inertia, some in tried.items() if math.isfinite(some["PID"].settled)]
    return Finding(
        title="Gains of a servo",
        source="[FUmanoid-emulator §4.2.1.2 and table 6]",
        there="K_U is the proportional gain at which the position starts to oscillate, P_U the period of that; then "
        "K_P = 0.6 K_U, K_I = 2 K_P / P_U, K_D = K_P P_U / 8. The thesis gives neither K_U nor P_U of its servos.",
        here=f"An MX-64 (protocol 2.0) turns {SHOWN:g} kg m²: it keeps oscillating from a P gain of "
        f"{shown.gain * 128:.0f} on, with a period of {1000 * shown.period:.0f} ms, by {swing:.2f}° "
        f"(its backlash is {math.degrees(MODELS[MODEL].backlash):.2f}°). A step of 20° overshoots by "
        f"{responses['delivery'].overshoot:.0f} % with the gains at delivery and by {responses['PID'].overshoot:.0f} % "
        f"with those of table 6, and is within 1° after {_seconds(responses['delivery'].settled)} and "
        f"{_seconds(responses['PID'].settled)}. A load of {LOAD:g} N m turns the shaft by "
        f"{responses['delivery'].sags:.2f}° and {responses['PID'].sags:.2f}°.",
        conclusion=f"The rule gives a PID controller that settles with {len(steady)} of {len(known)} loads; its K_I is "
        f"beyond the register with {len(at_limit)} of them. "
        f"The quickest to settle {_winners(best)}.",
        settings=f"MX-64 (protocol 2.0) at 12 V with friction, backlash and the resolution of its encoder; a step of "
        f"{STEP} counts, the load of {LOAD:g} N m after {SECONDS:g} s. An oscillation is sustained if it keeps 80 % of "
        "its amplitude over half a second, 2 s after the step, and is larger than 2 counts. Model, loads and measures "
        "were fixed before the runs; the 2 s were 0.5 s in a first run, in which the response of the heavy loads had "
        "not decayed. Registers beyond their range are cut.",
        figure=figure,
        table=Table(
            ("inertia, kg m²", "K_U, register", "P_U, ms", "gains", "P, I, D", "overshoot, %", "settled after, s",
             "sag, °", "swing under load, °"),
            tuple(
                _row(inertia, ultimates[inertia], name, tried[inertia][name])
                for inertia in known
                for name in tried[inertia]
            ),
        ),
        numbers={
            "gain": shown.gain,
            "period": shown.period,
            **{f"{name} overshoot": one.overshoot for name, one in responses.items()},
            **{f"{name} settled": one.settled for name, one in responses.items()},
            **{f"{name} sags": one.sags for name, one in responses.items()},
            **{f"{name} p_gain": float(one["p_gain"]) for name, one in registers.items()},
        },
    )  # fmt: skip


def _row(inertia: float, ultimate: Ultimate | None, name: str, one: Response) -> tuple[str, ...]:
    assert ultimate is not None  # loads without one have no row
    values = sets_of(ultimate)[name]
    return (
        f"{inertia:g}",
        f"{ultimate.gain * 128:.0f}",
        f"{1000 * ultimate.period:.0f}",
        name,
        ", ".join(str(values[register]) for register in ("p_gain", "i_gain", "d_gain")),
        f"{one.overshoot:.1f}",
        f"{one.settled:.2f}" if math.isfinite(one.settled) else "–",
        f"{one.sags:.2f}",
        f"{one.swings:.2f}",
    )


def _seconds(time: float) -> str:
    return f"{time:.2f} s" if math.isfinite(time) else f"more than {SECONDS:g} s"


def _winners(best: dict[float, str]) -> str:
    """Which gains settle first, by load."""
    names = list(dict.fromkeys(best.values()))
    parts = [
        f"{name} ({', '.join(f'{inertia:g}' for inertia in best if best[inertia] == name)} kg m²)" for name in names
    ]
    return f"is {parts[0]}" if len(parts) == 1 else f"are {', '.join(parts[:-1])} and {parts[-1]}"


def _draw(figure: Path, waves: dict[str, Floats], responses: dict[str, Response]) -> None:
    picture, (upper, middle, lower) = panels(3, 1.6, share_x=False)
    times = np.arange(len(next(iter(waves.values())))) * 0.001
    for index, (name, error) in enumerate(waves.items()):
        upper.plot(times[: round(SECONDS * 1000)], error[: round(SECONDS * 1000)], label=name, **line_style(index))
    upper.set_ylim(-4, 4)
    upper.set_ylabel("error, °")
    upper.set_xlabel("s after a step of 20°, P alone")
    for axes, start, stop in ((middle, 0, 600), (lower, round(SECONDS * 1000), len(times))):
        for index, (name, one) in enumerate(responses.items()):
            axes.plot(times[start:stop], degrees(1.0) * one.error[start:stop], label=name, **line_style(index))
        axes.axhline(0.0, color=GREY, linewidth=0.6)
        axes.set_ylabel("error, °")
    middle.set_xlabel("s after a step of 20°")
    lower.set_xlabel(f"s; a load of {LOAD:g} N m from {SECONDS:g} s on")
    legend(upper, 3)
    legend(middle, 4)
    save(picture, figure)


if __name__ == "__main__":
    print(run(FIGURES / "ziegler_nichols.png"))
