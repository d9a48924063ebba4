#!/usr/bin/env bash
# Runs the browser journeys against a store with the demo. The debug build serves: the suite has built it already.
# $1: sqlite (all journeys) or postgres (the main one). More arguments go to Playwright.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=.ci/server.sh
source .ci/server.sh

database=$1
shift
arguments=("$@")
if [ "$database" = postgres ]; then
  schema=e2e_$RANDOM$RANDOM
  psql -q "$HELIRIIUL_TEST_POSTGRES_URL" -c "CREATE SCHEMA $schema"
  export HELIRIIUL_DATABASE_URL="$HELIRIIUL_TEST_POSTGRES_URL?options[search_path]=$schema"
  [ $# -gt 0 ] || arguments=(main-journey)
fi

# The same targets as the suite, so that nothing is compiled again.
cargo build --workspace --tests --locked --quiet
start_server target/debug/heliriiul
cd storefront
HELIRIIUL_E2E_URL=$base HELIRIIUL_E2E_PROGRAM=$PWD/../target/debug/heliriiul npx playwright test "${arguments[@]}"
