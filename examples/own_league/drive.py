"""A team for this league: every blue robot turns to the ball and drives at it. Only sockets and JSON, no robopitch.

robopitch serve examples/own_league      # in one terminal
python examples/own_league/drive.py      # in another
"""

import json
import socket
import struct
import sys
import time

OFFSET = int(sys.argv[1]) if len(sys.argv) > 1 else 0  # as the server's --port-offset
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else float("inf")
HERE, GROUP, RANGES, BLUE = "127.0.0.1", "239.16.0.1", 16000 + OFFSET, 16001 + OFFSET

ears = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
ears.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
ears.bind(("", RANGES))
ears.setsockopt(
    socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, struct.pack("4s4s", socket.inet_aton(GROUP), socket.inet_aton(HERE))
)
ears.settimeout(1.0)
radio = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

end = time.monotonic() + SECONDS
heard = 0
while time.monotonic() < end:
    try:
        report = json.loads(ears.recv(2048))
    except TimeoutError:
        continue
    heard += 1
    if report["team"] == "blue":
        forward = 0.6 if abs(report["bearing"]) < 0.5 else 0.0
        command = {"id": report["id"], "forward": forward, "turn": 5.0 * report["bearing"]}
        radio.sendto(json.dumps(command).encode(), (HERE, BLUE))
print(f"{heard} reports")
