"""Compiles what most tests need, once: `make test` does so beside the type check, and the workers find it in the cache.

Without it every worker of a fresh clone compiles the same code at the same time.
"""

import robopitch
from robopitch.bench.driving import Play, random_driving


def main() -> None:
    """Run each entry point for a moment."""
    Play(random_driving(0.2)).go(0.1)
    match = robopitch.make_match("ssl-div-a", blue="cambada", yellow="mi20", referee="rules")
    match.advance(100)
    robopitch.make("msl", engine="mujoco").step()
    for dtype in ("float32", "float64"):
        robopitch.make_batch("mirosot-5v5", worlds=2, threads=1, dtype=dtype).step()


if __name__ == "__main__":
    main()
