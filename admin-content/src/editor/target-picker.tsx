// A page, a book or a category of the store, found as one types and chosen from radio buttons.
import { useState } from "react";
import { Field } from "storefront/kit/form/field.tsx";
import { findTargets } from "#app/api/desk.ts";
import type { DeskRef } from "#app/api/types.ts";
import { editorText as text } from "#app/et/editor.ts";
import type { TargetKind } from "./address.ts";
import { useSearch } from "./use-search.ts";

export function TargetPicker({
  id,
  kind,
  chosen,
  error,
  onChoose,
}: {
  id: string;
  kind: TargetKind;
  chosen: DeskRef | null;
  error?: string | undefined;
  onChoose: (target: DeskRef) => void;
}) {
  const [typed, setTyped] = useState("");
  const search = useSearch(typed, findTargets);
  const found =
    search.state === "found" ? search.found.filter((each) => each.ref.startsWith(`${kind}/`)) : [];
  const isAsked = typed.trim() !== "" || kind === "page";
  return (
    <div className="targets">
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
          // The first Enter takes what was found, the next one sends the form.
          if (event.key !== "Enter" || isChosen) return;
          event.preventDefault();
          if (first && search.isCurrent) onChoose(first);
        }}
      />
      <div role="status">
        {chosen && <p className="targets__chosen">{text.chosen(chosen.title)}</p>}
        {search.state === "failed" && <p className="targets__note">{text.searchFailed}</p>}
        {search.state === "found" && found.length === 0 && isAsked && (
          <p className="targets__note">{text.nothingFound}</p>
        )}
      </div>
      {found.length > 0 && (
        <fieldset className="targets__found">
          <legend className="visually-hidden">{text.found}</legend>
          {found.map((each) => (
            <label key={each.ref} className="target">
              <input
                type="radio"
                className="target__radio"
                name={`${id}-target`}
                checked={chosen?.ref === each.ref}
                onChange={() => onChoose(each)}
              />
              <span className="target__names">
                <span className="target__title">{each.title}</span>
                <span className="target__path">
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
