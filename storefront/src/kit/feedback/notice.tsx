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
  /** Announces a notice that appears later: `alert` at once, `status` when there is a pause. */
  role?: "status" | "alert";
  /** Buttons and links below the text. */
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={`notice notice--${look}`} role={role}>
      <Icon name={icon} />
      <div>
        {title && (
          <p>
            <strong>{title}</strong>
          </p>
        )}
        {children}
        {actions && <div className="button-group">{actions}</div>}
      </div>
    </div>
  );
}
