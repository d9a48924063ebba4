// Makes what is on the screen equal to another tree and leaves alone what is equal already: pictures do not
// blink, rows and the page keep the places that they were scrolled to.

/** `to` is used up. */
export function morph(from: Element, to: Element): void {
  copyAttributes(from, to);
  const old = [...from.childNodes];
  const next = [...to.childNodes];
  const isEqual = (a: ChildNode | undefined, b: ChildNode | undefined) =>
    a !== undefined && b !== undefined && a.isEqualNode(b);
  let start = 0;
  while (start < old.length && isEqual(old[start], next[start])) start += 1;
  let end = 0;
  const most = Math.min(old.length, next.length) - start;
  while (end < most && isEqual(old.at(-1 - end), next.at(-1 - end))) end += 1;

  const after = old[old.length - end] ?? null;
  const before = old.slice(start, old.length - end);
  const wanted = next.slice(start, next.length - end);
  for (const [index, node] of wanted.entries()) {
    const there = before[index];
    if (!there) from.insertBefore(node, after);
    else if (isElement(there) && isElement(node) && there.nodeName === node.nodeName) {
      morph(there, node);
    } else there.replaceWith(node);
  }
  for (const node of before.slice(wanted.length)) node.remove();
}

// Not by instanceof: each frame has classes of its own.
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

function copyAttributes(from: Element, to: Element): void {
  for (const name of from.getAttributeNames()) {
    if (!to.hasAttribute(name)) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}
