// What an earlier listening could not send: sent when the store is opened again, before any player is.
import { getPosition, postReport, putPosition } from "./api.ts";
import { wallClock } from "./clock.ts";
import { createOutbox } from "./outbox.ts";
import { createPositions, unsentBooks } from "./positions.ts";

export async function sendLeftovers(userId: string): Promise<void> {
  await createOutbox({ userId, post: postReport }).flush();
  for (const bookId of unsentBooks(userId)) {
    const positions = createPositions({
      bookId,
      userId,
      clock: wallClock,
      get: () => getPosition(bookId),
      put: (saved, keepalive) => putPosition(bookId, saved, keepalive),
      // With nobody listening the server's place is taken as it is.
      isLeap: () => true,
      onWinner: () => {},
    });
    await positions.open();
  }
}
