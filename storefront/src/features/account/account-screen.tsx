import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { Config } from "#app/api/types.ts";
import { accountStrings as text } from "#app/et/screens/account.ts";
import { shared } from "#app/et/strings.ts";
import { Button } from "#app/kit/button.tsx";
import { Screen } from "#app/layout/screen/screen.tsx";
import { logout } from "#app/session/logout.ts";
import type { Session } from "#app/session/session.ts";
import { VerifyNotice } from "#app/session/verification/verify-notice.tsx";
import type { AccountData } from "./account-data.ts";
import { OrderList, PaymentList } from "./order-list.tsx";
import { Fact, SubscriptionPanel } from "./subscription-panel.tsx";

type User = Session["user"];

export function AccountScreen({
  user,
  data,
  config,
  links,
}: {
  user: User;
  data: AccountData;
  config: Config;
  /** In the app: the links of the web's header and footer. */
  links?: ReactNode;
}) {
  const navigate = useNavigate();
  const leave = () => {
    logout();
    navigate(paths.home);
  };
  return (
    <Screen title={text.account}>
      <div className="screen__top">
        <h1>{text.account}</h1>
        <Button icon="logout" onClick={leave}>
          {shared.logOut}
        </Button>
      </div>
      {!user.emailVerifiedAt && <VerifyNotice email={user.email} />}
      <div className="account__panels">
        <section className="panel" aria-labelledby="account-details">
          <h2 className="panel__title" id="account-details">
            {text.details}
          </h2>
          <dl className="stack">
            <Fact label={text.name}>{`${user.firstName} ${user.lastName}`}</Fact>
            <Fact label={text.email}>{user.email}</Fact>
          </dl>
        </section>
        <SubscriptionPanel user={user} data={data} config={config} />
      </div>
      <PaymentList payments={data.subscription?.payments ?? []} receipts={data.receipts ?? []} />
      <OrderList orders={data.orders} receipts={data.receipts ?? []} />
      {links}
    </Screen>
  );
}
