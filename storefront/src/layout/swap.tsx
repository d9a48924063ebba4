// React takes over the page that the server rendered. The old elements go, so what the reader was
// doing (scroll, focus, typed text) is noted before and put back after, in the same frame. Elements are found by their place in the tree: both sides draw the same tree.
import { type ReactNode, startTransition, useInsertionEffect, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";

type Place = number[];
type Kept = {
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

export function capture(root: Element): Kept {
  const boxes: Kept["boxes"] = [];
  for (const element of root.querySelectorAll("[data-keep-scroll]")) {
    const { scrollLeft: left, scrollTop: top } = element;
    if (left || top) boxes.push({ place: placeOf(element, root), left, top });
  }
  const typed: Kept["typed"] = [];
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

/** Sets a value the way typing does, so that React's controlled inputs hear of it. */
function type(input: Input, value: string) {
  const prototype = Object.getPrototypeOf(input) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(input, value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  if (input instanceof HTMLSelectElement) {
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/**
 * Typed text first, so that React's inputs take it up; the rest in a microtask, when they have, still
 * before anything is painted: their update would send the caret to the end.
 */
export function restore(kept: Kept, root: Element): void {
  for (const { place, value, checked } of kept.typed) {
    const input = at(place, root);
    if (isChoice(input)) {
      if (input.checked !== checked) input.click();
    } else if (isInput(input) && input.value !== value) {
      type(input, value);
    }
  }
  queueMicrotask(() => {
    for (const { place, left, top } of kept.boxes) at(place, root)?.scrollTo(left, top);
    const element = kept.focus && at(kept.focus.place, root);
    if (element instanceof HTMLElement) {
      element.focus({ preventScroll: true });
      if (kept.focus?.selection && "setSelectionRange" in element) {
        (element as HTMLInputElement).setSelectionRange(...kept.focus.selection);
      }
    }
    window.scrollTo({ left: kept.scroll[0], top: kept.scroll[1], behavior: "instant" });
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

/** Helmet draws its own tags from here on. What has no twin there stays until the first move. */
export function removeShellTags(kind: "" | "page"): void {
  for (const tag of document.head.querySelectorAll(`[data-shell="${kind}"]`)) tag.remove();
}

type Moments = {
  /** The new elements are all there; layout effects below must find themselves in the page. */
  onComplete: () => void;
  /** React hears events again. */
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
 * Renders `app` in place of the server's elements. It grows in small steps beside the page, which stays as
 * it is for reader and keyboard meanwhile, and takes its place at once when it is complete.
 */
export function mount(root: HTMLElement, app: ReactNode): void {
  const next = root.cloneNode(false) as HTMLElement;
  let kept: Kept | undefined;
  const takePlace = () => {
    kept = capture(root);
    root.replaceWith(next);
  };
  const goOn = () => {
    removeShellTags("");
    if (kept) restore(kept, next);
  };
  startTransition(() =>
    createRoot(next).render(
      <Handover onComplete={takePlace} onCommit={goOn}>
        {app}
      </Handover>,
    ),
  );
}
