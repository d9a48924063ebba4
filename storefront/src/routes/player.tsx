import { useCallback, useEffect, useState } from "react";
import { useBlocker, useLocation, useNavigate, useParams } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { useFrame } from "#app/api/frame.ts";
import { addToCart } from "#app/cart/cart.ts";
import { Player } from "#app/features/player/player.tsx";
import { loadStyles } from "#app/features/player/styles.ts";
import { RequireUser } from "#app/session/guard/require-user.tsx";
import { endExpiredSession } from "#app/session/logout.ts";

export const handle = { bare: true };

export async function loader(): Promise<null> {
  await loadStyles();
  return null;
}

export function Component() {
  const { id = "" } = useParams();
  return (
    <RequireUser>{({ user }) => <Listen key={id} bookId={id} userId={user.id} />}</RequireUser>
  );
}

/** Whether the page before a reload was one of the store's own. */
function cameFromStore(): boolean {
  return document.referrer.startsWith(`${location.origin}/`);
}

function Listen({ bookId, userId }: { bookId: string; userId: string }) {
  const { config } = useFrame();
  const navigate = useNavigate();
  const { key } = useLocation();
  const [closeSheet, setCloseSheet] = useState<(() => void) | null>(null);
  const onSheet = useCallback((close: (() => void) | null) => setCloseSheet(() => close), []);

  // The Back button first closes an open sheet of the player.
  const blocker = useBlocker(({ historyAction }) => closeSheet !== null && historyAction === "POP");
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    blocker.reset();
    closeSheet?.();
  }, [blocker, closeSheet]);

  return (
    <Player
      bookId={bookId}
      userId={userId}
      mediaUrl={config.dlUrl}
      withVolume={config.platform !== "app"}
      onClose={() => {
        if (key !== "default" || cameFromStore()) navigate(-1);
        else navigate(paths.home, { replace: true });
      }}
      // Without a session RequireUser leads to the login and back.
      onLogin={endExpiredSession}
      onJoin={() => navigate(paths.changePlan("web"))}
      onBuy={() => {
        addToCart(bookId);
        navigate(paths.cart);
      }}
      onSheet={onSheet}
    />
  );
}
