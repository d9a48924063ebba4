import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { api } from "storefront/api/client.ts";
import { fakeServer, problem } from "storefront/testing/server.ts";
import { expect, it } from "vitest";
import { ACCOUNT, signIn } from "#app/testing/session.ts";
import { guarded, guardedForAdmins } from "./guard.ts";
import { getSession } from "./session.ts";

function Where() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

function open(at: string) {
  const router = createMemoryRouter(
    [
      {
        path: "/sisu/:id",
        loader: guarded(() => api("GET /desk/items")),
        element: <Where />,
        hydrateFallbackElement: <i />,
      },
      {
        path: "/haldus",
        loader: guardedForAdmins(() => api("GET /desk/items")),
        element: <Where />,
        errorElement: <p>keelatud</p>,
        hydrateFallbackElement: <i />,
      },
      { path: "/sisene", element: <Where /> },
    ],
    { initialEntries: [`/toimetus${at}`], basename: "/toimetus" },
  );
  render(<RouterProvider router={router} />);
}

it("leads to the login without a session, and remembers where one was going", async () => {
  fakeServer({});
  open("/sisu/1?a=b");
  expect(await screen.findByText("/sisene?tagasi=%2Fsisu%2F1%3Fa%3Db")).toBeInTheDocument();
});

it.each([
  [401, "unauthorized"],
  [403, "forbidden"],
])("forgets a session that the server answers %i", async (status, code) => {
  fakeServer({ "POST /login": ACCOUNT, "GET /desk/items": problem(status, code) });
  await signIn();
  open("/sisu/1");
  expect(await screen.findByText(/^\/sisene/)).toBeInTheDocument();
  expect(getSession()).toBeNull();
});

it("lets an editor in", async () => {
  fakeServer({ "POST /login": ACCOUNT, "GET /desk/items": [] });
  await signIn();
  open("/sisu/1");
  expect(await screen.findByText("/sisu/1")).toBeInTheDocument();
});

it.each([
  ["editor", "keelatud", 0],
  ["admin", "/haldus", 1],
])("asks for the admins' data: %s", async (role, shown, asked) => {
  const server = fakeServer({ "POST /login": { ...ACCOUNT, role }, "GET /desk/items": [] });
  await signIn();
  open("/haldus");
  expect(await screen.findByText(shown)).toBeInTheDocument();
  expect(server.count("GET /desk/items")).toBe(asked);
});
