# Sourced. Free ports for the servers of a run.

# Prints a free port below the kernel's range for outgoing connections.
free_port() {
  local port
  while :; do
    port=$((10000 + RANDOM % 20000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
  done
}
