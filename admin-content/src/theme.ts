import { readCookie } from "storefront/kit/cookie.ts";

export function applyTheme(): void {
  const theme = readCookie("hr_theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
