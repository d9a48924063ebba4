// "/": the shelf of a logged-in user, the landing page of a visitor, and the app's own forms of both.
// What a visitor does not need is fetched only when it is needed.
import type { ReactNode } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { api } from "#app/api/client.ts";
import { loadFrame, sectionOf, useFrame } from "#app/api/frame.ts";
import type { Home } from "#app/api/types.ts";
import { isApp } from "#app/features/app/platform.ts";
import { getSession } from "#app/features/auth/session.ts";
import { Landing } from "#app/features/catalogue/landing.tsx";
import { StoreBadges } from "#app/features/layout/store-badges.tsx";

type Data = { home: Home } | { screen: ReactNode };

export async function loader({ request }: LoaderFunctionArgs): Promise<Data> {
  const { config } = await loadFrame();
  const app = isApp(config.platform);
  if (!getSession()) {
    if (!app) return { home: await api<Home>("/home", { signal: request.signal }) };
    const { AppLanding } = await import("#app/features/app/app-landing.tsx");
    return { screen: <AppLanding config={config} /> };
  }
  const { loadShelf } = await import("./home-shelf.tsx");
  return { screen: await loadShelf(request.signal, app) };
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
