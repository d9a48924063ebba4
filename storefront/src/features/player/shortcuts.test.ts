import { expect, it } from "vitest";
import { shortcutOf } from "./shortcuts.ts";

function press(key: string, html = "<p></p>", init: Partial<KeyboardEvent> = {}) {
  const box = document.createElement("div");
  box.innerHTML = html;
  const target = box.querySelector("[data-target]") ?? box.firstElementChild;
  const none = { ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false };
  return { key, ...none, target, ...init };
}

it.each([
  [" ", "toggle"],
  ["k", "toggle"],
  ["K", "toggle"],
  ["j", "back"],
  ["ArrowLeft", "back"],
  ["l", "forward"],
  ["ArrowRight", "forward"],
  ["ArrowUp", "louder"],
  ["ArrowDown", "quieter"],
  ["m", "mute"],
  ["<", "slower"],
  [">", "faster"],
  ["Escape", "close"],
  ["x", null],
  ["Tab", null],
])("%s is %s", (key, expected) => {
  expect(shortcutOf(press(key), true)).toBe(expected);
});

it.each([
  ["k", '<input type="text">'],
  ["k", "<textarea></textarea>"],
  ["k", "<select></select>"],
  ["k", '<div contenteditable="true"><b data-target>x</b></div>'],
  [" ", "<button>x</button>"],
  [" ", '<input type="checkbox">'],
  ["ArrowLeft", '<input type="range">'],
  ["k", "<dialog><p data-target></p></dialog>"],
])("%s in %s is not the player's", (key, html) => {
  expect(shortcutOf(press(key, html), true)).toBeNull();
});

it.each([
  ["k", "<button>x</button>", "toggle"],
  ["ArrowLeft", "<button>x</button>", "back"],
  ["k", '<input type="range">', "toggle"],
])("%s on %s still is", (key, html, expected) => {
  expect(shortcutOf(press(key, html), true)).toBe(expected);
});

it.each(["ctrlKey", "metaKey", "altKey", "defaultPrevented"] as const)("none with %s", (held) => {
  expect(shortcutOf(press("k", "<p></p>", { [held]: true }), true)).toBeNull();
});

it("only Esc when single keys are switched off", () => {
  expect(shortcutOf(press("k"), false)).toBeNull();
  expect(shortcutOf(press("Escape"), false)).toBe("close");
});
