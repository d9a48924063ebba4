import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { fakeServer, problem } from "storefront/testing/server.ts";
import { afterEach, expect, it, vi } from "vitest";
import type { Document } from "#app/api/types.ts";
import { LoginDialog } from "#app/session/login-dialog.tsx";
import { aDocument } from "#app/testing/data.ts";
import { ACCOUNT, signIn } from "#app/testing/session.ts";
import { DocumentScreen } from "./document-screen.tsx";

// An iframe would load a page.
vi.mock("./preview-panel.tsx", () => ({
  PreviewPanel: ({ requests }: { requests: number }) => (
    <h2>{`Eelvaade poes, küsitud ${requests}`}</h2>
  ),
}));

const ITEM = `/desk/items/${aDocument().id}`;

const PREVIEW = { url: "/kinkekaart?eelvaade=x", expiresAt: "2026-11-29T10:00:00.000Z" };

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(over: Partial<Document> = {}, role = "editor") {
  const document = aDocument(over);
  const server = fakeServer({
    "POST /login": { ...ACCOUNT, role },
    [`POST ${ITEM}/presence`]: { others: [{ name: "Mari Maasikas", seenAt: "" }] },
    [`POST ${ITEM}/preview`]: PREVIEW,
    [`PUT ${ITEM}`]: () => ({ ...document, revision: 4, savedAt: "2026-11-28T10:31:00.000Z" }),
  });
  await signIn();
  const router = createMemoryRouter([
    { path: "/", element: <DocumentScreen document={document} pages={[]} categories={[]} /> },
    { path: "*", element: <p>Mujal</p> },
  ]);
  render(
    <>
      <RouterProvider router={router} />
      <LoginDialog />
    </>,
  );
  return { server, user: userEvent.setup() };
}

const title = () => screen.getByRole("textbox", { name: "Pealkiri" });

it("tells who else writes, and saves by itself", async () => {
  const { server, user } = await open();
  expect(await screen.findByText("Praegu kirjutab ka: Mari Maasikas")).toBeInTheDocument();
  await user.type(title(), " ja muud");
  expect(screen.getByText("Salvestamata muudatused")).toBeInTheDocument();
  await screen.findByText("Salvestatud 12:31", {}, { timeout: 4000 });
  expect(server.asked.at(-1)?.body).toMatchObject({
    autosave: true,
    body: { title: "Kinkekaart ja muud" },
  });
  expect(title()).toHaveFocus();
});

it("asks for a login over the text when the session has ended, and goes on", async () => {
  const { server, user } = await open();
  const take = server.answers[`PUT ${ITEM}`];
  server.answers[`PUT ${ITEM}`] = problem(401, "unauthorized");
  await user.type(title(), "!");
  await user.click(screen.getByRole("button", { name: "Salvesta mustand" }));
  await screen.findByRole("dialog", { name: "Sessioon on lõppenud" });
  server.answers[`PUT ${ITEM}`] = take;
  await user.type(screen.getByLabelText("Parool"), "heliriiul{Enter}");
  await screen.findByText("Salvestatud 12:31");
  expect(title()).toHaveValue("Kinkekaart!");
});

it.each(["admin", "editor"])("has the source for admins alone: %s", async (role) => {
  await open({}, role);
  const source = await screen.findByRole("button", { name: "Paks" });
  expect(source).toBeInTheDocument();
  const found = screen.queryAllByRole("button", { name: "Lähtekood" });
  expect(found).toHaveLength(role === "admin" ? 1 : 0);
  expect(screen.getByRole("button", { name: "Muuda aadressi" })).toBeInTheDocument();
});

it("has an address for pages alone", async () => {
  await open({ kind: "section" });
  expect(screen.queryByRole("button", { name: "Muuda aadressi" })).toBeNull();
  expect(screen.getByRole("button", { name: "Üleskutsenupp" })).toBeInTheDocument();
});

it("saves what is unsaved before the preview opens", async () => {
  const { server, user } = await open();
  await user.type(title(), "!");
  await user.click(screen.getByRole("button", { name: "Eelvaade" }));
  expect(
    await screen.findByRole("heading", { name: "Eelvaade poes, küsitud 1" }),
  ).toBeInTheDocument();
  const calls = server.asked.map(({ call }) => call).filter((call) => !call.endsWith("presence"));
  expect(calls).toEqual(["POST /login", `PUT ${ITEM}`, `POST ${ITEM}/preview`]);
});

it("opens the preview also over a text that cannot be saved yet", async () => {
  const { server, user } = await open();
  const invalid = { field: "body.title", code: "required" };
  server.answers[`PUT ${ITEM}`] = problem(422, "validation", { errors: [invalid] });
  await user.clear(title());
  await user.click(screen.getByRole("button", { name: "Eelvaade" }));
  expect(await screen.findByRole("heading", { name: /Eelvaade poes/ })).toBeInTheDocument();
});

it.each([
  ["section", true, false, true],
  ["announcement", true, false, true],
  ["slider", true, false, true],
  ["page", true, false, false],
  ["section", false, false, false],
  ["section", true, true, false],
] as const)(
  "%s, beside: %s, closed before: %s; opens by itself: %s",
  async (kind, beside, closed, opens) => {
    vi.stubGlobal("matchMedia", () => ({ matches: beside }));
    if (closed) localStorage.setItem("heliriiul.desk.preview", "closed");
    const { server } = await open({ kind, body: { title: "Kinkekaart" } });
    const preview = () => screen.queryByRole("heading", { name: "Eelvaade poes, küsitud 0" });
    if (opens) await waitFor(() => expect(preview()).toBeInTheDocument());
    await screen.findByText("Praegu kirjutab ka: Mari Maasikas");
    expect(preview() !== null).toBe(opens);
    expect(server.asked.some(({ call }) => call.startsWith("PUT"))).toBe(false);
    vi.unstubAllGlobals();
  },
);
