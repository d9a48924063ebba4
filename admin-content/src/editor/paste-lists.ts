// Word copies a list as paragraphs with a bullet before each. This makes them lists again.

const SIGN = "[style*='mso-list:Ignore'], [style*='mso-list: Ignore']";

type ListItem = { level: number; isOrdered: boolean; paragraph: HTMLElement };

function itemOf(element: Element): ListItem | null {
  const style = element.getAttribute("style") ?? "";
  const level = /mso-list:\s*l\d+\s+level(\d+)/i.exec(style)?.[1];
  if (!level) return null;
  const sign = element.querySelector(SIGN)?.textContent?.replace(/[\s\u00a0]/g, "") ?? "";
  return {
    level: Number(level),
    isOrdered: /^\(?(?:\d+|[a-z]|[ivxlc]+)[.)]/i.test(sign),
    paragraph: element as HTMLElement,
  };
}

export function listsOf(body: HTMLElement): void {
  let open: { level: number; list: HTMLElement }[] = [];
  let last: Element | null = null;
  for (const element of [...body.querySelectorAll("p, h1, h2, h3, h4, h5, h6")]) {
    const item = itemOf(element);
    if (!item) continue;
    // Only neighbours are one list.
    if (last && last !== element.previousElementSibling) open = [];
    open = open.filter(({ level }) => level <= item.level);
    let current = open.at(-1);
    if (!current || current.level < item.level) {
      const list = body.ownerDocument.createElement(item.isOrdered ? "ol" : "ul");
      const above = current?.list.lastElementChild;
      if (above) above.append(list);
      else element.before(list);
      current = { level: item.level, list };
      open.push(current);
    }
    element.querySelector(SIGN)?.remove();
    const made = body.ownerDocument.createElement("li");
    const paragraph = body.ownerDocument.createElement("p");
    paragraph.append(...element.childNodes);
    made.append(paragraph);
    current.list.append(made);
    element.remove();
    last = open[0]?.list ?? null;
  }
}
