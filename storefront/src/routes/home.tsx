// "/": the library of a logged-in user, the landing page of a visitor, and the app's variants of both.
// A visitor downloads only the landing page.
import type { ReactNode } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { api } from "#app/api/client.ts";
import { loadFrame, sectionOf, useFrame } from "#app/api/frame.ts";
import type { Home } from "#app/api/types.ts";
import { Landing } from "#app/features/catalogue/landing.tsx";
import { StoreBadges } from "#app/layout/store-badges.tsx";
import { getSession } from "#app/session/session.ts";

type Data = { home: Home } | { screen: ReactNode };

export async function loader({ request }: LoaderFunctionArgs): Promise<Data> {
  const { config } = await loadFrame();
  const app = config.platform === "app";
  if (!getSession()) {
    if (!app) return { home: await api("GET /home", { signal: request.signal }) };
    const { AppLanding } = await import("#app/features/app/app-landing.tsx");
    return { screen: <AppLanding config={config} /> };
  }
  const { loadHomeLibrary } = await import("./home-library.tsx");
  return { screen: await loadHomeLibrary(request.signal, app) };
}

export function Component() {
  const data = useLoaderData<typeof loader>() as Data;
  const { config, sections } = useFrame();
  if ("screen" in data) return data.screen;
  return (
    <Landing
      home={data.home}
      blocks={{
        intro: sectionOf(sections, "intro"),
        promo: sectionOf(sections, "promo"),
        footer: sectionOf(sections, "footer"),
      }}
      config={config}
      stores={<StoreBadges config={config} />}
    />
  );
}
