// /kaardimakse/{endpoint}/{token}: a token leaves the address bar before anything is shown.
import { type LoaderFunctionArgs, useLoaderData, useParams, useSearchParams } from "react-router";
import { useFrame } from "#app/api/frame.ts";
import { RequireUser } from "#app/features/auth/require-user.tsx";
import { endpointOf, type Token } from "#app/features/packages/api.ts";
import { begunPayment } from "#app/features/packages/begun-payment.ts";
import { CardFrame, CardScreen } from "#app/features/packages/card-screen.tsx";
import { kindIn } from "#app/features/packages/pay-path.ts";
import { APP, takeToken, tokenFor, WEB } from "#app/features/packages/route-token.ts";
import { paths } from "#app/paths.ts";

type Data = { token: Token };

export function loader({ params, request }: LoaderFunctionArgs): Response | Data {
  const endpoint = params.endpoint ?? "";
  // The bank knows one way back: the app's errand goes on although the address is the web's.
  const param = params.token === WEB && begunPayment()?.app ? APP : params.token;
  const clean = takeToken(request, param, (given) => paths.cardPayment(endpoint, given));
  return clean ?? { token: tokenFor(param) };
}

export function Component() {
  const { token } = useLoaderData<typeof loader>() as Data;
  const endpoint = endpointOf(useParams().endpoint);
  const [query] = useSearchParams();
  const { config } = useFrame();
  const kind = kindIn(query);
  const screen = (
    <CardScreen
      key={`${endpoint} ${kind}`}
      endpoint={endpoint}
      kind={kind}
      token={token}
      returned={query.get("tehing")}
      packages={config.packages}
    />
  );
  return (
    <CardFrame endpoint={endpoint}>
      {token ? screen : <RequireUser>{() => screen}</RequireUser>}
    </CardFrame>
  );
}
