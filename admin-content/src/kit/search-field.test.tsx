import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Link, Outlet, RouterProvider, useLoaderData } from "react-router";
import { expect, it } from "vitest";
import { SearchField } from "./search-field.tsx";
import { searchOf } from "./search-of.ts";

const user = userEvent.setup();

function List() {
  return (
    <>
      <SearchField label="Otsi" />
      <p>otsitakse: {useLoaderData<string>()}</p>
      <Link to="/muu">Muu</Link>
    </>
  );
}

function open(at: string, slow: Promise<unknown> = Promise.resolve()) {
  const asked: string[] = [];
  const list = {
    path: "/",
    loader: ({ request }: { request: Request }) => {
      asked.push(searchOf(request));
      return searchOf(request);
    },
    element: <List />,
  };
  const other = { path: "/muu", loader: () => slow.then(() => null), element: <p>teine leht</p> };
  const frame = { element: <Outlet />, hydrateFallbackElement: <i />, children: [list, other] };
  const router = createMemoryRouter([frame], { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  return { router, asked };
}

it("begins with the search of the address and asks once for what was typed", async () => {
  const { router, asked } = open("/?q=luts");
  const field = await screen.findByLabelText("Otsi");
  expect(field).toHaveValue("luts");
  await user.clear(field);
  await user.type(field, " vilde ");
  expect(await screen.findByText("otsitakse: vilde")).toBeInTheDocument();
  expect(asked).toEqual(["luts", "vilde"]);
  expect(router.state.location.search).toBe("?q=vilde");
  expect(field).toHaveValue(" vilde ");
});

it("follows the address when it changes from outside", async () => {
  const { router } = open("/?q=luts");
  const field = await screen.findByLabelText("Otsi");
  await router.navigate("/?q=suvi");
  await screen.findByText("otsitakse: suvi");
  await expect.poll(() => field).toHaveValue("suvi");
});

it("does not call off the way to another screen", async () => {
  let arrive = () => {};
  const slow = new Promise<void>((done) => {
    arrive = done;
  });
  const { router, asked } = open("/", slow);
  await user.type(await screen.findByLabelText("Otsi"), "luts");
  await user.click(screen.getByText("Muu"));
  // The search was sent before the click.
  expect(asked).toEqual(["", "luts"]);
  await new Promise((done) => setTimeout(done, 350));
  expect(router.state.navigation.location?.pathname).toBe("/muu");
  arrive();
  expect(await screen.findByText("teine leht")).toBeInTheDocument();
  expect(asked).toEqual(["", "luts"]);
});
