// The light, dark or system theme, in a cookie so that the server renders it at once.
import { useSyncExternalStore } from "react";
import { cookieStore } from "#app/kit/cookie.ts";

export type Theme = "" | "light" | "dark";

const store = cookieStore("hr_theme");

export function getTheme(): Theme {
  const value = store.get();
  return value === "light" || value === "dark" ? value : "";
}

export function setTheme(theme: Theme): void {
  store.set(theme || null);
  applyTheme();
}

/** Sets the theme on <html>, as the server does. */
export function applyTheme(): void {
  const theme = getTheme();
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

export function useTheme(): Theme {
  return useSyncExternalStore(store.subscribe, getTheme);
}
