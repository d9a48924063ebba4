import { useId, useState } from "react";
import { shared } from "#app/et/strings.ts";
import { Button } from "#app/kit/button.tsx";

/** A longer description (characters of HTML) is cut. The server's template has the same number. */
export const LONG = 600;

export function Description({ html }: { html: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const long = [...html].length > LONG;
  return (
    <section aria-label={shared.descriptionLabel}>
      <div
        id={id}
        className={`description__text prose${long ? " description__text--long" : ""}`}
        data-open={open || undefined}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {long && (
        <Button
          className="description__toggle"
          look="quiet"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? shared.readLess : shared.readMore}
        </Button>
      )}
    </section>
  );
}
