#!/usr/bin/env bash
# Starts the store with the demo on a free port and an empty data folder, and runs the browser journeys against it.
# $1: sqlite (all journeys) or postgres (the main one). More arguments go to Playwright.
set -euo pipefail
cd "$(dirname "$0")/.."

database=$1
shift
data=$(mktemp -d /tmp/heliriiul-e2e.XXXXXX)
port=$((40000 + RANDOM % 10000))
export HELIRIIUL_LISTEN=127.0.0.1:$port HELIRIIUL_DATA_DIR=$data HELIRIIUL_PUBLIC_URL=http://127.0.0.1:$port
arguments=("$@")
if [ "$database" = postgres ]; then
  schema=e2e_$port
  psql -q "$HELIRIIUL_TEST_POSTGRES_URL" -c "CREATE SCHEMA $schema"
  export HELIRIIUL_DATABASE_URL="$HELIRIIUL_TEST_POSTGRES_URL?options[search_path]=$schema"
  [ $# -gt 0 ] || arguments=(main-journey)
fi

cargo build --release --locked --quiet -p heliriiul
./target/release/heliriiul serve --seed-demo >"$data/server.log" 2>&1 &
server=$!
finish() {
  status=$?
  kill "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  if [ "$status" -ne 0 ]; then
    echo '--- the last of the server log'
    tail -n 40 "$data/server.log"
  fi
  rm -rf "$data"
}
trap finish EXIT

for _ in $(seq 240); do
  curl -fsS "http://127.0.0.1:$port/readyz" >/dev/null 2>&1 && break
  kill -0 "$server" 2>/dev/null || { echo 'the server ended'; exit 1; }
  sleep 0.5
done
cd storefront
HELIRIIUL_E2E_URL=http://127.0.0.1:$port npx playwright test "${arguments[@]}"
