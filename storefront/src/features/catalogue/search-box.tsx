// The search above the list. A plain GET form without JavaScript; with it, it searches as one types.
import { useEffect, useRef, useState } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { shared } from "#app/et/strings.ts";
import { Icon } from "#app/kit/icon.tsx";
import { SEARCH_DEBOUNCE_MS, SEARCH_MIN } from "./list-query.ts";

export function SearchBox({
  search,
  onSearch,
}: {
  /** What is searched now, "" for nothing. */
  search: string;
  onSearch: (search: string) => void;
}) {
  const [text, setText] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(search);
  useEffect(() => {
    // What was asked here comes round as a prop; anything else came from outside (back, a link).
    if (search === asked.current) return;
    asked.current = search;
    setText(search);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A book that was clicked meanwhile is where the reader goes; a late search must not call the way off.
  const here = useLocation().pathname;
  const next = useNavigation().location?.pathname ?? here;
  const leaving = useRef(false);
  leaving.current = next !== here && next !== paths.books;

  const send = (value: string) => {
    const wanted = value.trim();
    if (wanted === asked.current) return;
    if (wanted !== "" && wanted.length < SEARCH_MIN) return;
    asked.current = wanted;
    onSearch(wanted);
  };
  return (
    <Form
      className="search"
      role="search"
      action={paths.books}
      onSubmit={(event) => {
        event.preventDefault();
        clearTimeout(timer.current);
        send(text);
      }}
    >
      <label className="visually-hidden" htmlFor="otsing">
        {shared.searchLabel}
      </label>
      <Icon name="search" className="search__icon" />
      <input
        className="search__input"
        id="otsing"
        name="q"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        placeholder={shared.searchLabel}
        maxLength={100}
        value={text}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setText(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            if (!leaving.current) send(value);
          }, SEARCH_DEBOUNCE_MS);
        }}
      />
    </Form>
  );
}
