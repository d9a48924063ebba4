// A page, a book or a category of the store, searched while typing and chosen from radio buttons.
import { useState } from "react";
import { api } from "storefront/api/client.ts";
import { Field } from "storefront/kit/form/field.tsx";
import type { DeskRef } from "#app/api/types.ts";
import { editorText as text } from "#app/et/editor.ts";
import { useSearch } from "#app/kit/use-search.ts";
import type { TargetKind } from "./address.ts";

/** Pages, books and categories, best first. All pages for an empty search. */
const findTargets = (q: string, signal: AbortSignal) =>
  api("GET /desk/targets", { query: { q }, signal });

type Props = {
  id: string;
  kind: TargetKind;
  chosen: DeskRef | null;
  error?: string | undefined;
  onChoose: (target: DeskRef) => void;
};

export function TargetPicker({ id, kind, chosen, error, onChoose }: Props) {
  const [typed, setTyped] = useState("");
  const search = useSearch(typed, findTargets);
  const found =
    search.state === "found" ? search.found.filter((each) => each.ref.startsWith(`${kind}/`)) : [];
  const isAsked = typed.trim() !== "" || kind === "page";
  return (
    <div>
      <Field
        id={id}
        type="search"
        icon="search"
        label={text.search[kind]}
        value={typed}
        error={error}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found;
          const isChosen = found.some((each) => each.ref === chosen?.ref);
          // The first Enter chooses the first result, the next one submits the form.
          if (event.key !== "Enter" || isChosen) return;
          event.preventDefault();
          if (first && search.isCurrent) onChoose(first);
        }}
      />
      <div role="status">
        {chosen && <p className="desk-strong">{text.chosen(chosen.title)}</p>}
        {search.state === "failed" && <p className="desk-note">{text.searchFailed}</p>}
        {search.state === "found" && found.length === 0 && isAsked && (
          <p className="desk-note">{text.nothingFound}</p>
        )}
      </div>
      {found.length > 0 && (
        <fieldset className="desk-scroller desk-targets">
          <legend className="visually-hidden">{text.found}</legend>
          {found.map((each) => (
            <label key={each.ref} className="desk-target">
              <input
                type="radio"
                className="desk-radio"
                name={`${id}-target`}
                checked={chosen?.ref === each.ref}
                onChange={() => onChoose(each)}
              />
              <span className="desk-names">
                <span>{each.title}</span>
                <span className="desk-muted">
                  {[each.path, !each.live && text.hidden].filter(Boolean).join(" · ")}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
