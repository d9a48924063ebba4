// The preview beside the text: its address, when it opens by itself, what becomes of it when it is closed.
import { useCallback, useEffect, useState } from "react";
import { isApiError } from "storefront/api/errors.ts";
import { stored } from "storefront/kit/stored.ts";
import { toast } from "storefront/kit/toast.tsx";
import { previewDocument } from "#app/api/documents.ts";
import type { DeskPreview, Kind } from "#app/api/types.ts";
import { previewText as text } from "#app/et/document.ts";
import { requestLogin, withLogin } from "#app/session/with-login.ts";
import type { DocumentCopy } from "./document-copy.ts";

/** Where it stands beside the text; the same width as in the styles. */
const BESIDE = "(min-width: 1200px)";
/** What is a part of the front page is best seen there. */
const OPENS_ITSELF: Kind[] = ["announcement", "section", "slider"];

const closed = stored<boolean>(
  "heliriiul.desk.preview",
  (kept) => kept === "closed",
  (isClosed) => (isClosed ? "closed" : null),
);

/** The editor closed it: it does not come by itself again. One that never does so has nothing to remember. */
export function rememberClosed(kind: Kind, isClosed: boolean): void {
  if (OPENS_ITSELF.includes(kind)) closed.set(isClosed);
}

export function usePreview(copy: DocumentCopy) {
  const { id, kind } = copy.getSnapshot().remote;
  const [shown, setShown] = useState<DeskPreview | null>(null);
  const [opening, setOpening] = useState(false);
  const [coming, setComing] = useState(
    () => OPENS_ITSELF.includes(kind) && !closed.get() && matchMedia(BESIDE).matches,
  );
  /** How many times the editor opened it. It takes the focus then, not when it opens by itself. */
  const [requests, setRequests] = useState(0);

  useEffect(() => {
    if (!coming) return;
    let isHere = true;
    previewDocument(id)
      .then((found) => isHere && setShown(found))
      // Nobody asked for it; the button tells what is wrong.
      .catch(() => {})
      .finally(() => isHere && setComing(false));
    return () => {
      isHere = false;
    };
  }, [id, coming]);

  const isShown = shown !== null;
  const refresh = useCallback(async () => {
    if (!isShown) return;
    const found = await previewDocument(id).catch(() => null);
    // It may have been closed meanwhile.
    if (found) setShown((now) => now && found);
  }, [id, isShown]);
  const open = async () => {
    if (opening) return;
    setOpening(true);
    try {
      // The link shows what is saved. What cannot be saved is told at its field, and seen in the frame.
      if ((await copy.autosaveNow()) === "session") {
        if (!(await requestLogin())) return;
        await copy.autosaveNow();
      }
      setShown(await withLogin(() => previewDocument(id)));
      setRequests((times) => times + 1);
      rememberClosed(kind, false);
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast(text.failed, { kind: "danger" });
    } finally {
      setOpening(false);
    }
  };
  return {
    shown,
    opening,
    /** Whether there is room to leave for it. */
    hasRoom: coming || isShown,
    requests,
    open,
    /** Another address: the one before is over, or the page has moved. */
    refresh,
    close: useCallback(() => setShown(null), []),
  };
}
