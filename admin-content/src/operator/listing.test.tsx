import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAccessible } from "#app/testing/axe.ts";
import { PERSON_ID, renderScreen } from "#app/testing/operator.tsx";
import { type Column, Listing, personColumn } from "./listing.tsx";
import { FilterLinks, Paging } from "./paging.tsx";
import type { RowPerson } from "./types.ts";

const COLUMNS: Column<RowPerson & { number: string }>[] = [
  { label: "Number", cell: ({ number }) => number },
  personColumn,
];
const ROWS = [{ number: "H10001", userId: PERSON_ID, email: "kuulaja@heliriiul.test" }];
const OPTIONS = [
  { value: "", label: "Kõik" },
  { value: "paid", label: "Makstud" },
];

function open(rows: typeof ROWS, hasMore: boolean, at: string) {
  renderScreen(
    <>
      <FilterLinks options={OPTIONS} />
      <Listing caption="Tellimused" columns={COLUMNS} rows={rows} keyOf={(row) => row.number} />
      <Paging hasMore={hasMore} />
    </>,
    () => null,
    at,
  );
}

const link = (name: string) => screen.getByRole("link", { name });

it("is a table whose rows lead to the person, with the pages around and the filter", async () => {
  open(ROWS, true, "/?olek=paid&leht=2");
  await screen.findByRole("table", { name: "Tellimused" });
  expect(link("kuulaja@heliriiul.test")).toHaveAttribute("href", `/haldus/inimesed/${PERSON_ID}`);
  expect(link("Eelmised")).toHaveAttribute("href", "/?olek=paid&leht=1");
  expect(link("Järgmised")).toHaveAttribute("href", "/?olek=paid&leht=3");
  expect(link("Makstud")).toHaveAttribute("aria-current", "true");
  expect(link("Kõik")).not.toHaveAttribute("aria-current");
  await expectAccessible(screen.getByRole("main"));
});

it("says that there is nothing, and has no pages then", async () => {
  open([], false, "/?olek=tundmatu&leht=x");
  expect(await screen.findByText("Siin ei ole midagi.")).toBeInTheDocument();
  expect(link("Kõik")).toHaveAttribute("aria-current", "true");
  expect(screen.queryByRole("navigation", { name: "Lehed" })).toBeNull();
});
