// The seam between a text on the screen and the draft that it belongs to.

/** The rich text, as far as a draft needs it. */
export type TextPort = {
  html(): string;
  /** What the text is now, to be named later as what the server has. */
  mark(): unknown;
  /** The server has what was marked. */
  settle(mark: unknown): void;
  /** Shows another text, and takes it for what the server has. */
  load(html: string): void;
};
