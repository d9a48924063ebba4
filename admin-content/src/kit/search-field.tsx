import { useCallback, useEffect, useRef, useState } from "react";
import { Form, useLocation, useNavigation, useSearchParams } from "react-router";
import { Field } from "storefront/kit/form/field.tsx";
import { withParameter } from "./search-of.ts";

const PAUSE_MS = 250;

export function SearchField({ label }: { label: string }) {
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
    setQuery(withParameter("q", wanted), { replace: true, preventScrollReset: true });
  }, [wanted, setQuery]);
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
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Before the click on a link, whose navigation a later search would cancel.
        onBlur={send}
      />
    </Form>
  );
}
