import { ApiError } from "storefront/api/errors.ts";
import { expect, it, vi } from "vitest";
import type { DeskImage } from "#app/api/types.ts";
import { MAX_IMAGE_BYTES, sendFile } from "#app/api/upload.ts";
import { anImage } from "#app/testing/books.ts";
import { Uploads } from "./uploads.ts";

vi.mock("#app/api/upload.ts", async (original) => ({ ...(await original()), sendFile: vi.fn() }));

const send = vi.mocked(sendFile<"POST /desk/images">);
const file = (name: string, size = 10) =>
  Object.defineProperty(new File(["x"], name), "size", { value: size });
const errors = [{ field: "image", code: "too-many-pixels" }];
const refused = new ApiError({ type: "", title: "", status: 422, code: "validation", errors });

function begin() {
  const added: DeskImage[] = [];
  const idle = vi.fn();
  const uploads = new Uploads(
    (image) => added.push(image),
    idle,
    () => {},
  );
  return { uploads, added, idle, names: () => uploads.getSnapshot().map((each) => each.file.name) };
}

it("sends one after another and removes finished uploads", async () => {
  let uploading = 0;
  send.mockImplementation(async (_, { body: each }) => {
    uploading += 1;
    expect(uploading).toBe(1);
    await Promise.resolve();
    uploading -= 1;
    return anImage({ id: each.name });
  });
  const { uploads, added, idle, names } = begin();
  uploads.add([file("a"), file("b")]);
  uploads.add([file("c")]);
  await expect.poll(() => idle.mock.calls).toContainEqual([3]);
  expect(added.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(names()).toEqual([]);
});

it("keeps what was refused with the reason, goes on with the rest, and tries again", async () => {
  send.mockImplementation(async (_, { body: each }) => {
    if (each.name === "bad") throw refused;
    return anImage({ id: each.name });
  });
  const { uploads, added, idle } = begin();
  uploads.add([file("bad"), file("good")]);
  await expect.poll(() => idle.mock.calls).toContainEqual([1]);
  const [bad] = uploads.getSnapshot();
  expect(bad?.failure).toBe("Pildil on liiga palju piksleid. Vähenda pilti ja proovi uuesti.");
  send.mockImplementation(async (_, { body: each }) => anImage({ id: each.name }));
  uploads.retry(bad?.key ?? 0);
  await expect.poll(() => added.map(({ id }) => id)).toEqual(["good", "bad"]);
});

it("does not begin to send what is too large", async () => {
  send.mockClear();
  const { uploads } = begin();
  uploads.add([file("suur", MAX_IMAGE_BYTES + 1)]);
  expect(uploads.getSnapshot()[0]?.failure).toBe("Pilt on liiga suur. Fail võib olla kuni 20 MB.");
  expect(send).not.toHaveBeenCalled();
});
