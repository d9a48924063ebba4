// Titles and thumbnails of the targets of a text. The text has only lasting ids.
import { createListeners } from "storefront/kit/listeners.ts";
import type { DeskImage, DeskRef } from "#app/api/types.ts";

export class Refs {
  #known = new Map<string, DeskRef>();
  #listeners = createListeners();

  constructor(refs: DeskRef[] = []) {
    for (const each of refs) this.#known.set(each.ref, each);
  }

  /** By `page/UUID`, `book/UUID`, `category/UUID` or `image/UUID`. */
  find = (ref: string): DeskRef | undefined => this.#known.get(ref);

  add = (refs: DeskRef[]): void => {
    const news = refs.filter(
      (each) => JSON.stringify(each) !== JSON.stringify(this.#known.get(each.ref)),
    );
    if (news.length === 0) return;
    for (const each of news) this.#known.set(each.ref, each);
    this.#listeners.notify();
  };

  all = (): DeskRef[] => [...this.#known.values()];

  subscribe = this.#listeners.subscribe;
}

export function refOfImage({ id, name, url }: DeskImage): DeskRef {
  return { ref: `image/${id}`, title: name, path: null, imageUrl: url, live: true };
}
