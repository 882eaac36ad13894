"""A machine in memory: what a server and its sockets can do on it."""

import pytest

import robopitch
from robopitch import BodyVelocity, Team
from robopitch.leagues.network import Network
from robopitch.leagues.registry import network_of
from robopitch.leagues.ssl.wire.simulation.team import encode_orders
from robopitch.messages import RobotOrder
from robopitch.net import Acceptor, NetError, Poller, PtyLine, Receiver
from robopitch.net.system import System
from robopitch.server import Server
from robopitch.server.history import History
from robopitch.testing.sockets import ROOM
from robopitch.testing.system import SimulatedSystem


@pytest.fixture
def system():
    return SimulatedSystem()


def test_time_passes_by_waiting_and_by_work_only(system):
    moments = []
    system.every(0.25, lambda: moments.append(system.now), begin=0.5, end=1.3)
    assert system.clock.monotonic() == system.clock.monotonic() == 0.0
    system.clock.sleep(0.6)
    system.work(0.4)
    assert (system.now, system.clock.spent()) == (pytest.approx(1.0), 0.4)
    assert moments == pytest.approx([0.5, 0.75, 1.0])
    assert Poller(system).wait(0.5) == set()
    assert moments[-1] == 1.25


def test_datagrams_come_and_are_lost_where_there_is_no_room(system):
    with Receiver(port=5000, system=system) as port:
        peer = system.udp(5000)
        system.at(0.3, lambda: peer.send(b"hello"))
        poller = Poller(system)
        poller.watch([port])
        assert poller.wait(1.0) == {port}
        assert system.now == pytest.approx(0.3, abs=1e-4)
        ((data, sender),) = port.receive()
        assert data == b"hello"
        assert port.send(b"hello yourself", sender)
        assert list(peer.received) == [b"hello yourself"]
        for _ in range(ROOM // 1000 + 5):
            peer.send(bytes(1000))
        assert peer.lost == 5
        with pytest.raises(NetError, match=r"port 5000 .* is taken"):
            Receiver(port=5000, system=system)


def test_streams_take_what_fits_and_tell_when_the_other_side_has_left(system):
    with Acceptor(port=6000, system=system) as door:
        peer = system.tcp(6000)
        stream = door.accept()
        assert stream is not None
        assert peer.send(bytes(ROOM + 7)) == ROOM
        assert sum(len(stream.receive() or b"") for _ in range(10)) == ROOM
        assert stream.receive() == b""
        stream.send(b"answer")
        assert list(peer.received) == [b"answer"]
        peer.close()
        assert stream.receive() is None
        stream.close()
        with pytest.raises(ConnectionResetError):
            peer.send(b"more")
    with pytest.raises(ConnectionRefusedError):
        system.tcp(6000)


def test_workers_do_their_steps_in_simulated_time(system):
    done = []

    def step():
        done.append(system.now)
        return 0.5 if len(done) < 3 else None

    worker = system.worker("steps", step)
    system.clock.sleep(0.6)
    assert done == [0.0, 0.5]
    worker.join()
    assert (done, worker.is_alive) == ([0.0, 0.5, 1.0], False)


def test_a_server_plays_on_it_obeys_and_answers_without_real_time(tmp_path):
    found = []
    for _ in range(2):
        system: System = SimulatedSystem()
        match = robopitch.make_match("ssl-div-b", blue="external", yellow="still", players=1, seed=3)
        network = Network(network_of("ssl"))
        with Server(match, network, history=History(memory=0.0), system=system) as server:
            team = system.udp(network.port("blue"))
            order = encode_orders([RobotOrder(0, BodyVelocity(0.5))])
            system.every(0.02, lambda team=team, order=order: team.send(order), begin=0.1)
            server.run(until=2000, warm_up=False)
            assert server.pacing.real_time_factor == pytest.approx(1.0, abs=0.05)
            assert server.status()["links"][Team.BLUE.value]["received"] > 80
            assert team.received
        found.append((match.world.fingerprint(), system.now, system.clock.spent()))
        assert system.sockets == {}
    assert found[0] == found[1]
    assert found[0][1] == pytest.approx(2.0, abs=0.1)


def test_a_pseudo_terminal_takes_what_fits(system, tmp_path):
    line = system.files.pty(tmp_path / "line", "bus")
    other = system.lines[str(tmp_path / "line")]
    assert other.write(bytes(5000)) == 4096
    assert sum(len(data) for data, _ in line.receive()) == 4096
    assert line.send(b"answer", ("", 0))
    assert list(other.received) == [b"answer"]
    assert line.waits is PtyLine.waits is True
    line.close()
    assert not system.lines
