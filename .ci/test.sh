#!/usr/bin/env bash
# The whole suite: formats and lints, unit tests, both databases, the built front ends, and journeys in a browser.
# $1: `quick` leaves out PostgreSQL and the browser.
set -euo pipefail
cd "$(dirname "$0")/.."

# Many tests wait for a process or a clock, so more of them run than there are cores.
test_threads=$((2 * $(nproc)))

step() { printf '\n==> [%4ds] %s\n' "$SECONDS" "$*"; }

step 'What the tests need'
bash .ci/install.sh
# shellcheck source=.ci/postgres.sh
source .ci/postgres.sh

step 'Front ends: build and budgets'
bash .ci/build-web.sh
npm run --silent budget

# At the same time: the compiler often has work for one core only.
step 'Front ends: format, lint, types, unit tests. Rust: format, lints, documentation, circles of imports'
front_end_log=$(mktemp)
{ npm run --silent check && npm test --silent; } >"$front_end_log" 2>&1 &
front_ends=$!
cargo fmt --all --check
cargo clippy --workspace --all-targets --locked --quiet -- -D warnings
RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --document-private-items --locked --quiet
node .ci/import-circles.mjs api/src api/covers/src api/makecommerce/src cms/src search/src migrations/src
if git grep -n 'AssertSqlSafe(' -- '*.rs' ':!api/tests' | grep -v 'reason:'; then
  echo 'SQL is a literal text: give the reason in a comment `reason: …` on the line.' >&2
  exit 1
fi

if ! wait "$front_ends"; then
  cat "$front_end_log"
  # Again at the end, where they are found.
  grep -a -A 20 ' FAIL ' "$front_end_log" || true
  exit 1
fi
tail -n 8 "$front_end_log"
rm "$front_end_log"

step 'Rust: licences, duplicate majors, sources'
cargo deny --log-level error check licenses bans sources

step 'Rust: suite on SQLite'
cargo nextest run --workspace --locked --no-fail-fast --test-threads $test_threads
cargo test --workspace --locked --doc --quiet

if [ "${1:-}" = quick ]; then
  step 'The quick part holds'
  exit
fi

if start_postgres; then
  step 'Rust: HTTP suite on PostgreSQL'
  # The whole workspace, so that nothing is compiled again with other features.
  HELIRIIUL_TEST_POSTGRES_URL=$HELIRIIUL_TEST_POSTGRES_URL \
    cargo nextest run --workspace -E 'package(heliriiul) & (binary(it) | binary(chaos))' --locked --no-fail-fast \
    --test-threads $test_threads
fi

step 'Journeys in a browser, on SQLite'
bash .ci/e2e.sh sqlite
if [ -n "${HELIRIIUL_TEST_POSTGRES_URL:-}" ]; then
  step 'The main journey in a browser, on PostgreSQL'
  bash .ci/e2e.sh postgres
fi

step 'All of it holds'
