"""The answer to one ask, which takes a place in the queue and time from a budget until it is given."""

from __future__ import annotations

from typing import Any

from robopitch.server.api.registry import OVERHEAD
from robopitch.web.session import Session

__all__ = ["Reply"]


class Reply:
    """Lives in the thread of the pages; a `BusyError` if the viewer may not ask now.

    costs: s that are charged at once
    free:  it is answered whatever was asked before
    """

    def __init__(self, viewer: Session, number: int | None, costs: float = OVERHEAD, free: bool = False) -> None:
        self._viewer, self._number, self._budget = viewer, number, viewer.budget
        self._open = not free
        if not free:
            viewer.check_taking()
            self._budget.enter()
        self.spent(costs)

    def __call__(self, answer: Any) -> None:
        """Answer with bytes or an object."""
        self.drop()
        begin = self._viewer.clock.spent()
        self._viewer.answer(self._number, answer)
        self.spent(self._viewer.clock.spent() - begin)

    def send(self, text: str) -> None:
        """Answer with an object that is JSON already."""
        self.drop()
        if self._number is not None:
            self._viewer.send(f'{{"answer":{self._number},{text[1:]}')

    def accept(self) -> None:
        """Accept the request; further messages follow."""
        self._viewer.answer(self._number, {})

    def tell(self, messages: list[Any]) -> None:
        """Answer with messages that have their own names."""
        self.drop()
        begin = self._viewer.clock.spent()
        for message in messages:
            self._viewer.tell(message)
        self.spent(self._viewer.clock.spent() - begin)

    def drop(self) -> None:
        """There is no answer, or it comes now: the place in the queue is free again."""
        if self._open:
            self._open = False
            self._budget.leave()

    def spent(self, seconds: float) -> None:
        """It took so much work; from any thread."""
        self._budget.charge(seconds)
