#!/usr/bin/env bash
# Speed and memory of the release build. nginx is measured beside it when it is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=.ci/postgres.sh
source .ci/postgres.sh
start_postgres || echo 'Two servers are measured on one SQLite file.' >&2
cargo build --release --locked
cargo bench --locked -p heliriiul-search
cargo bench --locked -p heliriiul --bench http
