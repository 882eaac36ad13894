from robopitch.leagues.ssl.wire.vision import decode_packet, encode_frame
from robopitch.messages import CameraFrame, Refusal, SeenBall, SeenRobot

FRAME = CameraFrame(
    camera=2,
    number=300,
    capture=1.25,
    sent=1.5,
    balls=(SeenBall(0.5, -0.25, 100.0, 200.0, 80.4, 0.5),),
    blue=(SeenRobot(3, -1.0, 2.0, 0.75, 10.0, 20.0, 0.125, 1.0),),
    yellow=(SeenRobot(15, 4.0, -4.0, -3.0, 30.0, 40.0, 0.125, 0.25),),
)


def golden(wire, epoch):
    ball = wire.sub(
        5,  # balls
        wire.float(1, 0.5),  # confidence
        wire.uint(2, 80),  # area
        wire.float(3, 500),  # x, mm
        wire.float(4, -250),  # y
        wire.float(6, 100),  # pixel_x; 5 would be z, which real vision never sets
        wire.float(7, 200),  # pixel_y
    )
    yellow = wire.sub(
        6,  # robots_yellow
        wire.float(1, 0.25),  # confidence
        wire.uint(2, 15),  # robot_id
        wire.float(3, 4000),  # x
        wire.float(4, -4000),  # y
        wire.float(5, -3.0),  # orientation
        wire.float(6, 30),  # pixel_x
        wire.float(7, 40),  # pixel_y
        wire.float(8, 125),  # height
    )
    blue = wire.sub(
        7,  # robots_blue
        wire.float(1, 1.0),
        wire.uint(2, 3),
        wire.float(3, -1000),
        wire.float(4, 2000),
        wire.float(5, 0.75),
        wire.float(6, 10),
        wire.float(7, 20),
        wire.float(8, 125),
    )
    detection = wire.sub(
        1,  # detection
        wire.uint(1, 300),  # frame_number
        wire.double(2, epoch + 1.25),  # t_capture
        wire.double(3, epoch + 1.5),  # t_sent
        wire.uint(4, 2),  # camera_id
        ball,
        yellow,
        blue,
        wire.double(8, epoch + 1.25),  # t_capture_camera
    )
    return detection + wire.uint(3, 1)  # source: OTHER


def test_a_frame_as_bytes(wire):
    assert encode_frame(FRAME, 1.7e9) == golden(wire, 1.7e9)


def test_bytes_as_a_frame(wire):
    packet = decode_packet(golden(wire, 0.0))
    assert packet.geometry is None
    assert packet.frame == FRAME.__class__(
        2, 300, 1.25, 1.5, (FRAME.balls[0]._replace(area=80.0),), FRAME.blue, FRAME.yellow
    )


def test_a_camera_that_sees_nothing_still_sends(wire):
    empty = CameraFrame(0, 0, 0.0, 0.0, (), (), ())
    assert decode_packet(encode_frame(empty, 0.0)).frame == empty


def test_what_is_no_packet_is_refused():
    assert decode_packet(b"\xff\xff").code == "UNREADABLE"
    assert decode_packet(b"\x0a\x02\x08\x01") == Refusal(
        "UNREADABLE",
        "SSL_WrapperPacket: required but missing: detection.t_capture, detection.t_sent, detection.camera_id",
    )
