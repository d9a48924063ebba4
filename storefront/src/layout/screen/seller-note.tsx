import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { consentStrings as text } from "#app/et/screens/checkout.ts";

/** The seller, and the links to the terms and the withdrawal, as shown before a payment. */
export function SellerNote({ seller }: { seller: string }) {
  return (
    <p className="note">
      {text.seller}: {seller}
      <br />
      <Link to={paths.terms}>{text.terms}</Link>
      {" · "}
      <Link to={paths.withdrawal}>{text.withdrawal}</Link>
    </p>
  );
}
