// Moves the focus when the focused element disappears.

/** After the next rendering. */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
