# Sourced. Sets HELIRIIUL_TEST_POSTGRES_URL: keeps the given one, or starts a temporary cluster that ends with the shell.

# shellcheck source=.ci/port.sh
source "$(dirname "${BASH_SOURCE[0]}")/port.sh"

start_postgres() {
  [ -n "${HELIRIIUL_TEST_POSTGRES_URL:-}" ] && return 0
  local bin
  bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
  if [ -z "$bin" ] || [ ! -x "$bin/initdb" ]; then
    echo '!!! PostgreSQL is not installed. The suite runs on SQLite ONLY.' >&2
    return 1
  fi
  postgres_dir=$(mktemp -d /tmp/heliriiul-postgres.XXXXXX)
  postgres_as=()
  if [ "$(id -u)" = 0 ]; then
    # PostgreSQL refuses to run as root.
    chown postgres "$postgres_dir"
    postgres_as=(runuser -u postgres --)
  fi
  local port
  port=$(free_port)
  "${postgres_as[@]}" "$bin/initdb" -D "$postgres_dir/data" -A trust -U heliriiul -E UTF8 --locale C >/dev/null
  # A temporary cluster needs no durability.
  "${postgres_as[@]}" "$bin/pg_ctl" -D "$postgres_dir/data" -w -l "$postgres_dir/log" \
    -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$postgres_dir -c fsync=off \
        -c synchronous_commit=off -c full_page_writes=off -c max_connections=300" start >/dev/null
  postgres_bin=$bin
  trap stop_postgres EXIT
  export HELIRIIUL_TEST_POSTGRES_URL="postgres://heliriiul@127.0.0.1:$port/postgres"
}

stop_postgres() {
  [ -n "${postgres_dir:-}" ] || return 0
  "${postgres_as[@]}" "$postgres_bin/pg_ctl" -D "$postgres_dir/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$postgres_dir"
}
