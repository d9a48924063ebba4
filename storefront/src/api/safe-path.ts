/** The path without the token that some routes carry. */
export function safePath(path: string): string {
  return path.replace(/^\/(reset-password|paketivahetus|kaardimakse\/[^/]+)\/.*/, "/$1/…");
}
