"""A script watches and controls a running server: it stops time, changes the ball, and sees how far it rolls.

    robopitch run ssl-div-a                   # in one terminal; --headless without the page
    python examples/24_console_client.py      # in another

`robopitch.connect` uses the console of the server with the key of its user, as `robopitch status`, `time`, `referee`,
`change` and `save` do. `live.ask` sends any other request of docs/requests.md.
"""

import argparse
import math

import robopitch

options = argparse.ArgumentParser()
options.add_argument("--port-offset", type=int, default=0)
live = robopitch.connect(f":{10399 + options.parse_args().port_offset}")

status = live.status()
print(f"{status['league']}, {status['time']:.1f} s, {status['score']}")

live.speed(0)
print("paused at tick", live.step(1))
for friction in (0.3, 0.6):
    live.change({"ball.rolling_deceleration": friction})
    live.ask("place", gesture=1, things=[{"ball": True, "x": 0, "y": 1, "vx": 2, "vy": 0}])
    live.step(1000)
    x, y, _ = live.truth()["ball"]["position"]
    print(f"with {friction} m/s², the ball is {math.hypot(x, y - 1):.2f} m away after a second")
live.speed(1)
