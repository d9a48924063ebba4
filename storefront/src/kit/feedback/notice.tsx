// A note: an icon and a text.
import type { ReactNode } from "react";
import { Icon, type IconName } from "#app/kit/icon.tsx";

const ICONS = { info: "info", warning: "alert", danger: "alert" } as const;

export function Notice({
  look = "info",
  icon = ICONS[look],
  title,
  role,
  actions,
  children,
}: {
  look?: keyof typeof ICONS;
  icon?: IconName;
  title?: ReactNode;
  /** `status` announces a notice that appears later. */
  role?: "status";
  /** Buttons and links below the text. */
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={look === "info" ? "notice" : `notice notice--${look}`} role={role}>
      <Icon name={icon} />
      <div>
        {title && (
          <p>
            <strong>{title}</strong>
          </p>
        )}
        {children}
        {actions && <p className="notice__actions">{actions}</p>}
      </div>
    </div>
  );
}
