"""Inputs that wait for the next tick: in order, limited, and writes to servos merged."""

import robopitch
from robopitch.match.input_queue import MOST, InputQueue
from robopitch.messages import ChangeSensor, ResetServo, Team, WriteRegisters


def write(servo, address, *data):
    return WriteRegisters(Team.BLUE, 0, servo, address, bytes(data))


def put(queue, *inputs, source="bus", merges=True):
    for one in inputs:
        queue.merges = merges
        queue.put(source, one)
    queue.merges = False


def collected(queue):
    return [input for _, _, input in queue.collect()]


def test_a_write_replaces_the_one_before_it_to_the_same_registers_of_a_servo():
    queue = InputQueue()
    put(queue, write(1, 30, 1, 0), write(2, 30, 2, 0), write(1, 30, 3, 0), write(1, 30, 4, 0))
    assert collected(queue) == [write(1, 30, 4, 0), write(2, 30, 2, 0)]
    put(queue, write(1, 30, 5, 0))  # in the next tick
    assert collected(queue) == [write(1, 30, 5, 0)]


def test_writes_that_are_not_alike_or_may_not_be_merged_keep_their_order():
    queue, other = InputQueue(), write(1, 24, 1)
    put(queue, write(1, 30, 1, 0), write(1, 32, 1, 0), write(1, 30, 2, 0), write(1, 30, 3, 0, 0, 0))
    assert len(collected(queue)) == 4
    put(queue, write(1, 30, 1, 0))
    put(queue, other, merges=False)
    put(queue, write(1, 30, 2, 0))
    assert collected(queue) == [write(1, 30, 1, 0), other, write(1, 30, 2, 0)]
    put(queue, write(1, 30, 1, 0), ResetServo(Team.BLUE, 0, 1), write(1, 30, 2, 0))
    assert len(collected(queue)) == 3
    put(queue, write(1, 30, 1, 0))
    queue.seal()
    put(queue, write(1, 30, 2, 0))
    put(queue, write(1, 30, 3, 0), source="another bus")
    assert len(collected(queue)) == 3


def test_a_source_has_a_limit_and_others_do_not_suffer_from_it():
    match = robopitch.make_match("ssl-div-b", realism="perfect", players=1)
    change = ChangeSensor(match.sensors.suite[0].name, {"on": True})
    for _ in range(MOST):
        match.inputs.put("loud", write(99, 30, 1))  # there is no such servo
    assert [one.code for one in match.offer("loud", change)] == ["FLOOD"]
    assert match.offer("calm", change) == ()
    assert len(match.inputs.waiting) == MOST + 1
    match.advance(match.tick)
    assert match.offer("loud", change) == ()
