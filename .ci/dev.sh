#!/usr/bin/env bash
# The server anew at each change of Rust or templates, and vite with its own reloading in front of it.
set -euo pipefail
cd "$(dirname "$0")/.."

trap 'kill 0' EXIT
npx nodemon --quiet --watch api/src --watch api/templates --watch api/makecommerce --watch cms/src --watch search/src --watch migrations \
  --ext rs,sql,html,txt,toml --exec 'cargo run --quiet -- serve --seed-demo' &
# The editors' desk: http://localhost:5174/toimetus/
npm run dev --workspace admin-content &
npm run dev --workspace storefront
