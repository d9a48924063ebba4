// An error that takes the place of the content, with the ways to continue.
import type { ReactNode } from "react";

/** `calm` is for an end that the person chose: no alarm colours. */
export function FailureBox({
  children,
  actions,
  calm = false,
}: {
  children: ReactNode;
  actions: ReactNode;
  calm?: boolean;
}) {
  const className = calm ? "payment__failed payment__failed--calm" : "payment__failed";
  return (
    <div className={className} role="alert">
      <p>{children}</p>
      <div className="payment__actions">{actions}</div>
    </div>
  );
}
