#!/usr/bin/env bash
# Lighthouse on the release server with the demo, and typing in a long text at its desk.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=.ci/server.sh
source .ci/server.sh

cargo build --release --locked --quiet -p heliriiul
start_server target/release/heliriiul
npm run --silent lighthouse --workspace storefront -- "$base"
npm run --silent typing --workspace storefront -- "$base"
