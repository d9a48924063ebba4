// Where the focus goes when what had it is gone from the screen.

/** After the next drawing. */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
