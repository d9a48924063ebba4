// Another editor saves the same section or slider: both versions are shown, and neither is lost.
import { ADMIN, conflictOn, deskOf, enter, expectSound, stamp } from "../desk.ts";
import { expect, notice, test } from "../store.ts";

type Book = { id: string; title: string };

test("a section that another editor saved is shown next to one's own", async ({
  page,
  allowed,
}) => {
  allowed.push(409);
  const mark = stamp();
  const desk = await deskOf(page.request, ADMIN);
  const made = await desk.call("/items", {
    kind: "section",
    identifier: `plokk-${mark}`,
    body: { title: "Plokk", content: "<p>Algus.</p>" },
  });
  const { id } = (await made.json()) as { id: string };
  await enter(page);
  await page.goto(`/toimetus/sisu/${id}`);
  const title = page.getByRole("textbox", { name: "Pealkiri" });
  await expect(title).toHaveValue("Plokk");
  const theirs = { title: "Tema plokk", content: "<p>Tema lause.</p>" };
  expect((await desk.put(`/items/${id}`, { basedOn: 1, body: theirs })).ok()).toBe(true);
  await title.fill("Minu plokk");
  const conflict = conflictOn(page);
  await expect(conflict).toBeFocused();
  await expect(conflict.getByText("Minu plokk")).toBeVisible();
  await expect(conflict.getByText("Tema lause.")).toBeVisible();
  await expectSound(page);
  await conflict.getByRole("button", { name: "Jätka teise tekstiga" }).click();
  await expect(title).toHaveValue("Tema plokk");
  await expect(page.getByText(/^Salvestatud \d\d:\d\d$/)).toBeVisible();
  // The own text stays in the history.
  const revisions = await desk.read<{ title: string }[]>(`/items/${id}/revisions`);
  expect(revisions.map((each) => each.title)).toEqual([
    "Tema plokk",
    "Minu plokk",
    "Tema plokk",
    "Plokk",
  ]);
});

test("two editors who change a slider see each other's rule", async ({ page, allowed }) => {
  allowed.push(409);
  const desk = await deskOf(page.request, ADMIN);
  const [book] = (await (await page.request.get("/api/books")).json()) as Book[];
  const label = `Rida ${stamp()}`;
  const made = await desk.call("/items", {
    kind: "slider",
    identifier: label.toLowerCase().replaceAll(" ", "-"),
    body: { title: label, bookIds: [book?.id] },
  });
  const { id } = (await made.json()) as { id: string };
  await enter(page);
  await page.goto(`/toimetus/sisu/${id}`);
  await expect(page.getByRole("radio", { name: "Valin raamatud ise" })).toBeChecked();
  const rule = { kind: "newest", categoryId: null, count: 7 };
  const theirs = await desk.put(`/items/${id}`, { basedOn: 1, body: { title: label, rule } });
  expect(theirs.ok()).toBe(true);
  await page.getByRole("radio", { name: "Enim kuulatud" }).check();
  const conflict = conflictOn(page);
  await expect(conflict).toBeFocused();
  await expect(conflict.getByText(/^Enim kuulatud \(\d+\)$/)).toBeVisible();
  await expect(conflict.getByText("Uuemad (7)")).toBeVisible();
  await expectSound(page);
  await conflict.getByRole("button", { name: "Jätka oma tekstiga" }).click();
  await page.getByRole("button", { name: "Salvesta mustand" }).click();
  await expect(notice(page, "Mustand on salvestatud.")).toBeVisible();
  const { body } = await desk.read<{ body: { rule: { kind: string } } }>(`/items/${id}`);
  expect(body.rule.kind).toBe("popular");
});
