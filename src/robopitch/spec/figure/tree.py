"""Checks that links form a tree: one trunk, one parent for each other body, no cycle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["tree_problems"]

Link = tuple[str, str, str]  # name, parent, child


def tree_problems(bodies: Sequence[str], links: Sequence[Link]) -> Iterator[tuple[str, str]]:
    """Yield (key, what is wrong): a body with two parents, a cycle, a body that is linked to nothing."""
    link_to: dict[str, int] = {}
    twice = False
    for index, (_, parent, child) in enumerate(links):
        if child in link_to:
            twice = True
            first, before, _ = links[link_to[child]]
            yield (
                f"links.{index}.child",
                f"{child!r} has two parents: {before!r} by {first!r}, and {parent!r}; what closes a loop goes into "
                "[[loops]] or [[couplings]]",
            )
        else:
            link_to[child] = index
    if twice:
        return
    cycle = _cycle(links, link_to)
    if cycle:
        yield f"links.{link_to[cycle[0]]}.parent", f"goes round in a circle: {' → '.join([*cycle, cycle[0]])}"
        return
    trunks = [body for body in bodies if body not in link_to]
    for body in trunks[1:]:
        yield (
            f"bodies.{list(bodies).index(body)}",
            f"{body!r} is linked to nothing that leads to {trunks[0]!r}; a figure has one trunk, and links to the rest",
        )


def _cycle(links: Sequence[Link], link_to: dict[str, int]) -> list[str]:
    """The bodies of a cycle, from parent to child; empty if there is none."""
    for start in link_to:
        path = [start]
        while path[-1] in link_to:
            parent = links[link_to[path[-1]]][1]
            if parent in path:
                return path[path.index(parent) :][::-1]
            path.append(parent)
    return []
