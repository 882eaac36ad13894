"""Compiles the `.proto` files to `messages.binpb`: ``python -m robopitch.wire.build``. Needs grpcio-tools.

Without an argument it does so for this package and for the `wire/` of all families of leagues here; otherwise for the
folders that are named.
"""

from __future__ import annotations

import re
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

__all__ = ["FOLDERS", "TARGET", "compile_messages"]

PACKAGE = Path(__file__).parents[1]
FOLDERS = (PACKAGE / "wire", *sorted({file.parents[1] for file in PACKAGE.glob("leagues/*/wire/*/*.proto")}))
TARGET = "messages.binpb"

# A file is known as FOLDER/NAME.proto, in imports and in recordings, unless it has such a line.
_KNOWN = re.compile(r"^// Known as (\S+)/\S+\.proto\.$", re.MULTILINE)


def compile_messages(folder: Path) -> bytes:
    """All messages in the folders of a folder, and those they import, as one serialized FileDescriptorSet."""
    from grpc_tools import protoc

    sources = sorted(folder.glob("*/*.proto"))
    known = {source.parent: source.parent.name for source in sources}
    known |= {source.parent: found[1] for source in sources if (found := _KNOWN.search(source.read_text("utf-8")))}
    shipped = files("grpc_tools") / "_proto"  # google/protobuf/any.proto
    with tempfile.TemporaryDirectory() as made_in:
        made = Path(made_in) / TARGET
        places = [f"--proto_path={name}={place}" for place, name in known.items()] + [f"--proto_path={shipped}"]
        options = ["--include_imports", f"--descriptor_set_out={made}"]
        if protoc.main(["protoc", *places, *options, *map(str, sources)]) != 0:
            raise SystemExit("protoc reports errors in the .proto files; see above")
        return made.read_bytes()


if __name__ == "__main__":
    for folder in [Path(name) for name in sys.argv[1:]] or FOLDERS:
        target = folder / TARGET
        target.write_bytes(compile_messages(folder))
        print(f"{target}: {target.stat().st_size} bytes")
