#!/usr/bin/env bash
# Installs the missing tools of the tests. As root on Debian it installs them itself; elsewhere it names them.
set -euo pipefail
cd "$(dirname "$0")/.."

need=()
if [ -z "${HELIRIIUL_CHROMIUM:-}" ]; then
  command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || need+=(chromium-headless-shell)
fi
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
  command -v "$tool" >/dev/null || { echo "$tool is missing: see the requirements in README.md" >&2; exit 1; }
done
if ! cargo nextest --version >/dev/null 2>&1; then
  echo '==> cargo-nextest'
  cargo install --locked --quiet --debug cargo-nextest
fi
if ! cargo deny --version >/dev/null 2>&1; then
  echo '==> cargo-deny'
  # An unoptimised build takes half the time, and the tool runs for a second.
  cargo install --locked --quiet --debug cargo-deny
fi
make --no-print-directory node_modules/.package-lock.json
