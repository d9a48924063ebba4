// The theme that was chosen in the store, or that of the system.
import { readCookie } from "storefront/kit/cookie.ts";

export function applyTheme(): void {
  const theme = readCookie("hr_theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
