"""The files of a model: they become part of a robot's description, so that recordings and servers need no files.

Models come from strangers. Only files below the folder of the robot file are read, up to a size; XML with entities is
refused. The text of a robot file that arrives over a network names no files.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from xml.etree import ElementTree

from pydantic import Field

from robopitch.spec.base import Spec
from robopitch.spec.errors import Problem, SpecError
from robopitch.spec.files import read_file

__all__ = ["FOLDERS", "MESHES", "ModelFile", "file_references", "whole_xml", "with_model_files"]

MOST_XML = 1 << 20  # bytes of one file
MOST_BYTES = 16 << 20  # of all files of a robot
MOST_FILES = 512
DEEPEST_XML = 200
DEEPEST_INCLUDE = 8
MOST_ELEMENTS = 50_000
BASE64 = "base64:"  # before the contents of anything but XML; so they are never taken for a number, either
XML = (".xml", ".mjcf", ".urdf")
MESHES = (".stl", ".obj", ".msh")
PICTURES = (".png",)  # of textures: part of a model, but not needed here
FOLDERS = {"meshdir": "mesh", "texturedir": "texture", "assetdir": ""}  # of <compiler>: before the files of elements


class ModelFile(Spec):
    """A file of a model."""

    path: str = Field(min_length=1, max_length=200, description="its path from the folder of the robot file")
    contents: str = Field(
        max_length=2 * MOST_BYTES, description="XML as text, anything else in base 64 after 'base64:'"
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """What is not XML must be base 64."""
        try:
            self.data  # noqa: B018
        except ValueError as error:
            yield "contents", f"of {self.path!r} are not base 64: {error}"

    @property
    def data(self) -> bytes:
        """Its bytes."""
        if self.contents.startswith(BASE64):
            return base64.b64decode(self.contents.removeprefix(BASE64), validate=True)
        return self.contents.encode()


def with_model_files(tree: Mapping[str, Any], folder: Path, label: str) -> Mapping[str, Any]:
    """The tables of a robot file with the files that its model and its meshes name; raises a SpecError.

    label: the name of the robot file in messages
    """
    model = tree.get("model")
    wanted = [("model", model)] if isinstance(model, str) and model not in ("", "none") else []
    wanted += list(_meshes(tree.get("bodies")))
    if not wanted or "model_files" in tree:
        return tree
    reader = _Reader(folder, label)
    for key, path in wanted:
        reader.read(path, key)
    files = [{"path": path, "contents": contents} for path, contents in reader.found.items()]
    return {**tree, "model_files": files}


def whole_xml(path: str, text_of: Callable[[str], str], depth: int = 0) -> ElementTree.Element:
    """The root of a model with what it includes in place; raises a ValueError that says what is wrong.

    text_of: the text of a file by its path; as in MuJoCo, all paths are from the folder of the first file
    """
    if depth > DEEPEST_INCLUDE:
        raise ValueError(f"{path}: files include each other more than {DEEPEST_INCLUDE} deep")
    root = _parsed(text_of(path), path)
    for parent in list(root.iter()):
        for child in [child for child in parent if child.tag == "include"]:
            at = list(parent).index(child)
            parent.remove(child)
            inner = whole_xml(_beside(path, child.get("file", "")), text_of, depth + 1)
            for offset, part in enumerate(inner):
                parent.insert(at + offset, part)
    if sum(1 for _ in root.iter()) > MOST_ELEMENTS:
        raise ValueError(f"{path}: more than {MOST_ELEMENTS} elements")
    return root


def file_references(root: ElementTree.Element, of: str) -> Iterator[tuple[ElementTree.Element, str, str]]:
    """Yield element, attribute and path of every file that a whole model names; the path is from the robot's folder.

    of: the path of the model itself; what it names lies beside it, or in the folders of its <compiler>
    """
    folders = {"": ""}
    for compiler in root.iter("compiler"):
        folders |= {kind: compiler.get(key, "") for key, kind in FOLDERS.items() if compiler.get(key)}
    for element in root.iter():
        for key, value in element.attrib.items():
            if key.startswith("file") and value:
                name = value.removeprefix("file://")
                if "://" in name:  # package://robot/meshes/leg.stl: the name of a ROS package, and a path in it
                    name = name.partition("://")[2].partition("/")[2]
                yield element, key, _beside(of, str(PurePosixPath(folders.get(str(element.tag), folders[""])) / name))


def _beside(path: str, name: str) -> str:
    return str(PurePosixPath(path).parent / name)


def _parsed(text: str, name: str) -> ElementTree.Element:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ValueError(f"{name}: has a document type or entities; write it without")
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        raise ValueError(f"{name}: is not XML: {error}") from None
    level, depth = [root], 0
    while level:
        depth += 1
        if depth > DEEPEST_XML:
            raise ValueError(f"{name}: elements in elements, {DEEPEST_XML} deep at most")
        level = [child for element in level for child in element]
    return root


def _meshes(bodies: Any) -> Iterator[tuple[str, str]]:
    """Key and file of the meshes in the bodies of a file that is not checked yet."""
    for index, body in enumerate(bodies if isinstance(bodies, list) else ()):
        shape = body.get("shape") if isinstance(body, Mapping) else None
        parts = shape.get("parts") if isinstance(shape, Mapping) else None
        inner = [part.get("shape") for part in (parts if isinstance(parts, list) else ()) if isinstance(part, Mapping)]
        for one in (shape, *inner):
            if isinstance(one, Mapping) and one.get("kind") == "mesh" and isinstance(one.get("file"), str):
                yield f"bodies.{index}.shape", one["file"]


class _Reader:
    """Reads a model and what it refers to.

    found: contents by path from the folder of the robot file
    """

    def __init__(self, folder: Path, label: str) -> None:
        self._folder, self._label = folder.resolve(), label
        self._bytes = 0
        self.found: dict[str, str] = {}

    def read(self, path: str, key: str) -> None:
        """Read a file and, if it is a model, those that it names."""
        try:
            if PurePosixPath(path).suffix.lower() not in XML:
                self._contents(path)
                return
            for _, _, other in file_references(whole_xml(path, self._contents), path):
                self._contents(other)
        except (ValueError, RecursionError) as error:
            raise SpecError([Problem(self._label, key, str(error))]) from None

    def _contents(self, path: str) -> str:
        """The contents of a file, read once; a ValueError says why not."""
        if path not in self.found:
            suffix = PurePosixPath(path).suffix.lower()
            if suffix not in (*XML, *MESHES, *PICTURES):
                raise ValueError(f"{path!r} is no file of a model: {', '.join((*XML, *MESHES))} are read")
            data = self._data(path, MOST_XML if suffix in XML else MOST_BYTES)
            self._bytes += len(data)
            if self._bytes > MOST_BYTES or len(self.found) >= MOST_FILES:
                raise ValueError(f"a model has at most {MOST_FILES} files, of {MOST_BYTES >> 20} MiB together")
            try:
                text = data.decode() if suffix in XML else BASE64 + base64.b64encode(data).decode()
            except UnicodeDecodeError as error:
                raise ValueError(f"{path}: is not UTF-8 text (byte {error.start})") from None
            self.found[path] = text
        return self.found[path]

    def _data(self, path: str, most: int) -> bytes:
        if "\\" in path or "\0" in path:
            raise ValueError(f"{path!r}: write a path with '/'")
        try:
            file = (self._folder / path).resolve()
            if not file.is_relative_to(self._folder):
                raise ValueError(f"{path!r} is outside the folder of the robot file; move it below")
            return read_file(file, most)
        except OSError as error:
            raise ValueError(f"{path}: cannot be read: {error.strerror or error}") from None
