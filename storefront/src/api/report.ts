// Reports uncaught errors to the error-reporting service, if the configuration names one.
import { knownConfig } from "./frame.ts";

const LIMIT = 20;
let sent = 0;

/** Reports `error`; never throws. */
export function reportError(error: unknown, where: string): void {
  const address = knownConfig()?.errorReportingUrl;
  if (!address || sent >= LIMIT) return;
  sent += 1;
  const environment = knownConfig()?.environment ?? "production";
  import("#app/api/reporting/sentry.ts")
    .then(({ sendError }) => sendError(address, environment, error, where))
    .catch(() => {});
}

export function listenForErrors(): void {
  addEventListener("error", (event) => reportError(event.error ?? event.message, "window"));
  addEventListener("unhandledrejection", (event) => reportError(event.reason, "promise"));
}
