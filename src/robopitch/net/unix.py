"""Unix sockets: streams between programs of one machine, found by a path."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

from robopitch.net.errors import NetError, reason
from robopitch.net.place import Place
from robopitch.net.streams import Acceptor

__all__ = ["UnixAcceptor"]


class UnixAcceptor(Acceptor):
    """Accepts connections to a socket in a folder. Only this user can connect; it is removed at the end.

    path: of the socket; also the host of its peers, who have no address of their own
    """

    def __init__(self, path: Path, label: str = "streams") -> None:
        if sys.platform == "win32":
            raise NetError(f"{path} ({label}): this system has no Unix sockets; use TCP instead")
        self.path = path
        self._place = Place(path, label)
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            os.fchmod(sock.fileno(), 0o600)  # Linux makes the file with these rights …
            sock.bind(str(path))
            os.chmod(path, 0o600)  # … others do not
            self._place.keep()
            sock.listen(128)
        except OSError as error:
            sock.close()
            self._place.close()
            why = "the path is too long" if error.errno is None else reason(error)
            raise NetError(f"{path} ({label}): no Unix socket: {why}") from None
        super().__init__(label=label, listening=sock)
        self.host, self.port = str(path), 0

    def close(self) -> None:
        """Close the socket and remove it. Accepted streams stay open."""
        super().close()
        self._place.close()
