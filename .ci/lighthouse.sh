#!/usr/bin/env bash
# Lighthouse on the release server with the demo, on a free port and an empty data folder.
set -euo pipefail
cd "$(dirname "$0")/.."

data=$(mktemp -d /tmp/heliriiul-lighthouse.XXXXXX)
port=$((40000 + RANDOM % 10000))
base=http://127.0.0.1:$port
export HELIRIIUL_LISTEN=127.0.0.1:$port HELIRIIUL_DATA_DIR=$data HELIRIIUL_PUBLIC_URL=$base
cargo build --release --locked --quiet -p heliriiul
./target/release/heliriiul serve --seed-demo >"$data/server.log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null || true; rm -rf "$data"' EXIT
for _ in $(seq 240); do
  curl -fsS "$base/readyz" >/dev/null 2>&1 && break
  kill -0 "$server" 2>/dev/null || { echo 'the server ended'; tail -n 40 "$data/server.log"; exit 1; }
  sleep 0.5
done
npm run --silent lighthouse --workspace storefront -- "$base"
