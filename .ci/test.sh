#!/usr/bin/env bash
# The whole suite: formats and lints, unit tests, both databases, the built front ends, and journeys in a browser.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n==> [%4ds] %s\n' "$SECONDS" "$*"; }

step 'What the tests need'
bash .ci/install.sh
# shellcheck source=.ci/postgres.sh
source .ci/postgres.sh

step 'Front ends: format, lint, types, unit tests'
npm run --silent check
npm test --silent

step 'Front ends: build and budgets'
bash .ci/build-web.sh
npm run --silent budget

step 'Rust: format and lints'
cargo fmt --all --check
cargo clippy --workspace --all-targets --locked --quiet -- -D warnings
if git grep -n 'AssertSqlSafe(' -- '*.rs' ':!api/tests' | grep -v 'reason:'; then
  echo 'SQL is written out, not put together: say the reason in a comment `reason: …` on the line.' >&2
  exit 1
fi

step 'Rust: circles of imports, documentation'
node .ci/import-circles.mjs api/src api/covers/src cms/src search/src migrations/src
RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --document-private-items --locked --quiet

step 'Rust: licences, duplicate majors, sources'
cargo deny --log-level error check licenses bans sources

step 'Rust: suite on SQLite'
cargo nextest run --workspace --locked --no-fail-fast
cargo test --workspace --locked --doc --quiet

if start_postgres; then
  step 'Rust: HTTP suite on PostgreSQL'
  HELIRIIUL_TEST_POSTGRES_URL=$HELIRIIUL_TEST_POSTGRES_URL cargo nextest run -p heliriiul --test it --locked --no-fail-fast
fi

step 'Journeys in a browser, on SQLite'
bash .ci/e2e.sh sqlite
if [ -n "${HELIRIIUL_TEST_POSTGRES_URL:-}" ]; then
  step 'The main journey in a browser, on PostgreSQL'
  bash .ci/e2e.sh postgres
fi

step 'All of it holds'
