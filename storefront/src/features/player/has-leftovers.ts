// Whether an earlier listening left something to send. Apart from what sends it, so that a visit without
// any downloads nothing.

export function hasLeftovers(): boolean {
  try {
    if (localStorage.getItem("heliriiul.reports")) return true;
    return localStorage.getItem("heliriiul.positions")?.includes('"unsent":true') ?? false;
  } catch {
    return false;
  }
}
