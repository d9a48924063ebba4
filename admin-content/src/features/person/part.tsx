import { type ReactNode, useId, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { personStrings as text } from "#app/et/operator/person.ts";

/** A part of the screen. With an id it can take the focus when something in it has disappeared. */
export function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className="op-part" id={id} tabIndex={id ? -1 : undefined} aria-labelledby={heading}>
      <h2 className="desk-title-3" id={heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The first rows of a long list, and a button for all. */
export function useFirst<Row>(rows: Row[], most: number): [Row[], ReactNode] {
  const [all, setAll] = useState(false);
  if (all || rows.length <= most) return [rows, null];
  return [
    rows.slice(0, most),
    <Button key="more" onClick={() => setAll(true)}>
      {text.more(rows.length)}
    </Button>,
  ];
}
