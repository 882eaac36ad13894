"""Wire protocols of MiroSot and VSS, one folder each; their protobuf messages are in `messages.binpb`."""

from robopitch.wire.pool import add, descriptor_set, message_class

__all__ = ["descriptor_set", "message_class"]

add(__package__)
