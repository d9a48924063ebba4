const LETTERS: Record<string, string> = { ß: "ss", æ: "ae", ø: "o", đ: "d", ł: "l" };

/** "Õunad & pirnid!" becomes "ounad-pirnid". Returns "" when nothing remains. */
export function identifierOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[ßæøđł]/g, (letter) => LETTERS[letter] ?? "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replace(/^-+|-+$/g, "");
}

export function isIdentifier(text: string): boolean {
  return /^[a-z0-9-]{1,80}$/.test(text);
}
