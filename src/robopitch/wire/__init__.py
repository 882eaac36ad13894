"""Wire protocols: bytes to messages and back, without sockets. One folder per protocol; protobuf is loaded with the
first of them.
"""
