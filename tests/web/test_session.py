"""Sessions without a server: allowances, and pages that take nothing."""

import asyncio
from types import SimpleNamespace

from starlette.websockets import WebSocketState
from tests.web.stand import in_a_loop

from robopitch.web.session import Allowance, Session


def test_an_allowance_is_a_burst_and_then_a_rate():
    now = [100.0]
    allowance = Allowance(10.0, 5.0, SimpleNamespace(monotonic=lambda: now[0]))
    assert [allowance.take() for _ in range(7)] == [True] * 5 + [False] * 2
    now[0] += 0.35
    assert allowance.take()
    now[0] += 1000.0
    assert [allowance.take() for _ in range(6)] == [True] * 5 + [False]


class Stuck:
    """A socket whose other side takes nothing."""

    application_state = WebSocketState.CONNECTED

    def __init__(self) -> None:
        self.closed: list[int] = []

    async def send_text(self, data: str) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int, why: str) -> None:
        self.closed.append(code)


def test_a_page_that_takes_nothing_for_long_is_sent_away_and_costs_no_memory():
    async def wait() -> tuple[Stuck, Session]:
        stuck = Stuck()
        viewer = Session(1, stuck, True)
        delivery = asyncio.create_task(viewer.deliver())
        for _ in range(50):
            for _ in range(100):
                viewer.tell({"tell": "status"})
            await asyncio.sleep(0)
        delivery.cancel()
        return stuck, viewer

    stuck, viewer = in_a_loop(wait())
    assert len(stuck.closed) == 1
    assert viewer._outbox.qsize() <= 501
