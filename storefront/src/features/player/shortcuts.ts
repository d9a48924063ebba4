export type Shortcut =
  | "toggle"
  | "back"
  | "forward"
  | "louder"
  | "quieter"
  | "mute"
  | "slower"
  | "faster"
  | "close";

const KEYS: Record<string, Shortcut> = {
  " ": "toggle",
  k: "toggle",
  j: "back",
  arrowleft: "back",
  l: "forward",
  arrowright: "forward",
  arrowup: "louder",
  arrowdown: "quieter",
  m: "mute",
  "<": "slower",
  ">": "faster",
  escape: "close",
};

type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "defaultPrevented" | "target"
>;

/**
 * The action of a key press; null when the key is meant for something else: typing, a control that uses
 * it, a shortcut of the browser. `single` allows keys other than Esc.
 */
export function shortcutOf(event: KeyPress, single: boolean): Shortcut | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const key = event.key.toLowerCase();
  const shortcut = KEYS[key];
  if (!shortcut) return null;
  if (shortcut !== "close" && !single) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("dialog")) return null;
  if (target?.closest('textarea, select, [contenteditable=""], [contenteditable="true"]'))
    return null;
  const input = target?.closest("input");
  if (input && input.type !== "range" && input.type !== "checkbox") return null;
  // Arrows move a slider; the space bar presses a button or a box.
  if (input?.type === "range" && key.startsWith("arrow")) return null;
  if (key === " " && target?.closest('button, a, summary, input[type="checkbox"]')) return null;
  return shortcut;
}
