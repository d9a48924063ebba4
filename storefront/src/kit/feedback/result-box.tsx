// The result of something that took time, in the middle of the page: an icon, a title, what comes next.
import type { ReactNode } from "react";
import { Icon, type IconName } from "#app/kit/icon.tsx";

export function ResultBox({
  icon,
  success = false,
  title,
  lead,
  children,
}: {
  icon: IconName;
  success?: boolean;
  title?: string;
  /** Announced to screen readers when it changes. */
  lead?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="bought__box">
      <span className={success ? "bought__mark bought__mark--success" : "bought__mark"}>
        <Icon name={icon} />
      </span>
      {title && <h1>{title}</h1>}
      {lead && (
        <p className="bought__lead" role="status">
          {lead}
        </p>
      )}
      {children}
    </div>
  );
}
