"""Wire protocols: bytes to messages and back, without sockets. One folder for each; protobuf loads with the first."""
