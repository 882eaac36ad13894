"""Compiles the `.proto` files to `messages.binpb`: ``python -m robopitch.wire.build``. Needs grpcio-tools."""

from __future__ import annotations

import tempfile
from importlib.resources import files
from pathlib import Path

__all__ = ["TARGET", "compile_messages"]

FOLDER = Path(__file__).parent
TARGET = FOLDER / "messages.binpb"


def compile_messages() -> bytes:
    """All our messages, and those they import, as one serialized FileDescriptorSet."""
    from grpc_tools import protoc

    sources = sorted(str(file.relative_to(FOLDER)) for file in FOLDER.glob("*/*.proto"))
    shipped = files("grpc_tools") / "_proto"  # google/protobuf/any.proto
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "messages.binpb"
        places = [f"--proto_path={FOLDER}", f"--proto_path={shipped}"]
        if protoc.main(["protoc", *places, "--include_imports", f"--descriptor_set_out={made}", *sources]) != 0:
            raise SystemExit("protoc reports errors in the .proto files; see above")
        return made.read_bytes()


if __name__ == "__main__":
    TARGET.write_bytes(compile_messages())
    print(f"{TARGET}: {TARGET.stat().st_size} bytes")
