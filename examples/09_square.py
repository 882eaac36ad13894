"""One robot drives a square: commanded, simulated, and seen by the cameras.

A match contains a world, its cameras, and the transmission of commands to the robots. Here it runs in this process,
without sockets: add inputs, advance to a tick, read the resulting frames. `realistic` vision has noise, misses some
objects and has a delay of 35 ms; commands take 3 ms, and some are lost.

    python examples/09_square.py  # draws out/square.png
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import robopitch
from robopitch import FieldVelocity, Team
from robopitch.messages import CameraFrame, Orders, PlaceRobot, RobotOrder

SIDE, SPEED = 2.0, 1.5  # m, m/s
WAYS = np.array([(1, 0), (0, 1), (-1, 0), (0, -1), (0, 0)]) * SPEED  # along the sides of the square, then stand
match = robopitch.make_match("ssl-div-a", realism="realistic", players={"blue": 1, "yellow": 0}, free_play=False)
match.offer("me", PlaceRobot(Team.BLUE, 0, x=0.5, y=0.5, heading=0.0))
match.advance(50)

told, did, saw, place = [(0.05, 0.5, 0.5)], [], [], np.array([0.5, 0.5])
for step in range(600):  # of 10 ms
    velocity = WAYS[min(int(step * 0.01 * SPEED / SIDE), 4)]
    match.offer("me", Orders(Team.BLUE, (RobotOrder(0, FieldVelocity(*velocity)),)))
    for _ in range(10):
        frames = [output for output in match.advance(match.tick + 1) if isinstance(output, CameraFrame)]
        saw += [(match.world.time, robot.x, robot.y) for frame in frames for robot in frame.blue]
    place = place + 0.01 * velocity
    told.append((match.world.time, *place))
    did.append((match.world.time, *match.world.robot("blue", 0).pose[:2]))
told, did, saw = np.array(told), np.array(did), np.array(saw)

figure = Figure(figsize=(12, 5.8), layout="constrained", dpi=110)
plan, line, corner = figure.subplot_mosaic("PL;PC", width_ratios=(1, 1.05)).values()
for axes, columns in ((plan, (1, 2)), (line, (0, 1)), (corner, (0, 1))):
    for track, look, label in ((told, "k--", "commanded"), (did, "C0-", "simulated"), (saw, "C1.", "seen")):
        size = {"lw": 1.8} if track is not saw else {"ms": 4 if axes is corner else 2.5}
        axes.plot(track[:, columns[0]], track[:, columns[1]], look, label=label, **size)
    axes.grid(alpha=0.3)
    axes.set(xlabel="x, m" if axes is plan else "t, s", ylabel="y, m" if axes is plan else "x, m")
plan.set(aspect="equal", title="From above; below 1 m two cameras see it, and disagree")
plan.legend(loc="center", markerscale=3)
line.set(title="x over the time at which it is known: seen is late")
corner.set(title="The first corner, closer", xlim=(1.2, 2.2), ylim=(2.1, 2.75))
Path("out").mkdir(exist_ok=True)
figure.savefig("out/square.png")
print("out/square.png")

shifts = np.arange(0, 0.3, 0.001)  # s: find the delay for which two tracks fit best
for name, one, other in (("simulated after commanded", told, did), ("seen after simulated", did, saw)):
    errors = [np.square(np.interp(other[:, 0] - shift, *one[:, :2].T) - other[:, 1]).mean() for shift in shifts]
    print(f"{name}: {1000 * shifts[np.argmin(errors)]:.0f} ms late; beyond that {1000 * min(errors) ** 0.5:.0f} mm off")
