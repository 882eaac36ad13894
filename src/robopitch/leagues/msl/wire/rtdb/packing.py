"""MessagePack and compression, as the second and third generation use them.

Nothing that arrives is trusted: sizes are limited before anything is allocated, and every failure is a ValueError.

Texts and bytes have the same type on the wire, that of texts: the C++ programs pack `std::string`, whatever it holds.
"""

from __future__ import annotations

from typing import Any

import lz4.block  # type: ignore[import-untyped]
import msgpack  # type: ignore[import-untyped]
import zstandard

__all__ = ["LARGEST", "Compression", "compress", "decompress", "pack", "text_of", "unpack"]

LARGEST = 256 * 1024  # bytes after decompression; a datagram with the records of a team has some thousand
_ZSTD_MAGIC = bytes.fromhex("28b52ffd")


class Compression:
    """The ways to compress a body."""

    NONE = "none"
    ZSTD = "zstd"
    LZ4 = "lz4"


def pack(value: Any) -> bytes:
    """A value as MessagePack; floats have 32 bits, as those of the C++ programs."""
    packed: bytes = msgpack.packb(value, use_bin_type=False, use_single_float=True)
    return packed


def unpack(data: bytes) -> Any:
    """A value from MessagePack, texts as bytes; a ValueError if it is none."""
    try:
        return msgpack.unpackb(data, raw=True, strict_map_key=False)
    except (ValueError, TypeError, RecursionError, OverflowError, msgpack.UnpackException) as error:
        raise ValueError(f"not MessagePack: {type(error).__name__}") from None


def compress(data: bytes, compression: str = Compression.ZSTD, dictionary: bytes | None = None) -> bytes:
    """Compress a body. *dictionary*: of zstd, which both sides must have."""
    if compression == Compression.NONE:
        return data
    if compression == Compression.LZ4:
        packed: bytes = lz4.block.compress(data, store_size=False)
        return packed
    if compression != Compression.ZSTD:
        raise ValueError(f"no compression is called {compression!r}; none, zstd and lz4 are known")
    known = None if dictionary is None else zstandard.ZstdCompressionDict(dictionary)
    return zstandard.ZstdCompressor(level=1, dict_data=known).compress(data)


def decompress(data: bytes, dictionary: bytes | None = None, otherwise: str = Compression.LZ4) -> bytes:
    """Decompress a body; a ValueError if it is invalid or too large.

    otherwise: the compression of data that does not begin as zstd does
    """
    try:
        if data.startswith(_ZSTD_MAGIC):
            size = zstandard.frame_content_size(data)
            if not 0 <= size <= LARGEST:
                raise ValueError(f"{size} bytes after decompression; 0 to {LARGEST} are possible")
            known = None if dictionary is None else zstandard.ZstdCompressionDict(dictionary)
            # allow_extra_data: bytes behind the frame are ignored, as the C++ programs do
            return zstandard.ZstdDecompressor(dict_data=known).decompress(data, max_output_size=LARGEST)
        if otherwise == Compression.LZ4:
            unpacked: bytes = lz4.block.decompress(data, uncompressed_size=LARGEST)
            return unpacked
        return data
    except (zstandard.ZstdError, lz4.block.LZ4BlockError, MemoryError) as error:
        raise ValueError(f"cannot be decompressed: {type(error).__name__}") from None


def text_of(value: Any) -> str:
    """A text from the wire; a ValueError if it is none."""
    if not isinstance(value, bytes):
        raise ValueError(f"a text is expected, not {type(value).__name__}")
    return value.decode("utf-8", "strict")  # UnicodeDecodeError is a ValueError
