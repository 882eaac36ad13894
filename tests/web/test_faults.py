"""One bad request ends nothing but itself: it is answered, counted and logged, and everybody else goes on."""

import logging
import os

import pytest
from tests.server.moving import Moving

from robopitch.net.faults import Faults
from robopitch.spec.catalogue import scene_files
from robopitch.web.bridge import Asked, Bridge
from robopitch.web.requests.traces import GetTable

from .stand import Stand


@pytest.fixture(scope="module")
def stand(tmp_path_factory):
    with Stand(tmp_path_factory.mktemp("stand"), players=1, realism=None) as stand:
        yield stand


def test_what_is_no_scene_in_the_folder_of_scenes_is_left_out(stand):
    stand.scenes.mkdir(exist_ok=True)
    (stand.scenes / "folder.toml").mkdir()
    os.mkfifo(stand.scenes / "fifo.toml")  # reading it would never end
    (stand.scenes / "binary.toml").write_bytes(b"\xff\xfe\0")
    (stand.scenes / "deep.toml").write_text("a=" + "[" * 5000)
    visitor = stand.visit()
    visitor.ask("control", take=True)
    visitor.ask("save_scene", name="good", title="Good")
    names = [scene["name"] for scene in visitor.ask("scenes")["scenes"]]
    assert names == ["good", *sorted(scene_files(stand.match.world.league.name))]


class Broken:
    """An audience whose every word fails."""

    size = 1

    def show(self, data: bytes) -> None:
        raise RuntimeError("the screen is broken")

    def tell(self, message: object) -> None:
        raise RuntimeError("the line is broken")


def test_a_failure_in_the_page_is_counted_and_logged_and_the_match_goes_on(tmp_path, caplog):
    moving, faults = Moving(), Faults()
    try:
        bridge = Bridge(moving.server, Broken(), tmp_path, tmp_path, faults)
        moving.server.add_plugin(bridge)
        bridge.start()

        def fail(answer: object) -> None:
            raise RuntimeError("nobody is there")

        bridge.ask(Asked(lambda bridge: bridge.carry_out(GetTable()), fail))
        with caplog.at_level(logging.ERROR, "robopitch.faults"):
            bridge.serve(True)
        bridge.on_rewind(same=True)
        answers: list[dict] = []
        bridge.ask(Asked(lambda bridge: bridge.carry_out(GetTable()), answers.append))
        bridge.serve(True)
        assert answers[0]["rows"]
        assert faults.count >= 4
        assert "nobody is there" in caplog.text
        (warning,) = [text for text in bridge.status()["warnings"] if "failed" in text]
        assert str(faults.count) in warning
    finally:
        moving.close()
