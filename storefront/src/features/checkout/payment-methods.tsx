import { useEffect, useState } from "react";
import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { isApiError } from "#app/api/errors.ts";
import { failureText } from "#app/api/failure-text.ts";
import type { Checkout, Config, PaymentMethod } from "#app/api/types.ts";
import { euro } from "#app/et/format.ts";
import { checkoutStrings as text } from "#app/et/screens/checkout.ts";
import { Checkbox } from "#app/kit/form/field.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { toast } from "#app/kit/toast.tsx";
import { SellerNote } from "#app/layout/screen/seller-note.tsx";
import { leaveToPay, methodUrl, storeConsent } from "./checkout.ts";

/** The order, the consent and the ways to pay. */
export function PaymentMethods({ checkout, config }: { checkout: Checkout; config: Config }) {
  /** Whether the buyer may give up the right of withdrawal. */
  const asksConsent = config.withdrawal === "by-consent";
  const { banklinks, cards } = checkout.paymentMethods;
  const [opening, setOpening] = useState(false);
  const [consent, setConsent] = useState(false);

  // The Back button from the bank shows this page as it was left.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && setOpening(false);
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);

  const choose = async (method: PaymentMethod) => {
    const url = methodUrl(method.url);
    if (opening || !url) return;
    setOpening(true);
    try {
      if (asksConsent && !(await storeConsent(checkout, consent))) {
        location.reload();
        return;
      }
    } catch (error) {
      if (!isApiError(error)) throw error;
      setOpening(false);
      toast(failureText(text.startFailed, error), { kind: "danger" });
      return;
    }
    leaveToPay(checkout);
    location.assign(url);
  };
  const groups = [
    { label: text.banklinks, methods: banklinks },
    { label: text.cards, methods: cards },
  ].filter(({ methods }) => methods.length > 0);

  return (
    <>
      <div className="panel">
        <p className="note">{text.orderNumber(checkout.orderNumber)}</p>
        <ul className="line-items">
          {checkout.lines.map((line) => (
            <li key={line.bookId}>
              <span>{line.title}</span>
              <span className="amount">{euro(line.price)}</span>
            </li>
          ))}
        </ul>
        <p className="line-total">
          <span>{text.amount}</span>
          <strong>{euro(checkout.amount)}</strong>
        </p>
        <SellerNote seller={config.seller} />
      </div>
      {asksConsent && groups.length > 0 && (
        <div>
          <Checkbox
            label={text.consent}
            checked={consent}
            disabled={opening}
            onChange={(event) => setConsent(event.target.checked)}
          />
          <p className="note">{text.withoutConsent}</p>
        </div>
      )}
      {groups.length === 0 && <p className="muted">{text.noMethods}</p>}
      {groups.length > 0 && <h2>{text.orderAndPay}</h2>}
      {groups.map(({ label, methods }) => (
        <section key={label} className="stack" aria-label={label}>
          <h3 className="panel__title">{label}</h3>
          <ul className="payment__methods">
            {methods.map((method) => (
              <li key={method.name}>
                <button
                  type="button"
                  className="payment__method"
                  aria-disabled={opening || undefined}
                  onClick={() => choose(method)}
                >
                  {method.logo_url ? (
                    <img
                      src={method.logo_url}
                      alt={text.payWith(method.name)}
                      width={120}
                      height={48}
                    />
                  ) : (
                    text.payWith(method.name)
                  )}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="payment__state muted" role="status">
        {opening ? text.opening : ""}
      </p>
      <p className="with-icon note">
        <Icon name="lock" />
        {text.safe}
      </p>
      <p>
        <Link to={paths.cart}>{text.backToCart}</Link>
      </p>
    </>
  );
}
