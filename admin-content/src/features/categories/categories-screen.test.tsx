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

const PUT = "PUT /desk/categories/luule";

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
const press = (name: string) => user.click(button(name));

/** Presses the button, and confirms it in the dialog. */
async function remove(name: string) {
  await press(`Kustuta: ${name}`);
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Kustuta" }));
}

/** Opens the category, adds to its name and saves. */
async function rename() {
  await press("Muuda: Luule");
  await user.type(screen.getByLabelText("Nimi"), "tused");
  await press("Salvesta");
}

it("orders siblings with all that is below them, and keeps the focus", async () => {
  button("Liiguta alla: Proosa").focus();
  await user.keyboard("{Enter}");
  expect(names()).toEqual(["Luule", "Proosa", "Krimi"]);
  expect(button("Liiguta alla: Proosa")).toHaveFocus();
  expect(server.asked.at(-1)?.body).toEqual({ parentId: null, ids: ["luule", "proosa"] });
});

it("shows the store's own order when the move was refused", async () => {
  server.answers["PUT /desk/categories/order"] = problem(500, "internal");
  await press("Liiguta alla: Proosa");
  await expect.poll(names).toEqual(["Proosa", "Krimi", "Luule"]);
});

it("tells why a category that holds something stays", async () => {
  await press("Kustuta: Proosa");
  expect(
    screen.getByText(
      "Kategoorias „Proosa“ on 2 raamatut ja 1 alamkategooria. Vii need enne mujale.",
    ),
  ).toBeInTheDocument();
  expect(server.asked).toEqual([]);
});

it.each([
  ["tells it also when only the server knows", [], "Kategooriat ei saa kustutada"],
  ["names the row of books that shows it", ["Luulenurk"], /näitab raamaturida „Luulenurk“/],
])("%s", async (_, usedBy, message) => {
  server.answers["DELETE /desk/categories/luule"] = problem(409, "conflict", { usedBy });
  await remove("Luule");
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(names()).toContain("Luule");
});

it("adds below a category, with a slug that follows the name, and shows what is refused", async () => {
  server.answers["POST /desk/categories"] = problem(409, "conflict");
  await press("Lisa alla: Proosa");
  await user.type(screen.getByLabelText("Nimi"), "Õudus");
  expect(screen.getByLabelText("Aadressi osa")).toHaveValue("oudus");
  await press("Salvesta");
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
  await press("Salvesta");
  await expect.poll(names).toEqual(["Proosa", "Krimi", "Õudus", "Luule"]);
  await expect.poll(() => button("Muuda: Õudus")).toHaveFocus();
});

it("undoes nothing that somebody else has saved meanwhile, and asks where both wrote", async () => {
  const current = aCategory("luule", { version: 2, name: "Värsid", includeInMenu: false });
  server.answers[PUT] = problem(409, "stale-revision", { current });
  await rename();
  expect(await screen.findByLabelText("Nimi")).toHaveAccessibleDescription(/„Värsid“/);
  expect(screen.getByLabelText("Nimi")).toHaveValue("Luuletused");
  expect(screen.getByLabelText("Näita poe menüüs")).not.toBeChecked();
  expect(server.count(PUT)).toBe(1);
  expect(server.asked.at(-1)?.body).toMatchObject({ basedOn: 1 });
  server.answers[PUT] = { ...current, version: 3, name: "Luuletused" };
  await press("Salvesta");
  await expect
    .poll(() => server.asked.filter(({ call }) => call === PUT)[1]?.body)
    .toMatchObject({ basedOn: 2, name: "Luuletused", slug: "luule", includeInMenu: false });
});

it("saves over another's change of other fields without a question", async () => {
  const current = aCategory("luule", { version: 2, includeInMenu: false });
  server.answers[PUT] = () =>
    server.count(PUT) === 1
      ? problem(409, "stale-revision", { current })
      : { ...current, version: 3, name: "Luuletused" };
  await rename();
  await expect
    .poll(() => server.asked.filter(({ call }) => call === PUT)[1]?.body)
    .toMatchObject({ basedOn: 2, name: "Luuletused", includeInMenu: false });
});
