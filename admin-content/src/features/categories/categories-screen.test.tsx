import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { fakeServer, problem } from "storefront/testing/server.ts";
import { beforeEach, expect, it } from "vitest";
import { aCategory } from "#app/testing/books.ts";
import { CategoriesScreen } from "./categories-screen.tsx";

const user = userEvent.setup();

const list = [
  aCategory("proosa", { bookCount: 2 }),
  aCategory("krimi", { parentId: "proosa", path: "proosa/krimi" }),
  aCategory("luule"),
];

let server: ReturnType<typeof fakeServer>;

beforeEach(async () => {
  server = fakeServer({
    "GET /desk/categories": list,
    "PUT /desk/categories/order": list,
    "DELETE /desk/categories/luule": undefined,
  });
  const router = createMemoryRouter([
    { path: "/", loader: () => list, element: <CategoriesScreen />, hydrateFallbackElement: <i /> },
  ]);
  render(<RouterProvider router={router} />);
  await screen.findByText("Proosa");
});

const names = () =>
  [...document.querySelectorAll(".desk-tree__name")].map((each) => each.textContent);
const button = (name: string) => screen.getByRole("button", { name });

it("orders siblings with all that is below them, and keeps the focus", async () => {
  button("Liiguta alla: Proosa").focus();
  await user.keyboard("{Enter}");
  expect(names()).toEqual(["Luule", "Proosa", "Krimi"]);
  expect(button("Liiguta alla: Proosa")).toHaveFocus();
  expect(server.asked.at(-1)?.body).toEqual({ parentId: null, ids: ["luule", "proosa"] });
});

it("shows the store's own order when the move was refused", async () => {
  server.answers["PUT /desk/categories/order"] = problem(500, "internal");
  await user.click(button("Liiguta alla: Proosa"));
  await expect.poll(names).toEqual(["Proosa", "Krimi", "Luule"]);
});

it("tells why a category that holds something stays", async () => {
  await user.click(button("Kustuta: Proosa"));
  expect(
    screen.getByText(
      "Kategoorias „Proosa“ on 2 raamatut ja 1 alamkategooria. Vii need enne mujale.",
    ),
  ).toBeInTheDocument();
  expect(server.asked).toEqual([]);
});

it("tells it also when only the server knows", async () => {
  server.answers["DELETE /desk/categories/luule"] = problem(409, "conflict");
  await user.click(button("Kustuta: Luule"));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Kustuta" }));
  expect(await screen.findByText("Kategooriat ei saa kustutada")).toBeInTheDocument();
  expect(names()).toContain("Luule");
});

it("names the row of books that shows the category", async () => {
  const refused = problem(409, "conflict", { usedBy: ["Luulenurk"] });
  server.answers["DELETE /desk/categories/luule"] = refused;
  await user.click(button("Kustuta: Luule"));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Kustuta" }));
  expect(await screen.findByText(/näitab raamaturida „Luulenurk“/)).toBeInTheDocument();
});

it("adds below a category, with a slug that follows the name, and shows what is refused", async () => {
  server.answers["POST /desk/categories"] = problem(409, "conflict");
  await user.click(button("Lisa alla: Proosa"));
  await user.type(screen.getByLabelText("Nimi"), "Õudus");
  expect(screen.getByLabelText("Aadressi osa")).toHaveValue("oudus");
  await user.click(button("Salvesta"));
  expect(await screen.findAllByText(/Samas kohas on selline aadress/)).not.toHaveLength(0);
  expect(server.asked.at(-1)?.body).toEqual({
    parentId: "proosa",
    slug: "oudus",
    name: "Õudus",
    includeInMenu: true,
  });
  const made = aCategory("oudus", { parentId: "proosa", name: "Õudus" });
  Object.assign(server.answers, {
    "POST /desk/categories": made,
    "GET /desk/categories": [...list, made],
  });
  await user.click(button("Salvesta"));
  await expect.poll(names).toEqual(["Proosa", "Krimi", "Õudus", "Luule"]);
  await expect.poll(() => button("Muuda: Õudus")).toHaveFocus();
});

it("undoes nothing that somebody else has saved meanwhile, and asks where both wrote", async () => {
  const PUT = "PUT /desk/categories/luule";
  const current = aCategory("luule", { version: 2, name: "Värsid", includeInMenu: false });
  server.answers[PUT] = problem(409, "stale-revision", { current });
  await user.click(button("Muuda: Luule"));
  await user.type(screen.getByLabelText("Nimi"), "tused");
  await user.click(button("Salvesta"));
  expect(await screen.findByLabelText("Nimi")).toHaveAccessibleDescription(/„Värsid“/);
  expect(screen.getByLabelText("Nimi")).toHaveValue("Luuletused");
  expect(screen.getByLabelText("Näita poe menüüs")).not.toBeChecked();
  expect(server.count(PUT)).toBe(1);
  expect(server.asked.at(-1)?.body).toMatchObject({ basedOn: 1 });
  server.answers[PUT] = { ...current, version: 3, name: "Luuletused" };
  await user.click(button("Salvesta"));
  await expect
    .poll(() => server.asked.filter(({ call }) => call === PUT)[1]?.body)
    .toMatchObject({ basedOn: 2, name: "Luuletused", slug: "luule", includeInMenu: false });
});

it("saves over another's change of other fields without a question", async () => {
  const PUT = "PUT /desk/categories/luule";
  const current = aCategory("luule", { version: 2, includeInMenu: false });
  server.answers[PUT] = () =>
    server.count(PUT) === 1
      ? problem(409, "stale-revision", { current })
      : { ...current, version: 3, name: "Luuletused" };
  await user.click(button("Muuda: Luule"));
  await user.type(screen.getByLabelText("Nimi"), "tused");
  await user.click(button("Salvesta"));
  await expect
    .poll(() => server.asked.filter(({ call }) => call === PUT)[1]?.body)
    .toMatchObject({ basedOn: 2, name: "Luuletused", includeInMenu: false });
});
