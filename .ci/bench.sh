#!/usr/bin/env bash
# Speed and memory of the release build. nginx is measured beside it when it is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --locked
cargo bench --locked -p heliriiul-search
cargo bench --locked -p heliriiul --bench http
