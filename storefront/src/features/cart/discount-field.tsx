import { useEffect, useRef } from "react";
import type { FetcherWithComponents } from "react-router";
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import { setDiscountCode } from "#app/cart/cart.ts";
import { cartStrings as text } from "#app/et/screens/cart.ts";
import { strings } from "#app/et/strings.ts";
import { IconButton } from "#app/kit/button.tsx";
import { CodeForm, type CodeResult, codeOf } from "#app/kit/form/code-form.tsx";
import { Icon } from "#app/kit/icon.tsx";

export async function discountAction({ request }: { request: Request }): Promise<CodeResult> {
  try {
    const code = await codeOf(request);
    setDiscountCode((await api("GET /discounts/{code}", { path: { code } })).discountCode);
    return { error: null };
  } catch (error) {
    if (isApiError(error, 404)) return { error: text.discountNotFound };
    return {
      error: isApiError(error, 429) ? strings.common.tooManyRequests : text.discountFailed,
    };
  }
}

export function DiscountField({
  fetcher,
  code,
  percentage,
  loggedIn,
}: {
  fetcher: FetcherWithComponents<CodeResult>;
  code: string | null;
  /** Percent off by the code, once the quote is loaded. */
  percentage: number | null;
  loggedIn: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const changed = useRef(false);
  useEffect(() => {
    if (fetcher.state === "submitting") changed.current = true;
  }, [fetcher.state]);

  // The field and the code replace each other; after a change made here, focus moves to the new one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the code changes
  useEffect(() => {
    if (!changed.current) return;
    changed.current = false;
    box.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [code]);

  return (
    <div ref={box}>
      <p className="visually-hidden" role="status">
        {code !== null && text.discountAdded}
      </p>
      {code !== null ? (
        <div className="cart__code">
          <Icon name="tag" />
          <span>{percentage === null ? code : text.discountApplied(code, percentage)}</span>
          <IconButton
            icon="close"
            label={text.discountRemove}
            onClick={() => {
              changed.current = true;
              setDiscountCode(null);
            }}
          />
        </div>
      ) : (
        <CodeForm
          fetcher={fetcher}
          id="cart-discount"
          label={text.discountLabel}
          hint={loggedIn ? undefined : text.discountLoggedOut}
          disabled={!loggedIn}
          button={text.discountAdd}
        />
      )}
    </div>
  );
}
