// The search above the list: a GET form without JavaScript, a search while typing with it.
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
  /** The current search, "" for none. */
  search: string;
  onSearch: (search: string) => void;
}) {
  const [text, setText] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(search);
  useEffect(() => {
    // A search from this box returns as a prop; any other change came from outside (Back, a link).
    if (search === asked.current) return;
    asked.current = search;
    setText(search);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A late search must not cancel the navigation to a book clicked in the meantime.
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
