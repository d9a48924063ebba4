// A media ticket that expires in the middle of a book.
import { advance } from "../clock.ts";
import {
  bar,
  chooseChapter,
  enter,
  heard,
  listen,
  newListener,
  openPlayer,
  place,
  startPlaying,
} from "../listener.ts";
import { expect, test } from "../store.ts";

const TICKET_S = 6 * 3600;

test("an expired ticket is renewed in the middle of a book without a gap in the sound", async ({
  page,
  context,
  request,
  allowed,
}) => {
  // The server refuses the old ticket.
  allowed.push(401);
  const listener = await newListener(request);
  await enter(context, listener);
  let asked = 0;
  page.on("request", (sent) => {
    if (sent.url().endsWith("/files")) asked++;
  });
  await openPlayer(page, listener);
  await startPlaying(page);
  expect(asked).toBe(1);

  await advance(request, TICKET_S + 60);
  await listen(page);
  const before = await place(page);
  await expect.poll(() => place(page)).toBeGreaterThan(before + 2);

  await chooseChapter(page, 3);
  await expect(page.getByText("Peatükk 3 / 3")).toBeVisible();
  await bar(page).fill("12");
  await expect.poll(() => place(page)).toBeGreaterThan(13);
  expect(asked).toBe(2);
  expect((await heard(page)).quietest).toBeLessThan(1000);
});
