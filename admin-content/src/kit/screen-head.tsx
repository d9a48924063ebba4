// The head of a screen: the title of the page, the way back, the heading with a lead and an action.
import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { Icon } from "storefront/kit/icon.tsx";
import { strings } from "#app/et/strings.ts";

type Props = { title: string; lead?: string; action?: ReactNode };

export function ScreenHead({ title, lead, action }: Props) {
  return (
    <>
      <title>{`${title} | ${strings.common.product}`}</title>
      <div className="desk-top">
        <div>
          <h1>{title}</h1>
          {lead && <p className="desk-lead">{lead}</p>}
        </div>
        {action}
      </div>
    </>
  );
}

export function BackLink({ children, ...link }: LinkProps) {
  return (
    <Link {...link} className="desk-back">
      <Icon name="arrow-left" />
      {children}
    </Link>
  );
}
