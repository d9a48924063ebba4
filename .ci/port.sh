# Sourced. Ports for what one run starts.

# Below the ports that the kernel gives to outgoing connections, one that nobody listens on.
free_port() {
  local port
  while :; do
    port=$((10000 + RANDOM % 20000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
  done
}
