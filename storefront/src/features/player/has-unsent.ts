// Separate from the code that sends, so that most visits do not download that code.

export function hasUnsent(): boolean {
  try {
    if (localStorage.getItem("heliriiul.reports")) return true;
    return localStorage.getItem("heliriiul.positions")?.includes('"unsent":true') ?? false;
  } catch {
    return false;
  }
}
