// Sends errors as Sentry envelopes (https://develop.sentry.dev/sdk/data-model/envelopes/).

import { safePath } from "#app/api/safe-path.ts";
import { APP_VERSION } from "#app/version.ts";

/** `https://key@host/project` → the address for envelopes. Null for other addresses. */
export function envelopeUrl(dsn: string): string | null {
  let url: URL;
  try {
    url = new URL(dsn);
  } catch {
    return null;
  }
  const segments = url.pathname.split("/").filter(Boolean);
  const project = segments.pop();
  if (!project || !url.username) return null;
  const folder = segments.length ? `/${segments.join("/")}` : "";
  const query = `sentry_version=7&sentry_key=${encodeURIComponent(url.username)}`;
  return `${url.protocol}//${url.host}${folder}/api/${project}/envelope/?${query}`;
}

type Frame = { filename: string; function: string; lineno: number; colno: number };

/** Reads stacks of Chrome ("at f (file:1:2)") and of Firefox and Safari ("f@file:1:2"), oldest call first. */
export function stackFrames(stack: string): Frame[] {
  const frames: Frame[] = [];
  for (const line of stack.split("\n")) {
    const match = /^\s*(?:at\s+)?(?:(.*?)\s*[(@])?((?:https?|blob):\/\/.*?):(\d+):(\d+)\)?$/.exec(
      line,
    );
    if (!match) continue;
    frames.push({
      function: match[1] || "?",
      filename: match[2] ?? "",
      lineno: Number(match[3]),
      colno: Number(match[4]),
    });
  }
  return frames.reverse();
}

export async function sendError(
  dsn: string,
  environment: string,
  error: unknown,
  where: string,
): Promise<void> {
  const url = envelopeUrl(dsn);
  if (!url) return;
  const id = crypto.randomUUID().replaceAll("-", "");
  const at = new Date().toISOString();
  const known = error instanceof Error ? error : new Error(String(error));
  const event = {
    event_id: id,
    timestamp: at,
    platform: "javascript",
    level: "error",
    release: `storefront@${APP_VERSION}`,
    environment,
    tags: { where },
    request: {
      url: location.origin + safePath(location.pathname),
      headers: { "User-Agent": navigator.userAgent },
    },
    exception: {
      values: [
        {
          type: known.name,
          value: known.message,
          stacktrace: { frames: stackFrames(known.stack ?? "") },
        },
      ],
    },
  };
  const lines = [{ event_id: id, sent_at: at, dsn }, { type: "event" }, event];
  await fetch(url, {
    method: "POST",
    // A simple content type avoids a preflight request.
    headers: { "Content-Type": "text/plain;charset=UTF-8" },
    body: lines.map((line) => JSON.stringify(line)).join("\n"),
    credentials: "omit",
    referrerPolicy: "no-referrer",
    keepalive: true,
  });
}
