// Asks a visitor once about cookies. Both choices look the same.
import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { shared } from "#app/et/strings.ts";
import { Button } from "#app/kit/button.tsx";
import { setConsent } from "./consent.ts";

export function ConsentBanner() {
  return (
    <section className="consent" aria-label={shared.consentLabel}>
      <p className="consent__text">
        {shared.consentText} <Link to={paths.privacy}>{shared.consentMore}</Link>
      </p>
      <div className="consent__actions">
        <Button size="small" onClick={() => setConsent(false)}>
          {shared.consentRefuse}
        </Button>
        <Button size="small" onClick={() => setConsent(true)}>
          {shared.consentAccept}
        </Button>
      </div>
    </section>
  );
}
