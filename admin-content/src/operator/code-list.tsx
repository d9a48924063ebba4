// Codes that were just made, with the ways to take them along.
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "storefront/kit/button.tsx";
import { operatorStrings as text } from "#app/et/operator/common.ts";
import { CopyButton } from "./copy-button.tsx";
import { csvFile, saveFile } from "./download.ts";

type Props = {
  title: string;
  label: string;
  codes: string[];
  fileName: string;
  /** Lines of the CSV file, the names of the columns first. */
  rows: string[][];
  note: ReactNode;
  actions?: ReactNode;
};

export function CodeList({ title, label, codes, fileName, rows, note, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus has disappeared.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h2 className="desk-title-3 desk-gap-4" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {note}
      <div className="desk-buttons">
        <CopyButton content={codes.join("\n")} />
        <Button onClick={() => saveFile(fileName, csvFile(rows))}>{text.downloadCsv}</Button>
        {actions}
      </div>
      <ol className="op-codes" aria-label={label}>
        {codes.map((code) => (
          <li key={code} className="op-code">
            {code}
          </li>
        ))}
      </ol>
    </>
  );
}
