// The state of the preview next to the form: its address, and whether it opens by itself.
import { useCallback, useEffect, useState } from "react";
import { isApiError } from "storefront/api/errors.ts";
import { stored } from "storefront/kit/stored.ts";
import { toast } from "storefront/kit/toast.tsx";
import { previewDocument } from "#app/api/calls.ts";
import type { DeskPreview, Kind } from "#app/api/types.ts";
import { previewText as text } from "#app/et/document.ts";
import { usePending } from "#app/kit/use-pending.ts";
import { requestLogin, withLogin } from "#app/session/with-login.ts";
import type { DocumentCopy } from "./document-copy.ts";

/** From this width the preview is next to the form. The styles have the same width. */
const BESIDE = "(min-width: 1200px)";
/** Parts of the front page. */
const OPENS_ITSELF: Kind[] = ["announcement", "section", "slider"];

const closed = stored<boolean>(
  "heliriiul.desk.preview",
  (text) => text === "closed",
  (isClosed) => (isClosed ? "closed" : null),
);

/** Whether the editor has closed the preview, so that it does not open by itself again. */
export function rememberClosed(kind: Kind, isClosed: boolean): void {
  if (OPENS_ITSELF.includes(kind)) closed.set(isClosed);
}

export function usePreview(copy: DocumentCopy) {
  const { id, kind } = copy.getSnapshot().remote;
  const [shown, setShown] = useState<DeskPreview | null>(null);
  const [opensItself, setOpensItself] = useState(
    () => OPENS_ITSELF.includes(kind) && !closed.get() && matchMedia(BESIDE).matches,
  );
  /** How many times the editor opened it. It takes the focus then, not when it opens by itself. */
  const [requests, setRequests] = useState(0);

  useEffect(() => {
    if (!opensItself) return;
    let isMounted = true;
    previewDocument(id)
      .then((found) => isMounted && setShown(found))
      // No message: the editor did not ask for this preview. The button reports errors.
      .catch(() => {})
      .finally(() => isMounted && setOpensItself(false));
    return () => {
      isMounted = false;
    };
  }, [id, opensItself]);

  const isShown = shown !== null;
  const refresh = useCallback(async () => {
    if (!isShown) return;
    const found = await previewDocument(id).catch(() => null);
    // The editor may have closed the preview meanwhile.
    if (found) setShown((now) => now && found);
  }, [id, isShown]);
  const [opening, open] = usePending(async () => {
    try {
      // The link shows only saved text. Invalid fields are reported in the form, and the frame shows them.
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
    }
  });
  return {
    shown,
    opening,
    /** Whether the screen has room for the preview. */
    hasRoom: opensItself || isShown,
    requests,
    open,
    /** Gets a new address, after the old one has expired or the page was renamed. */
    refresh,
    close: useCallback(() => setShown(null), []),
  };
}
