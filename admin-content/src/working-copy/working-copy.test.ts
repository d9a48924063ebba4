import { ApiError } from "storefront/api/errors.ts";
import { describe, expect, it } from "vitest";
import { booleanField, type FieldTable, readValues, textField } from "./fields.ts";
import type { Kind } from "./types.ts";
import { WorkingCopy } from "./working-copy.ts";

type Values = { name: string; slug: string; isShown: boolean };
type Thing = Values & { version: number };

const fields: FieldTable<Values> = {
  name: textField("Nimi", { check: (name) => (name ? undefined : "required") }),
  slug: textField("Aadress"),
  isShown: booleanField("Nähtav"),
};

it("does not compile with a field that its table has forgotten", () => {
  // @ts-expect-error `isShown` has no row.
  const forgotten: FieldTable<Values> = { name: fields.name, slug: fields.slug };
  // @ts-expect-error A row for a text where the value is a boolean.
  const wrong: FieldTable<Values> = { ...fields, isShown: textField("Nähtav") };
  // @ts-expect-error A row for no field.
  const unknown: FieldTable<Values> = { ...fields, extra: textField("Muu") };
  expect([forgotten, wrong, unknown]).toHaveLength(3);
});

it("reads stored values when each has its type, and leaves out the rest", () => {
  const stored = { name: "a", slug: "b", isShown: true, session: "x" };
  expect(readValues(fields, stored)).toEqual({ name: "a", slug: "b", isShown: true });
  for (const wrong of [null, {}, { ...stored, isShown: "jah" }, { ...stored, slug: undefined }]) {
    expect(readValues(fields, wrong)).toBeNull();
  }
});

/** A server with one thing, in which another may save between two saves. */
function begin() {
  const opened: Thing = { name: "a", slug: "a", isShown: true, version: 1 };
  const server = { thing: opened, saves: [] as Values[] };
  const kind: Kind<Values, Thing> = {
    prefix: "thing",
    fields,
    valuesOf: ({ name, slug, isShown }) => ({ name, slug, isShown }),
    versionOf: ({ version }) => version,
    save: async (_, values, { basedOn }) => {
      const current = server.thing;
      if (basedOn !== current.version) {
        const type = "/problems/stale-revision";
        throw new ApiError({ type, title: "", status: 409, code: "stale-revision", current });
      }
      server.saves.push(values);
      server.thing = { ...values, version: current.version + 1 };
      return server.thing;
    },
    onConflict: "mine",
  };
  const copy = new WorkingCopy<Values, Thing>(kind, opened);
  const anotherSaves = (change: Partial<Values>) => {
    server.thing = { ...server.thing, ...change, version: server.thing.version + 1 };
  };
  return { copy, server, anotherSaves, state: () => copy.getSnapshot() };
}

describe("when another has saved", () => {
  it("takes untouched fields from the other and keeps one's own", async () => {
    const { copy, server, anotherSaves } = begin();
    anotherSaves({ name: "b", slug: "b" });
    copy.edit({ isShown: false });
    expect(await copy.save()).toBe("done");
    expect(server.saves).toEqual([{ name: "b", slug: "b", isShown: false }]);
  });

  it("stops at a field that both changed, unless to the same, and then saves over it", async () => {
    const { copy, server, anotherSaves, state } = begin();
    anotherSaves({ name: "t", slug: "x" });
    copy.edit({ name: "m", slug: "x" });
    expect(await copy.save()).toBe("stale");
    expect(state()).toMatchObject({ dirty: true, attempt: 1, overwritten: { name: "t" } });
    expect(Object.keys(state().overwritten)).toEqual(["name"]);
    expect(await copy.save()).toBe("done");
    expect(server.saves).toEqual([{ name: "m", slug: "x", isShown: true }]);
    expect(state()).toMatchObject({ dirty: false, overwritten: {} });
  });

  it("forgets the other's value when the field is edited", async () => {
    const { copy, anotherSaves, state } = begin();
    anotherSaves({ name: "t" });
    copy.edit({ name: "m" });
    await copy.save();
    copy.edit({ name: "n" });
    expect(state().overwritten).toEqual({});
  });
});
