import type { ReactNode } from "react";
import type { Config } from "#app/api/types.ts";
import { shared } from "#app/et/strings.ts";
import { Icon } from "#app/kit/icon.tsx";

export function PlanCard({
  plan: { listeningHours },
  level,
  price,
  children,
}: {
  plan: Config["packages"][number];
  /** Of the heading. */
  level: 2 | 3;
  price: ReactNode;
  children?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  const unlimited = listeningHours === null;
  return (
    <li className="plan panel">
      <Heading className="panel__title">
        {unlimited ? shared.planUnlimited : shared.planLimited}
      </Heading>
      <p className="plan__price muted">
        <span className="plan__amount">{price}</span>
        {shared.perMonth}
      </p>
      <p className="plan__hours">
        <Icon name={unlimited ? "infinity" : "clock"} />
        {unlimited ? shared.hoursUnlimited : `${listeningHours} ${shared.hoursAMonth}`}
      </p>
      {children}
    </li>
  );
}
