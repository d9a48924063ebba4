#!/usr/bin/env bash
# Calls every operation of the OpenAPI document with generated and broken input, as a visitor, a listener and an editor.
# Fails on any 5xx, undocumented status or wrong body. $1: the number of examples for each operation.
set -euo pipefail
cd "$(dirname "$0")/.."

examples=${1:-25}
tools=target/fuzz-tools
if [ ! -x "$tools/bin/schemathesis" ]; then
  echo '==> schemathesis'
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet 'schemathesis>=4,<5'
fi

# shellcheck source=.ci/server.sh
source .ci/server.sh
export HELIRIIUL_LOG=error
cargo build --release --locked --quiet -p heliriiul
start_server target/release/heliriiul

log_in() {
  curl -fsS "$base/api/login" -H 'Content-Type: application/json' \
    -d "{\"email\":\"$1@heliriiul.test\",\"password\":\"heliriiul\"}" |
    python3 -c 'import json,sys; print(json.load(sys.stdin)["apiToken"])'
}
checks=not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance
common=(--checks "$checks" --max-examples "$examples" --generation-database none --seed 20261128 --no-color)

echo '==> As a visitor'
"$tools/bin/schemathesis" run "$base/api/openapi.json" --url "$base/api" "${common[@]}"
for who in kuulaja toimetaja; do
  echo "==> As $who"
  # Logging out would end the session that the run needs.
  "$tools/bin/schemathesis" run "$base/api/openapi.json" --url "$base/api" "${common[@]}" \
    --header "Api-Token: $(log_in $who)" --exclude-path /logout --exclude-path /reset-password
done
if grep -q ERROR "$data/server.log"; then
  grep ERROR "$data/server.log" | tail -n 20
  exit 1
fi
