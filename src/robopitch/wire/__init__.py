"""What the wire protocols of all leagues share: bytes to messages and back, without sockets.

The protocols of one family of leagues are in its `wire/`, one folder per protocol.
"""
