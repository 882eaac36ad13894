import subprocess
import sys

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool

from robopitch.leagues.ssl.wire import message_class
from robopitch.messages import Refusal
from robopitch.wire.build import FOLDERS, TARGET, compile_messages
from robopitch.wire.pool import descriptor_set, number, parse


def files(data):
    stored = descriptor_pb2.FileDescriptorSet.FromString(data).file
    return {file.name: file for file in stored if not file.name.startswith("google/")}


def test_the_stored_messages_are_those_of_the_proto_files():
    assert len(FOLDERS) > 1
    for folder in FOLDERS:  # else: python -m robopitch.wire.build
        assert files((folder / TARGET).read_bytes()) == files(compile_messages(folder))


def test_recordings_name_the_files_of_messages_as_ever():
    assert sorted(files(descriptor_set("sslsim.RobotControl"))) == [
        "ssl_simulation/messages.proto",
        "ssl_tracker/messages.proto",
        "ssl_vision/messages.proto",
    ]


def test_our_messages_never_meet_those_of_a_team():
    message_class("sslsim.RobotControl")
    with pytest.raises(KeyError):
        descriptor_pool.Default().FindMessageTypeByName("sslsim.RobotControl")


def test_protobuf_does_not_load_with_robopitch():
    code = "import sys, robopitch; print([name for name in sys.modules if name.startswith('google.protobuf')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_a_missing_field_is_named():
    answer = parse(message_class("sslsim.RobotControl"), b"\x0a\x00")
    assert answer == Refusal("UNREADABLE", "RobotControl: required but missing: robot_commands[0].id")


@pytest.mark.parametrize("value", [0.35, 0.01, 1234.567, 0.0, -7e-5])
def test_a_float32_becomes_the_decimal_that_was_meant(wire, value):
    assert number(wire.float32(value)) == value
