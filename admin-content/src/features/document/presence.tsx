// Shows who else has the document open. Revisions guard the text itself.
import { useEffect, useState } from "react";
import { api } from "storefront/api/client.ts";
import { documentText as text } from "#app/et/document.ts";

const EVERY_MS = 10_000;

export function Presence({ id, session }: { id: string; session: string }) {
  const [names, setNames] = useState("");
  useEffect(() => {
    const stop = new AbortController();
    const tell = async () => {
      try {
        const { others } = await api("POST /desk/items/{id}/presence", {
          path: { id },
          body: { editing: session },
          signal: stop.signal,
        });
        if (!stop.signal.aborted) setNames([...new Set(others.map(({ name }) => name))].join(", "));
      } catch {
        // The next call tries again. Saving reports a lost network or session.
      }
    };
    void tell();
    const timer = setInterval(tell, EVERY_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [id, session]);
  return <div role="status">{names && <p className="desk-presence">{text.writing(names)}</p>}</div>;
}
