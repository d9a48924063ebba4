// /kaardimakse/{endpoint}/{token}: takes the token out of the address bar before anything is shown.
import { type LoaderFunctionArgs, useLoaderData, useParams, useSearchParams } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { useFrame } from "#app/api/frame.ts";
import { CardFrame, CardScreen } from "#app/features/subscription/card-screen.tsx";
import { planIn } from "#app/features/subscription/pay-path.ts";
import { APP, takeToken, tokenFor, WEB } from "#app/features/subscription/route-token.ts";
import { startedPayment } from "#app/features/subscription/started-payment.ts";
import { RequireUser } from "#app/session/guard/require-user.tsx";
import { endpointOf, type Token } from "#app/subscription/api.ts";

type Data = { token: Token };

export function loader({ params, request }: LoaderFunctionArgs): Response | Data {
  const endpoint = params.endpoint ?? "";
  // The bank returns to the web's address; a payment started in the app continues with the app's token.
  const param = params.token === WEB && startedPayment()?.app ? APP : params.token;
  const clean = takeToken(request, param, (given) => paths.cardPayment(endpoint, given));
  return clean ?? { token: tokenFor(param) };
}

export function Component() {
  const { token } = useLoaderData<typeof loader>() as Data;
  const endpoint = endpointOf(useParams().endpoint);
  const [query] = useSearchParams();
  const { config } = useFrame();
  const plan = planIn(query);
  const screen = (
    <CardScreen
      key={`${endpoint} ${plan}`}
      endpoint={endpoint}
      plan={plan}
      token={token}
      returned={query.get("tehing")}
      config={config}
    />
  );
  return (
    <CardFrame endpoint={endpoint}>
      {token ? screen : <RequireUser>{() => screen}</RequireUser>}
    </CardFrame>
  );
}
