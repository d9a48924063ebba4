#!/usr/bin/env bash
# Measures speed and memory of the release build, and nginx for comparison when it is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=.ci/postgres.sh
source .ci/postgres.sh
start_postgres || echo 'Measures two servers on one SQLite file.' >&2
cargo build --release --locked
cargo bench --locked -p heliriiul-search
cargo bench --locked -p heliriiul --bench http
