// /konto, 'Minu konto'.
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { partnerLink } from "#app/api/partner.ts";
import type { Config, ReadingStats } from "#app/api/types.ts";
import { accountStrings } from "#app/et/account.ts";
import { date } from "#app/et/format.ts";
import { shared } from "#app/et/strings.ts";
import { logout } from "#app/features/auth/logout.ts";
import { hasActivePackage, type Session } from "#app/features/auth/session.ts";
import { VerifyNotice } from "#app/features/auth/verify-notice.tsx";
import { AnchorButton, Button } from "#app/kit/button.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { PageHead } from "#app/kit/page-head.tsx";
import { paths } from "#app/paths.ts";
import type { AccountData } from "./account-data.ts";
import { OrderList } from "./order-list.tsx";
import { listened, packageStatus } from "./package-status.ts";

const text = accountStrings;

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
  /** The app's way to what the web has in its header and footer. */
  links?: ReactNode;
}) {
  const navigate = useNavigate();
  const leave = () => {
    logout();
    navigate(paths.home);
  };
  return (
    <>
      <PageHead title={`${text.title} | ${shared.productName}`} noindex />
      <div className="account column">
        <div className="account__top">
          <h1>{text.title}</h1>
          <Button icon="logout" onClick={leave}>
            {text.logOut}
          </Button>
        </div>
        {!user.emailVerifiedAt && <VerifyNotice email={user.email} />}
        <div className="account__panels">
          <section className="panel" aria-labelledby="account-details">
            <h2 className="panel__title" id="account-details">
              {text.details}
            </h2>
            <dl className="account-facts">
              <Fact label={text.name}>{`${user.firstName} ${user.lastName}`}</Fact>
              <Fact label={text.email}>{user.email}</Fact>
            </dl>
          </section>
          <PackagePanel user={user} reading={data.reading} config={config} />
        </div>
        <OrderList orders={data.orders} />
        {links}
      </div>
    </>
  );
}

function PackagePanel({
  user,
  reading,
  config,
}: {
  user: User;
  reading: ReadingStats | null;
  config: Config;
}) {
  const active = hasActivePackage(user);
  const expires = user.subscriptionExpiresAt ? date(user.subscriptionExpiresAt) : "-";
  const partner = active ? null : partnerLink(config, user);
  return (
    <section className="panel" aria-labelledby="account-package">
      <h2 className="panel__title" id="account-package">
        {text.package}
      </h2>
      <dl className="account-facts">
        <Fact label={text.packageStatus}>
          <span className={active ? "status status--active" : "status"}>{packageStatus(user)}</span>
        </Fact>
        {active ? (
          <>
            {user.subscriptionType && (
              <Fact label={text.packageKind}>{text.packageName[user.subscriptionType]}</Fact>
            )}
            {reading && (
              <Fact label={text.usage}>
                <Usage reading={reading} unlimited={user.subscriptionType === "UNLIMITED"} />
              </Fact>
            )}
            <Fact label={user.trialActive ? text.trialUntil : text.validUntil}>{expires}</Fact>
          </>
        ) : (
          <Fact label={text.shelfUntil}>{expires}</Fact>
        )}
      </dl>
      {partner && (
        <div className="panel__actions">
          <AnchorButton href={partner} target="_blank" rel="noopener" icon="external">
            {text.partner}
          </AnchorButton>
        </div>
      )}
    </section>
  );
}

function Usage({ reading, unlimited }: { reading: ReadingStats; unlimited: boolean }) {
  const used = listened(reading.readingTotalDurationMinutes);
  if (!unlimited) return text.usageLimited(used);
  // The sign is in none of the store's typefaces: drawn for the eye, written for the rest.
  return (
    <span className="usage">
      {used} / <Icon name="infinity" />
      <span className="visually-hidden">∞</span>
    </span>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="account-facts__row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
