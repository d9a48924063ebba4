// The plans with their prices, as cards.
import type { Config } from "#app/api/types.ts";
import { euro } from "#app/et/format.ts";
import { shared } from "#app/et/strings.ts";
import { Icon } from "#app/kit/icon.tsx";

export function Plans({
  packages,
  level,
}: {
  packages: Config["packages"];
  /** Of the headings. */
  level: 2 | 3;
}) {
  const Heading = `h${level}` as const;
  return (
    <ul className="plans">
      {packages.map(({ type, price, listeningHours }) => (
        <li key={type} className="plan">
          <Heading className="plan__name">
            {listeningHours === null ? shared.planUnlimited : shared.planLimited}
          </Heading>
          <p className="plan__price">
            <span className="plan__amount">{euro(price)}</span>
            {shared.perMonth}
          </p>
          <p className="plan__hours">
            <Icon name={listeningHours === null ? "infinity" : "clock"} />
            {listeningHours === null
              ? shared.hoursUnlimited
              : `${listeningHours} ${shared.hoursAMonth}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
