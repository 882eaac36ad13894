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

echo "== shown"
page=http://127.0.0.1:$((10400 + offset))/
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if test -n "$browser"; then
  "$browser" --headless=new --no-sandbox --use-angle=swiftshader --enable-unsafe-swiftshader --window-size=1280,800 \
    --virtual-time-budget=6000 --screenshot="$there/table.png" "$page" >/dev/null 2>&1
  echo "screenshot: $there/table.png"
else
  echo "no browser found; the page is at $page"
fi
kill -INT $server
wait $server || true

echo "== replayed"
"$bin/robopitch" info table.mcap
"$bin/robopitch" replay table.mcap --simulate --packets
