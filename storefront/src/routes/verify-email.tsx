// /verify-email?token=…&trial=true: takes the token out of the address bar before anything is shown.
import { useState } from "react";
import { type LoaderFunctionArgs, replace, useSearchParams } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { getCart } from "#app/cart/cart.ts";
import { verifyToken } from "#app/features/auth/link-token.ts";
import { VerifyScreen } from "#app/features/auth/verify-screen.tsx";
import { trialIntent, trialPath } from "#app/session/guard/trial-intent.ts";

export function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const token = url.searchParams.get("token");
  if (!token) return null;
  verifyToken.set(token);
  url.searchParams.delete("token");
  return replace(url.pathname + url.search);
}

export function Component() {
  const [query] = useSearchParams();
  // A repeated email may lack `trial`, but this browser remembers it.
  const [afterwards] = useState(() =>
    query.get("trial") === "true" || trialIntent.get() !== null ? trialPath() : paths.home,
  );
  return <VerifyScreen next={getCart().books.length > 0 ? paths.cart : afterwards} />;
}
