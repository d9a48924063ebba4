# Sourced. Starts a store with the demo in an empty data folder on a free port; it stops with the shell.

# shellcheck source=.ci/port.sh
source "$(dirname "${BASH_SOURCE[0]}")/port.sh"

# $1: the program. Sets $base, its address, and $data, its folder.
start_server() {
  data=$(mktemp -d /tmp/heliriiul-run.XXXXXX)
  local port
  port=$(free_port)
  base=http://127.0.0.1:$port
  # Encoding the demo's images takes a minute of CPU in a debug build, so the next server finds them.
  local pictures=target/demo-pictures
  mkdir -p "$pictures" "$data/media"
  cp -r "$pictures" "$data/media/images"
  export HELIRIIUL_LISTEN=127.0.0.1:$port HELIRIIUL_DATA_DIR=$data HELIRIIUL_PUBLIC_URL=$base
  "$1" serve --seed-demo >"$data/server.log" 2>&1 &
  server=$!
  trap stop_server EXIT
  for _ in $(seq 480); do
    if curl -fsS "$base/readyz" >/dev/null 2>&1; then
      cp -r "$data/media/images/." "$pictures"
      return
    fi
    kill -0 "$server" 2>/dev/null || { echo 'the server ended'; exit 1; }
    sleep 0.5
  done
  echo 'the server is not ready after 240 s'
  exit 1
}

stop_server() {
  local status=$?
  kill "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  if [ "$status" -ne 0 ]; then
    echo '--- the end of the server log'
    tail -n 40 "$data/server.log"
  fi
  rm -rf "$data"
}
