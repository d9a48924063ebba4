// Generated files, and choosing them in a file dialog.
import { crc32, deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";

export type Colour = [red: number, green: number, blue: number];
export const RED: Colour = [200, 30, 40];
export const GREEN: Colour = [20, 140, 60];

/** A PNG of one colour. */
export function png(width: number, height: number, colour: Colour): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits each of red, green and blue.
  head.set([8, 2], 8);
  const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()]);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

export const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer });

export async function choose(
  page: Page,
  button: string,
  file: ReturnType<typeof fileOf> | string,
): Promise<void> {
  const asked = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await asked).setFiles(file);
}
