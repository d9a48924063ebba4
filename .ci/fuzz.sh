#!/usr/bin/env bash
# Calls every operation of the OpenAPI document with made-up and broken input, as a visitor and as a listener.
# Any 5xx, undocumented status or body of another shape fails. $1: how many examples an operation gets.
set -euo pipefail
cd "$(dirname "$0")/.."

examples=${1:-25}
tools=target/fuzz-tools
if [ ! -x "$tools/bin/schemathesis" ]; then
  echo '==> schemathesis'
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet 'schemathesis>=4,<5'
fi

data=$(mktemp -d /tmp/heliriiul-fuzz.XXXXXX)
port=$((30000 + RANDOM % 10000))
base=http://127.0.0.1:$port
export HELIRIIUL_LISTEN=127.0.0.1:$port HELIRIIUL_DATA_DIR=$data HELIRIIUL_LOG=error
cargo build --release --locked --quiet -p heliriiul
./target/release/heliriiul serve --seed-demo >"$data/server.log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null || true; rm -rf "$data"' EXIT
for _ in $(seq 240); do
  curl -fsS "$base/readyz" >/dev/null 2>&1 && break
  sleep 0.5
done

token=$(curl -fsS "$base/api/login" -H 'Content-Type: application/json' \
  -d '{"email":"kuulaja@heliriiul.test","password":"heliriiul"}' | python3 -c 'import json,sys; print(json.load(sys.stdin)["apiToken"])')
checks=not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance
common=(--checks "$checks" --max-examples "$examples" --generation-database none --seed 20261128 --no-color)

echo '==> As a visitor'
"$tools/bin/schemathesis" run "$base/api/openapi.json" --url "$base/api" "${common[@]}"
echo '==> As a listener'
# Logging out would end the session that the run needs.
"$tools/bin/schemathesis" run "$base/api/openapi.json" --url "$base/api" "${common[@]}" \
  --header "Api-Token: $token" --exclude-path /logout --exclude-path /reset-password
if grep -q ERROR "$data/server.log"; then
  grep ERROR "$data/server.log" | tail -n 20
  exit 1
fi
