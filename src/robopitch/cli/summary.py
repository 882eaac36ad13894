"""Formats a server's status as lines and table rows."""

from __future__ import annotations

from typing import Any

__all__ = ["COLUMNS", "headlines", "in_a_line", "remarks", "traffic"]

COLUMNS = ("", "per second", "in all", "refused", "peer")
QUIET = ("lockstep-", "bus-")  # how links begin that are shown only if used


def headlines(status: dict[str, Any]) -> list[str]:
    """Three lines: league and time; teams, score and referee; speed, slip and lateness."""
    minutes, seconds = divmod(status["time"], 60)
    speed = {"real time": f"at {status['speed']} times real time", "free": "as fast as it goes"}
    mode = speed.get(status["mode"], status["mode"])
    if status["speed"] == 0 and status["mode"] == "real time":
        mode = "paused"
    elif status["speed"] == 1 and status["mode"] == "real time":
        mode = "real time"
    names, robots, score, referee = (status[key] for key in ("names", "robots", "score", "referee"))
    blue, yellow = (f"{team} ({names[team]}, {robots[team]})" for team in ("blue", "yellow"))
    says = f"{_referee(referee['from'])}: {referee['command']}" if referee["command"] else "no referee"
    return [
        f"{status['league']}, {status['engine']} at {1000 * status['timestep']:g} ms, seed {status['seed']}, "
        f"{mode}, {int(minutes)}:{seconds:06.3f}",
        f"{blue} {score['blue']} : {score['yellow']} {yellow}; {says}",
        f"times real time {status['real_time_factor']:.3f}; slip {_ms(status['slip'])}, "
        f"frames late {_ms(status['late_p99'])} (p99), lost {status['lost']:.3f} s",
    ]


def traffic(status: dict[str, Any]) -> list[list[str]]:
    """A row for each receiving and each sending port."""
    ports = status.get("ports", {})
    rows = [
        [
            f"{name} in" + (f" {ports[name]}" if name in ports else ""),
            f"{link['rate']:.1f}",
            str(link["received"]),
            _counts(link["refused"]),
            _some(link["clients"]),
        ]
        for name, link in status["links"].items()
        if not name.startswith(QUIET) or link["received"]
    ]
    return rows + [
        [f"{name} out", f"{way['rate']:.1f}", str(way["sent"]), _counts(way["dropped"]), way["to"]]
        for name, way in status["out"].items()
    ]


def remarks(status: dict[str, Any]) -> list[str]:
    """What endpoints report, warnings, faults of the server itself, and the last refusal on each port."""
    last = [f"{name}: {link['last_refusal']}" for name, link in status["links"].items() if link["last_refusal"]]
    faults = status["faults"]
    failed = [f"{faults['count']} faults; the last: {faults['last']}"] if faults["count"] else []
    told = [
        f"{name}: {who}, {about['text']}"
        for name, report in {**status.get("endpoints", {}), **status.get("programs", {})}.items()
        for who, about in report.items()
        if "text" in about
    ]
    told += [f"waits for {text}" for text in status.get("waits_for", ())]
    warnings = [f"warning: {text}" for text in [*status["warnings"], *failed]]
    return told + warnings + [f"last refused: {text}" for text in last]


def in_a_line(status: dict[str, Any]) -> str:
    """The status in one line."""
    rates = {name: link["rate"] for name, link in status["links"].items() if link["rate"]}
    rates |= {f"{name} out": way["rate"] for name, way in status["out"].items() if name == "vision"}
    traffic = [", ".join(f"{name} {rate:.0f} Hz" for name, rate in rates.items())] if rates else []
    refused = sum(sum(link["refused"].values()) for link in status["links"].values())
    match = (
        f"{status['time']:.1f} s, {status['real_time_factor']:.3f} times real time, slip {_ms(status['slip'])}, "
        f"{status['score']['blue']} : {status['score']['yellow']}, {status['referee']['command'] or 'no referee'}"
    )
    return "; ".join([match, *traffic, f"{refused} refused"])


def _referee(source: str) -> str:
    return "built-in referee" if source == "free play" else source


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def _counts(reasons: dict[str, int]) -> str:
    return ", ".join(f"{reason} {count}" for reason, count in reasons.items()) or "-"


def _some(clients: list[str]) -> str:
    return "-" if not clients else clients[0] + (f" +{len(clients) - 1}" if len(clients) > 1 else "")
