// Sends what an earlier session could not, when the store is opened again outside the player.
import { getPosition, postReport, putPosition } from "./api.ts";
import { wallClock } from "./clock.ts";
import { createOutbox } from "./outbox.ts";
import { booksWithUnsentPosition, createPositions } from "./positions.ts";

export async function sendUnsent(userId: string): Promise<void> {
  await createOutbox({ userId, post: postReport }).flush();
  for (const bookId of booksWithUnsentPosition(userId)) {
    const positions = createPositions({
      bookId,
      userId,
      clock: wallClock,
      get: () => getPosition(bookId),
      put: (saved, keepalive) => putPosition(bookId, saved, keepalive),
      // Nothing is playing, so the server's position is accepted without a question.
      isLeap: () => true,
      onNewerPosition: () => {},
    });
    await positions.load();
  }
}
