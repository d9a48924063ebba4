import { useCallback, useEffect, useRef, useState } from "react";
import { Form, useLocation, useNavigation, useSearchParams } from "react-router";
import { Field } from "storefront/kit/form/field.tsx";
import { withParameter } from "./search-of.ts";

const PAUSE_MS = 250;

type Props = {
  label: string;
  hint?: string;
  /** The parameter of the address that a new search deletes: the page of the list. */
  clears?: string;
};

export function SearchField({ label, hint, clears }: Props) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get("q") ?? "";
  const [typed, setTyped] = useState(asked);
  const sent = useRef(asked);
  useEffect(() => {
    // A value other than the sent one comes from outside, for example from Back.
    if (asked === sent.current) return;
    sent.current = asked;
    setTyped(asked);
  }, [asked]);
  // A late search must not cancel a navigation.
  const here = useLocation().pathname;
  const next = useNavigation().location?.pathname ?? here;
  const leaving = next !== here;
  const wanted = typed.trim();
  const send = useCallback(() => {
    if (wanted === sent.current) return;
    sent.current = wanted;
    const change = (now: URLSearchParams) => {
      if (clears) now.delete(clears);
      return withParameter("q", wanted)(now);
    };
    setQuery(change, { replace: true, preventScrollReset: true });
  }, [wanted, clears, setQuery]);
  useEffect(() => {
    if (leaving || wanted === sent.current) return;
    const timer = setTimeout(send, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, leaving, send]);
  return (
    <Form className="desk-search" role="search" onSubmit={(event) => event.preventDefault()}>
      <Field
        type="search"
        icon="search"
        label={label}
        hint={hint}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Before the click on a link, whose navigation a later search would cancel.
        onBlur={send}
      />
    </Form>
  );
}
