// The cart's discount code: a field with 'Lisa', or the code that counts and a way to take it off.
import { type FormEvent, useEffect, useRef, useState } from "react";
import { isApiError } from "#app/api/errors.ts";
import { cartStrings } from "#app/et/cart.ts";
import { strings } from "#app/et/strings.ts";
import { Button, IconButton } from "#app/kit/button.tsx";
import { Field } from "#app/kit/field.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { setDiscountCode } from "./cart.ts";
import { findDiscount } from "./quote.ts";

const text = cartStrings;

export function DiscountField({
  code,
  percentage,
  loggedIn,
}: {
  code: string | null;
  /** Percent off by the code, once the server has said it. */
  percentage: number | null;
  loggedIn: boolean;
}) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const box = useRef<HTMLDivElement>(null);
  const moved = useRef(false);

  // The field and the code take each other's place; focus goes along instead of getting lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the code has come or gone
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    box.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [code]);

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get("discountCode") ?? "").trim();
    if (!wanted || pending) return;
    setPending(true);
    setError(null);
    try {
      const { discountCode } = await findDiscount(wanted);
      moved.current = true;
      setDiscountCode(discountCode);
    } catch (reason) {
      setError(isApiError(reason, 404) ? text.discountNotFound : failure(reason));
    }
    setPending(false);
  };

  const remove = () => {
    moved.current = true;
    setDiscountCode(null);
  };

  return (
    <div ref={box}>
      <p className="visually-hidden" role="status">
        {code !== null && text.discountAdded}
      </p>
      {code !== null ? (
        <div className="cart__code">
          <Icon name="tag" />
          <span>{percentage === null ? code : text.discountApplied(code, percentage)}</span>
          <IconButton icon="close" label={text.discountRemove} onClick={remove} />
        </div>
      ) : (
        <form className="cart__discount" noValidate onSubmit={add}>
          <Field
            id="cart-discount"
            name="discountCode"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            label={text.discountLabel}
            hint={loggedIn ? undefined : text.discountLoggedOut}
            error={error}
            disabled={!loggedIn}
            onChange={() => setError(null)}
          />
          <Button type="submit" pending={pending} disabled={!loggedIn}>
            {text.discountAdd}
          </Button>
        </form>
      )}
    </div>
  );
}

function failure(error: unknown): string {
  if (isApiError(error, 429)) return strings.common.tooManyRequests;
  return text.discountFailed;
}
