import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeServer } from "storefront/testing/server.ts";
import { expect, it } from "vitest";
import type { ListeningRow, SalesRow } from "#app/operator/types.ts";
import { expectAccessible } from "#app/testing/axe.ts";
import { renderScreen } from "#app/testing/operator.tsx";
import { ListeningReport } from "./listening-report.tsx";
import { SalesReport } from "./sales-report.tsx";
import { barsOf, booksOf, sumOf } from "./sums.ts";

const user = userEvent.setup();

const sale = (over: Partial<SalesRow> = {}): SalesRow => ({
  day: "2026-11-02",
  kind: "book",
  name: "Kevade",
  isbn: "9789916001011",
  publisher: "Kirjastus",
  vatRate: 2400,
  count: 1,
  gross: 0.1,
  vat: 0.02,
  net: 0.08,
  ...over,
});
const heard = (over: Partial<ListeningRow> = {}): ListeningRow => ({
  month: "2026-11",
  title: "Kevade",
  isbn: "1",
  publisher: "Kirjastus",
  listeners: 1,
  minutes: 60,
  bookMinutes: 90,
  ...over,
});

it("adds euro without rounding errors", () => {
  expect(sumOf([sale(), sale({ gross: 0.2 })], ({ gross }) => gross)).toBe(0.3);
});

it("sums by day, and a long range by month", () => {
  const rows = [sale(), sale({ gross: 0.2 }), sale({ day: "2026-11-03", gross: -1, count: -1 })];
  expect(barsOf(rows, { from: "2026-11-01", until: "2026-11-03" })).toEqual([
    { at: "2026-11-01", amount: 0, count: 0 },
    { at: "2026-11-02", amount: 0.3, count: 2 },
    { at: "2026-11-03", amount: -1, count: -1 },
  ]);
  const year = barsOf(rows, { from: "2026-01-01", until: "2026-12-31" });
  expect(year).toHaveLength(12);
  expect(year[10]).toEqual({ at: "2026-11", amount: -0.7, count: 1 });
});

it("adds the months of a book up, the most listened first", () => {
  const rows = [
    heard(),
    heard({ month: "2026-12" }),
    heard({ isbn: "2", title: "Suvi", minutes: 90 }),
  ];
  expect(booksOf(rows)).toEqual([
    { title: "Kevade", minutes: 120 },
    { title: "Suvi", minutes: 90 },
  ]);
});

const AT = "/?algus=2026-11-01&lopp=2026-11-30";

it("shows the sales with totals, bars and rows, and refuses a wrong range", async () => {
  fakeServer({});
  const router = renderScreen(<SalesReport />, () => ({ rows: [sale()] }), AT);
  expect(await screen.findByText("1.11.2026 – 30.11.2026")).toBeInTheDocument();
  expect(screen.getByRole("table", { name: "Kõik read" })).toBeInTheDocument();
  await expectAccessible(screen.getByRole("main"));
  await user.clear(screen.getByLabelText("Viimane päev"));
  await user.type(screen.getByLabelText("Viimane päev"), "2026-10-01");
  await user.click(screen.getByRole("button", { name: "Näita" }));
  expect(screen.getByLabelText("Viimane päev")).toBeInvalid();
  expect(router.state.location.search).toBe("?algus=2026-11-01&lopp=2026-11-30");
});

it("shows the listening, and says when a file cannot be downloaded", async () => {
  fakeServer({});
  renderScreen(<ListeningReport />, () => ({ rows: [heard()] }), AT);
  expect(
    await screen.findByRole("region", { name: "Kuulamine raamatute kaupa" }),
  ).toHaveTextContent(/Kevade1.t 0.min/);
  await expectAccessible(screen.getByRole("main"));
  await user.click(screen.getByRole("button", { name: "Laadi alla CSV" }));
  expect(await screen.findByText(/allalaadimine ebaõnnestus/)).toBeInTheDocument();
});
