import type { Status } from "#app/api/types.ts";
import { strings } from "#app/et/strings.ts";

export function StatusBadge({ status }: { status: Status }) {
  return <span className={`desk-status desk-status--${status}`}>{strings.status[status]}</span>;
}
