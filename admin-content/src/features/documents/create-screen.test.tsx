import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { fakeServer, problem } from "storefront/testing/server.ts";
import { expect, it } from "vitest";
import { LoginDialog } from "#app/session/login-dialog.tsx";
import { aDocument } from "#app/testing/data.ts";
import { ACCOUNT } from "#app/testing/session.ts";
import { CreateScreen } from "./create-screen.tsx";

it("goes on after a login over the form when the session has ended", async () => {
  const user = userEvent.setup();
  const server = fakeServer({
    "POST /desk/items": () =>
      server.count("POST /login") === 0 ? problem(401, "unauthorized") : aDocument(),
    "POST /login": ACCOUNT,
  });
  const router = createMemoryRouter([
    { path: "/", Component: CreateScreen },
    { path: "/sisu/:id", element: <p>Uus tekst on avatud</p> },
  ]);
  render(
    <>
      <RouterProvider router={router} />
      <LoginDialog />
    </>,
  );
  await user.type(screen.getByLabelText("Pealkiri"), "Suvine pakkumine");
  await user.click(screen.getByRole("button", { name: "Loo mustand" }));
  await user.type(await screen.findByLabelText("Meiliaadress"), "a@b.ee");
  expect(screen.getByLabelText("Pealkiri")).toHaveValue("Suvine pakkumine");
  await user.type(screen.getByLabelText("Parool"), "heliriiul{Enter}");
  expect(await screen.findByText("Uus tekst on avatud")).toBeInTheDocument();
  expect(server.asked.at(-1)?.body).toMatchObject({ body: { title: "Suvine pakkumine" } });
});
