// Replaces the page that the server rendered with React's. The scroll position, focus and typed text are read before
// and restored after, in the same frame. Elements are matched by their place in the two equal trees.
import { type ReactNode, startTransition, useInsertionEffect, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";

type Place = number[];
type ReaderState = {
  scroll: [number, number];
  /** Horizontally or vertically scrolled boxes. */
  boxes: { place: Place; left: number; top: number }[];
  typed: { place: Place; value: string; checked: boolean }[];
  focus: { place: Place; selection: [number, number] | null } | null;
};

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function placeOf(element: Element, root: Element): Place {
  const place: Place = [];
  for (let at: Element = element; at !== root; ) {
    const parent = at.parentElement;
    if (!parent) break;
    place.unshift(Array.prototype.indexOf.call(parent.children, at));
    at = parent;
  }
  return place;
}

function at(place: Place, root: Element): Element | undefined {
  let element: Element | undefined = root;
  for (const index of place) element = element?.children[index];
  return element;
}

function selectionOf(element: Element): [number, number] | null {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return null;
  try {
    const { selectionStart, selectionEnd } = element;
    return selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd];
  } catch {
    return null;
  }
}

export function capture(root: Element): ReaderState {
  const boxes: ReaderState["boxes"] = [];
  for (const element of root.querySelectorAll("[data-keep-scroll]")) {
    const { scrollLeft: left, scrollTop: top } = element;
    if (left || top) boxes.push({ place: placeOf(element, root), left, top });
  }
  const typed: ReaderState["typed"] = [];
  for (const input of root.querySelectorAll<Input>("input, textarea, select")) {
    const checked = input instanceof HTMLInputElement && input.checked;
    const initial = input.getAttribute("value") ?? "";
    if ((input.value && input.value !== initial) || checked) {
      typed.push({ place: placeOf(input, root), value: input.value, checked });
    }
  }
  const active = document.activeElement;
  const focus =
    active && active !== document.body && root.contains(active)
      ? { place: placeOf(active, root), selection: selectionOf(active) }
      : null;
  return { scroll: [window.scrollX, window.scrollY], boxes, typed, focus };
}

/** Sets a value as typing does, so that React's controlled inputs update. */
function type(input: Input, value: string) {
  const prototype = Object.getPrototypeOf(input) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(input, value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  if (input instanceof HTMLSelectElement) {
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/**
 * Restores typed text first. The rest follows in a microtask, after React's inputs have updated and
 * before anything is painted: their update would move the caret to the end.
 */
export function restore(readerState: ReaderState, root: Element): void {
  for (const { place, value, checked } of readerState.typed) {
    const input = at(place, root);
    if (isChoice(input)) {
      if (input.checked !== checked) input.click();
    } else if (isInput(input) && input.value !== value) {
      type(input, value);
    }
  }
  queueMicrotask(() => {
    for (const { place, left, top } of readerState.boxes) at(place, root)?.scrollTo(left, top);
    const element = readerState.focus && at(readerState.focus.place, root);
    if (element instanceof HTMLElement) {
      element.focus({ preventScroll: true });
      if (readerState.focus?.selection && "setSelectionRange" in element) {
        (element as HTMLInputElement).setSelectionRange(...readerState.focus.selection);
      }
    }
    window.scrollTo({
      left: readerState.scroll[0],
      top: readerState.scroll[1],
      behavior: "instant",
    });
  });
}

function isChoice(element: Element | undefined): element is HTMLInputElement {
  return element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type);
}

function isInput(element: Element | undefined): element is Input {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

/** Removes the server's tags that Helmet now renders. The others stay until the first navigation. */
export function removeShellTags(kind: "" | "page"): void {
  for (const tag of document.head.querySelectorAll(`[data-shell="${kind}"]`)) tag.remove();
}

type Moments = {
  /** The new elements are complete; the layout effects below must find them in the page. */
  onComplete: () => void;
  /** React handles events again. */
  onCommit: () => void;
};

function Handover({ onComplete, onCommit, children }: Moments & { children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the first commit
  useInsertionEffect(() => onComplete(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the first commit
  useLayoutEffect(() => onCommit(), []);
  return children;
}

/**
 * Renders `app` in small steps outside the page, which stays usable meanwhile, and then replaces the
 * server's elements at once.
 */
export function mount(root: HTMLElement, app: ReactNode): void {
  const next = root.cloneNode(false) as HTMLElement;
  let readerState: ReaderState | undefined;
  const replaceRoot = () => {
    readerState = capture(root);
    root.replaceWith(next);
  };
  const restoreState = () => {
    removeShellTags("");
    if (readerState) restore(readerState, next);
  };
  startTransition(() =>
    createRoot(next).render(
      <Handover onComplete={replaceRoot} onCommit={restoreState}>
        {app}
      </Handover>,
    ),
  );
}
