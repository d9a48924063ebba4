// Whether an earlier session left something to send. Apart from the code that sends it, so that other
// visits do not download that.

export function hasUnsent(): boolean {
  try {
    if (localStorage.getItem("heliriiul.reports")) return true;
    return localStorage.getItem("heliriiul.positions")?.includes('"unsent":true') ?? false;
  } catch {
    return false;
  }
}
