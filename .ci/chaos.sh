#!/usr/bin/env bash
# Long runs of the chaos program: on SQLite with one node, and on PostgreSQL with two. $1: runs, $2: seconds of each.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=.ci/postgres.sh
source .ci/postgres.sh
run=(cargo test --locked -p heliriiul --test chaos -- --runs "${1:-10}" --seconds "${2:-60}")
env -u HELIRIIUL_TEST_POSTGRES_URL "${run[@]}"
if start_postgres; then
  "${run[@]}"
fi
