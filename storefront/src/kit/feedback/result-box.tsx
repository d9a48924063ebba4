import type { ReactNode } from "react";
import { Icon, type IconName } from "#app/kit/icon.tsx";

export function ResultBox({
  icon,
  title,
  lead,
  children,
}: {
  /** `check` stands for success, in its colour. */
  icon: IconName;
  title?: string;
  /** Announced to screen readers when it changes. */
  lead?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="panel result">
      <span className={`result__mark round badge--${icon === "check" ? "success" : "info"}`}>
        <Icon name={icon} />
      </span>
      {title && <h1>{title}</h1>}
      {lead && (
        <p className="lead" role="status">
          {lead}
        </p>
      )}
      {children}
    </div>
  );
}
