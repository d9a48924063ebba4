import { api } from "storefront/api/client.ts";
import type { Body, Document } from "#app/api/types.ts";
import { withLogin } from "#app/session/with-login.ts";
import { controlId } from "#app/working-copy/fields.ts";
import type { Kind, Outcome, WorkingState } from "#app/working-copy/types.ts";
import { WorkingCopy } from "#app/working-copy/working-copy.ts";
import { bodyOf, type DocumentValues, documentFields, valuesOf } from "./document-fields.ts";

export type Action = "save" | "publish" | "takeDown" | "schedule" | "rename" | "archive";

export type DocumentState = WorkingState<DocumentValues, Document, Action>;

const documentKind: Kind<DocumentValues, Document> = {
  prefix: "document",
  fields: documentFields,
  richText: "content",
  valuesOf,
  versionOf: ({ revision }) => revision,
  save: ({ id, kind }, values, { basedOn, session: editing, step, autosave }) =>
    api("PUT /desk/items/{id}", {
      path: { id },
      body: { basedOn, body: bodyOf(kind, values), editing, step, ...(autosave && { autosave }) },
    }),
  onConflict: "ask",
  autosaves: true,
};

export const fieldId = (place: string) => controlId(documentKind.prefix, place);

export class DocumentCopy extends WorkingCopy<DocumentValues, Document, Action> {
  constructor(document: Document) {
    super(documentKind, document);
  }

  body = (): Body => bodyOf(this.#document().kind, this.values());

  publish = (): Promise<Outcome> =>
    this.#afterSave("publish", ({ id, revision }) =>
      api("POST /desk/items/{id}/publish", { path: { id }, body: { revision } }),
    );

  /** Schedules publishing and taking down. Saves unsaved changes first if the document will be published. */
  schedule = (publishAt: string | null, takeDownAt: string | null): Promise<Outcome> => {
    const call = ({ id, revision }: Document) =>
      api("POST /desk/items/{id}/schedule", {
        path: { id },
        body: { revision, publishAt, takeDownAt },
      });
    return publishAt ? this.#afterSave("schedule", call) : this.#withoutSave("schedule", call);
  };

  archive = (): Promise<Outcome> =>
    this.#afterSave("archive", ({ id }) => api("POST /desk/items/{id}/archive", { path: { id } }));

  unarchive = (): Promise<Outcome> =>
    this.#withoutSave("archive", ({ id }) =>
      api("POST /desk/items/{id}/unarchive", { path: { id } }),
    );

  rename = (identifier: string): Promise<Outcome> =>
    this.#withoutSave("rename", ({ id }) =>
      api("PUT /desk/items/{id}/identifier", { path: { id }, body: { identifier } }),
    );

  takeDown = (): Promise<Outcome> =>
    this.#withoutSave("takeDown", async (document) => {
      const { id, publishedRevision: revision } = document;
      if (revision === null) return document;
      return api("POST /desk/items/{id}/take-down", { path: { id }, body: { revision } });
    });

  /** Continues with the editor's own text. The next save overwrites the other text. */
  keepMine = (): void => this.resolve({});

  /** Continues with the other text. Saves the own text before it, so that both are in the history. */
  takeTheirs = (): Promise<Outcome> =>
    this.run(
      "save",
      async () => {
        const { conflict, dirty } = this.getSnapshot();
        if (!conflict) return "done";
        let newest = conflict.remote;
        if (dirty) {
          const mine = await this.send(conflict.mine, newest.revision);
          newest = await this.send(conflict.theirs, mine.revision);
        }
        this.load(newest);
        return "done";
      },
      { duringConflict: true },
    );

  #document(): Document {
    return this.getSnapshot().remote;
  }

  #afterSave(action: Action, call: (document: Document) => Promise<Document>): Promise<Outcome> {
    return this.run(action, async () => {
      const saved = await this.push();
      return saved === "done" ? this.#call(call) : saved;
    });
  }

  #withoutSave(action: Action, call: (document: Document) => Promise<Document>): Promise<Outcome> {
    return this.run(action, () => this.#call(call));
  }

  async #call(call: (document: Document) => Promise<Document>): Promise<Outcome> {
    this.receiveState(await withLogin(() => call(this.#document())));
    return "done";
  }
}
