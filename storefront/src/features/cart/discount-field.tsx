// The cart's discount code: a field with 'Lisa', or the code that counts and a way to take it off.
import { type FormEvent, useState } from "react";
import { isApiError } from "#app/api/errors.ts";
import { cartStrings } from "#app/et/cart.ts";
import { strings } from "#app/et/strings.ts";
import { Button, IconButton } from "#app/kit/button.tsx";
import { Field } from "#app/kit/field.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { toast } from "#app/kit/toast.tsx";
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

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get("discountCode") ?? "").trim();
    if (!wanted || pending) return;
    setPending(true);
    setError(null);
    try {
      const { discountCode } = await findDiscount(wanted);
      setDiscountCode(discountCode);
      toast(text.discountAdded, { kind: "success" });
    } catch (reason) {
      setError(isApiError(reason, 404) ? text.discountNotFound : failure(reason));
    }
    setPending(false);
  };

  if (code !== null) {
    return (
      <div className="cart__code">
        <Icon name="tag" />
        <span>{percentage === null ? code : text.discountApplied(code, percentage)}</span>
        <IconButton
          icon="close"
          label={text.discountRemove}
          onClick={() => setDiscountCode(null)}
        />
      </div>
    );
  }
  return (
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
  );
}

function failure(error: unknown): string {
  if (isApiError(error, 429)) return strings.common.tooManyRequests;
  return text.discountFailed;
}
