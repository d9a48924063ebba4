import { act } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount, removeShellTags } from "./swap.tsx";

const SERVER = `<main><form><input id="q" name="q" value=""><input type="checkbox" id="ok">
  <ul data-keep-scroll=""><li>riiul</li></ul><button type="button">Edasi</button></form></main>`.replace(
  /\n\s+/g,
  "",
);

let root: HTMLElement;

beforeEach(() => {
  // For tests that render without testing-library.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.head.innerHTML =
    '<title data-shell="">vana</title><meta name="x" data-shell="page"><meta name="y">';
  document.body.innerHTML = `<div id="root">${SERVER}</div>`;
  root = document.getElementById("root") as HTMLElement;
});

afterEach(() => {
  document.head.innerHTML = "";
  document.body.innerHTML = "";
});

function App() {
  const [text, setText] = useState("");
  const [ok, setOk] = useState(false);
  return (
    <main>
      <form>
        <input id="q" value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <input type="checkbox" checked={ok} onChange={(event) => setOk(event.target.checked)} />
        <ul data-keep-scroll="">
          <li>riiul</li>
        </ul>
        <button type="button">
          {text}
          {ok && "!"}
        </button>
      </form>
    </main>
  );
}

const take = async () => {
  await act(async () => {
    mount(root, <App />);
  });
  root = document.getElementById("root") as HTMLElement;
};

test("typed text, ticks, focus, caret and scrolled rows survive the swap", async () => {
  const input = root.querySelector("input") as HTMLInputElement;
  input.value = "kevade";
  input.focus();
  input.setSelectionRange(2, 4);
  (root.querySelector("#ok") as HTMLInputElement).checked = true;
  (root.querySelector("ul") as HTMLElement).scrollLeft = 40;
  const before = root.querySelector("main");
  await take();
  const after = root.querySelector("input") as HTMLInputElement;
  expect(root.querySelector("main")).not.toBe(before);
  expect(after.value).toBe("kevade");
  expect(root.querySelector("button")?.textContent).toBe("kevade!");
  expect(document.activeElement).toBe(after);
  expect([after.selectionStart, after.selectionEnd]).toEqual([2, 4]);
  expect(root.querySelector("ul")?.scrollLeft).toBe(40);
});

test("an untouched page stays untouched", async () => {
  await take();
  expect((root.querySelector("input") as HTMLInputElement).value).toBe("");
  expect(document.activeElement).toBe(document.body);
});

test("the server's head tags go in two steps", async () => {
  await take();
  expect(document.head.querySelectorAll('[data-shell=""]')).toHaveLength(0);
  expect(document.head.querySelectorAll('[data-shell="page"]')).toHaveLength(1);
  removeShellTags("page");
  expect(document.head.querySelectorAll("[data-shell]")).toHaveLength(0);
  expect(document.head.querySelectorAll("meta")).toHaveLength(1);
});
