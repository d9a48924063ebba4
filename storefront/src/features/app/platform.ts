// Whether the store runs inside its phone app. The wrapper says so before the first page: by the
// cookie `hr_platform=app` or by "HeliriiulApp/" in its user agent. The server can say it too, for
// an installation that serves the app alone.
import type { Config } from "#app/api/types.ts";

const APP_AGENT = /\bHeliriiulApp\//;
const APP_COOKIE = /(?:^|;\s*)hr_platform=app(?:;|$)/;

/** Never changes while a page lives. */
export function isApp(platform?: Config["platform"]): boolean {
  return (
    platform === "app" || APP_COOKIE.test(document.cookie) || APP_AGENT.test(navigator.userAgent)
  );
}
