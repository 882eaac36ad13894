#!/bin/sh
# Builds the wheel, installs it in a new environment, and serves, records, replays and shows this league there, from a
# copy of its folder. Takes a minute or two.
#
#   examples/own_league/try.sh [FOLDER]      # works in FOLDER; a new temporary folder if not given
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
there=${1:-$(mktemp -d)}
offset=${OFFSET:-300}
mkdir -p "$there"

echo "== the wheel, in a new environment: $there"
python3 -m venv "$there/venv"
bin=$there/venv/bin
test -n "${WHEEL:-}" || "$bin/pip" --disable-pip-version-check wheel --quiet --no-deps --wheel-dir "$there" "$root"
"$bin/pip" --disable-pip-version-check install --quiet "${WHEEL:-$(ls "$there"/robopitch-*.whl)}"
cp -r "$here" "$there/my_league"
cd "$there"

echo "== served and recorded, with a team that knows only sockets and JSON"
touch serve.log
"$bin/robopitch" serve my_league --no-open --interface 127.0.0.1 --port-offset "$offset" --record table.mcap >serve.log &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
until grep -q ready serve.log; do
  kill -0 $server || { cat serve.log; exit 1; }
  sleep 0.2
done
"$bin/python" my_league/drive.py "$offset" 8
"$bin/robopitch" status --port-offset "$offset"

kill -INT $server
wait $server || true

echo "== shown: the page draws a moment of the recording, in a browser without a window"
"$bin/pip" --disable-pip-version-check install --quiet 'playwright>=1.50,<2'
"$bin/robopitch" export table.mcap --to table.png --at 5 --view free

echo "== replayed"
"$bin/robopitch" info table.mcap
"$bin/robopitch" replay table.mcap --simulate --packets
