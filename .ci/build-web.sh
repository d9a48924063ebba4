#!/usr/bin/env bash
# Builds the front ends whose sources are newer than the last build.
set -euo pipefail
cd "$(dirname "$0")/.."

for app in storefront admin-content; do
  [ -f "$app/package.json" ] || continue
  stamp="$app/dist/.built"
  if [ -f "$stamp" ] && [ -z "$(find "$app" package.json package-lock.json -newer "$stamp" -type f \
    -not -path '*/node_modules/*' -not -path '*/dist/*' -not -path '*/e2e/*' -print -quit)" ]; then
    continue
  fi
  echo "==> Front end: $app"
  npm run build --workspace "$app" --silent
  touch "$stamp"
done
