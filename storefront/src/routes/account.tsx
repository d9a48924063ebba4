import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { useFrame } from "#app/api/frame.ts";
import { loadAccount, NOTHING } from "#app/features/account/account-data.ts";
import { AccountScreen } from "#app/features/account/account-screen.tsx";
import { AppLinks } from "#app/features/app/app-links.tsx";
import { RequireUser } from "#app/session/guard/require-user.tsx";

export { accountAction as action } from "#app/features/account/account-action.ts";

export function loader({ request }: LoaderFunctionArgs) {
  return loadAccount(request.signal);
}

export function Component() {
  const data = useLoaderData<typeof loader>() ?? NOTHING;
  const { config, footer } = useFrame();
  const links = config.platform === "app" && <AppLinks pages={footer.pages} />;
  return (
    <RequireUser>
      {({ user }) => <AccountScreen user={user} data={data} config={config} links={links} />}
    </RequireUser>
  );
}
