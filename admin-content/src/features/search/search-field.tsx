// A search that stands in the address (?q=): the list follows as one types, and Back finds it again.
import { useCallback, useEffect, useRef, useState } from "react";
import { Form, useLocation, useNavigation, useSearchParams } from "react-router";
import { Field } from "storefront/kit/form/field.tsx";

const PAUSE_MS = 250;

export function SearchField({ label }: { label: string }) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get("q") ?? "";
  const [typed, setTyped] = useState(asked);
  const sent = useRef(asked);
  useEffect(() => {
    // What was typed here comes round in the address; anything else came from outside.
    if (asked === sent.current) return;
    sent.current = asked;
    setTyped(asked);
  }, [asked]);
  // A late search must not call off the way to another screen.
  const here = useLocation().pathname;
  const next = useNavigation().location?.pathname ?? here;
  const leaving = next !== here;
  const wanted = typed.trim();
  const send = useCallback(() => {
    if (wanted === sent.current) return;
    sent.current = wanted;
    setQuery(
      (now) => {
        if (wanted) now.set("q", wanted);
        else now.delete("q");
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [wanted, setQuery]);
  useEffect(() => {
    if (leaving || wanted === sent.current) return;
    const timer = setTimeout(send, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, leaving, send]);
  return (
    <Form className="search" role="search" onSubmit={(event) => event.preventDefault()}>
      <Field
        type="search"
        icon="search"
        label={label}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Before the click that leads on, which a search in the same moment would call off.
        onBlur={send}
      />
    </Form>
  );
}
