#!/usr/bin/env bash
# Installs what the tests need and the machine lacks. With root on Debian it does so itself; elsewhere it says what.
set -euo pipefail
cd "$(dirname "$0")/.."

need=()
command -v chromium >/dev/null || command -v google-chrome >/dev/null || need+=(chromium)
command -v cc >/dev/null || need+=(build-essential)
command -v curl >/dev/null || need+=(curl)
if [ -z "${HELIRIIUL_TEST_POSTGRES_URL:-}" ] && ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
  need+=(postgresql)
fi
if [ ${#need[@]} -gt 0 ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "==> Debian packages: ${need[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${need[@]}" >/dev/null
  else
    echo "These Debian packages are missing: ${need[*]}" >&2
    echo "Install them (apt-get install ${need[*]}) and call again." >&2
    exit 1
  fi
fi

for tool in cargo node npm; do
  command -v "$tool" >/dev/null || { echo "$tool is missing: see README.md, what it needs" >&2; exit 1; }
done
if ! cargo nextest --version >/dev/null 2>&1; then
  echo '==> cargo-nextest'
  cargo install --locked --quiet --debug cargo-nextest
fi
if ! cargo deny --version >/dev/null 2>&1; then
  echo '==> cargo-deny'
  # Unoptimised it is there in half the time, and it works for a second.
  cargo install --locked --quiet --debug cargo-deny
fi
make --no-print-directory node_modules/.package-lock.json
