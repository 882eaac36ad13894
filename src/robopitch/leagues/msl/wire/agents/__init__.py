"""The dialogue by which the programs of robots are woken: they register, are woken, and say when they are done."""

from robopitch.leagues.msl.wire.agents.codec import decode, encode
from robopitch.leagues.msl.wire.agents.messages import LOCAL, Done, Item, Message, Register, Wake, Welcome

__all__ = ["LOCAL", "Done", "Item", "Message", "Register", "Wake", "Welcome", "decode", "encode"]
