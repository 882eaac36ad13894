"""Protocols that only this league has: bytes, no sockets."""
