"""The protobuf messages of all protocols, in a private descriptor pool.

A private pool never conflicts with the messages of a team that loads the league's own files in the same process. It is
filled from the `messages.binpb` of each package that is added: `wire/` of each family. `python -m robopitch.wire.build`
makes them from the `.proto` files beside the codecs.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError

from robopitch.messages import Refusal
from robopitch.messages.text import LONGEST, clean

__all__ = ["add", "descriptor_set", "message_class", "number", "parse", "text"]


_POOL = descriptor_pool.DescriptorPool()
_packages: dict[str, bool] = {"robopitch.wire": False}  # and whether their messages are in the pool


def add(package: str) -> None:
    """Add the messages of a package to the pool; they are read when the first message is used."""
    _packages.setdefault(package, False)


def _pool() -> Any:
    for package in [name for name, loaded in _packages.items() if not loaded]:
        stored = files(package).joinpath("messages.binpb").read_bytes()
        for file in descriptor_pb2.FileDescriptorSet.FromString(stored).file:
            _POOL.AddSerializedFile(file.SerializeToString())
        _packages[package] = True
    return _POOL


@cache
def message_class(name: str) -> Any:
    """The class of a message by its full name, "ssl_vision.SSL_WrapperPacket"."""
    return message_factory.GetMessageClass(_pool().FindMessageTypeByName(name))


def parse(kind: Any, data: bytes) -> Any:
    """A message of that type, or a `Refusal` with the reason."""
    try:
        message = kind.FromString(data)
    except DecodeError:
        return Refusal("UNREADABLE", f"{len(data)} bytes are not a {kind.DESCRIPTOR.name}")
    if not message.IsInitialized():
        missing = ", ".join(message.FindInitializationErrors()[:3])
        return Refusal("UNREADABLE", f"{kind.DESCRIPTOR.name}: required but missing: {missing}")
    return message


def text(data: bytes, longest: int = LONGEST) -> str:
    """A text from the network, cleaned; invalid bytes are replaced."""
    return clean(data.decode("utf-8", "replace"), longest)


def number(value: float) -> float:
    """The shortest decimal number with the same float32: 0.35, not 0.3499999940395355.

    >>> number(0.3499999940395355)
    0.35
    """
    return float(str(np.float32(value)))


def descriptor_set(name: str) -> bytes:
    """The file that defines a message and all its imports, for readers without Robopitch."""
    found: dict[str, Any] = {}

    def collect(file: Any) -> None:
        for imported in file.dependencies:
            collect(imported)
        if file.name not in found:
            found[file.name] = file

    collect(_pool().FindMessageTypeByName(name).file)
    result = descriptor_pb2.FileDescriptorSet()
    for file in found.values():
        file.CopyToProto(result.file.add())
    data: bytes = result.SerializeToString()
    return data
