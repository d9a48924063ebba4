// Uploads images one after another, in the order in which they were chosen. No React here.
import { createListeners } from "storefront/kit/listeners.ts";
import type { DeskImage } from "#app/api/types.ts";
import { MAX_IMAGE_BYTES, sendFile } from "#app/api/upload.ts";
import { uploadStrings } from "#app/et/images.ts";
import { imageFailure } from "#app/et/upload-failure.ts";
import { withLogin } from "#app/session/with-login.ts";

export type Upload = {
  key: number;
  file: File;
  /** The sent share of the file, 0 to 1; null while the file waits. */
  share: number | null;
  failure: string | null;
};

export class Uploads {
  #list: Upload[] = [];
  #listeners = createListeners();
  #running = false;
  #lastKey = 0;

  constructor(
    private onAdded: (image: DeskImage) => void,
    private onIdle: (added: number) => void,
    private onFailed: (file: File, failure: string) => void,
  ) {}

  getSnapshot = (): Upload[] => this.#list;

  subscribe = this.#listeners.subscribe;

  add(files: File[]): void {
    const made = files.map((file): Upload => {
      this.#lastKey += 1;
      const isTooLarge = file.size > MAX_IMAGE_BYTES;
      const failure = isTooLarge ? uploadStrings.imageTooLarge : null;
      return { key: this.#lastKey, file, share: null, failure };
    });
    this.#set([...this.#list, ...made]);
    void this.#run();
  }

  retry(key: number): void {
    this.#patch(key, { failure: null, share: null });
    void this.#run();
  }

  dismiss(key: number): void {
    this.#set(this.#list.filter((each) => each.key !== key));
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    let added = 0;
    for (;;) {
      const next = this.#list.find(({ failure }) => failure === null);
      if (!next) break;
      const { key, file } = next;
      this.#patch(key, { share: 0 });
      try {
        const onSent = (share: number) => this.#patch(key, { share });
        const upload = { query: { name: file.name }, body: file };
        const image = await withLogin(() => sendFile("POST /desk/images", upload, onSent));
        this.dismiss(key);
        this.onAdded(image);
        added += 1;
      } catch (error) {
        const failure = imageFailure(error);
        this.#patch(key, { share: null, failure });
        this.onFailed(file, failure);
      }
    }
    this.#running = false;
    if (added > 0) this.onIdle(added);
  }

  #patch(key: number, patch: Partial<Upload>): void {
    this.#set(this.#list.map((each) => (each.key === key ? { ...each, ...patch } : each)));
  }

  #set(list: Upload[]): void {
    this.#list = list;
    this.#listeners.notify();
  }
}
