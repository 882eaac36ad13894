"""What `Connection` relies on in uvicorn's own class, which promises nothing to anybody."""

import asyncio
import inspect

from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from robopitch.web.connection import Connection

OWN = {"busy", "worth", "drop"}


class Transport(asyncio.Transport):
    """Keeps what is written."""

    def __init__(self):
        super().__init__()
        self.written, self.closing = b"", False

    def write(self, data):
        self.written += data

    def is_closing(self):
        return self.closing

    def close(self):
        self.closing = True

    abort = close


def test_what_it_replaces_is_there_and_takes_the_same():
    replaced = {name: one for name, one in vars(Connection).items() if not name.startswith("_") and name not in OWN}
    assert len(replaced) == 6
    for name, method in replaced.items():
        theirs = inspect.signature(getattr(H11Protocol, name))
        assert list(inspect.signature(method).parameters) == list(theirs.parameters), name


def test_a_connection_knows_whether_a_request_is_being_answered():
    release = asyncio.Event()

    async def application(scope, receive, send):
        await release.wait()
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def scenario():
        config = Config(application, http=Connection, lifespan="off", log_config=None)
        config.load()
        state, transport = ServerState(), Transport()
        connection = Connection(config, state, {}, asyncio.get_running_loop())
        connection.connection_made(transport)
        assert connection in state.connections
        assert (connection.busy, connection.worth()[0]) == (False, 0)
        connection.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n")
        assert not connection.busy
        assert connection._deadline is not None  # for the rest of the header
        connection.data_received(b"\r\n")
        assert (connection.busy, connection.worth()[0], connection._deadline) == (True, 1, None)
        release.set()
        while connection.busy:
            await asyncio.sleep(0)
        assert transport.written.startswith(b"HTTP/1.1 204")
        assert connection._deadline is not None
        connection.data_received(b"nonsense\r\n\r\n")
        assert b"400 Bad Request" in transport.written
        assert transport.closing
        connection.drop()
        assert connection not in state.connections

    asyncio.run(scenario())
