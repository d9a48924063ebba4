const NBSP = "\u00a0";

/** "9,90" and "9.9 €" are 9.9. "" is null (no price), anything else undefined. */
export function parsePrice(text: string): number | null | undefined {
  const bare = text.replace(/[\s\u00a0\u202f]/g, "").replace(/^€|€$/g, "");
  if (bare === "") return null;
  const parts = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(bare);
  if (!parts) return undefined;
  const cents = Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
  return cents / 100;
}

/** "9,90"; "" for no price. */
export function priceText(price: number | null): string {
  return price === null ? "" : price.toFixed(2).replace(".", ",");
}

/** "9,90 €". */
export const euro = (price: number): string => `${priceText(price)}${NBSP}€`;
