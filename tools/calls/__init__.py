"""Which functions run between the bytes of a socket and their effect."""
