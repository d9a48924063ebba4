import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import type { SliderRule } from "#app/api/types.ts";
import { aCategory } from "#app/testing/books.ts";
import { RuleField } from "./rule-field.tsx";

const user = userEvent.setup();

let now: SliderRule | null;

function Rule({ begin }: { begin: SliderRule | null }) {
  const [value, setValue] = useState(begin);
  now = value;
  return (
    <RuleField id="rule" value={value} categories={[aCategory("proosa")]} onChange={setValue} />
  );
}

it("goes from one's own choice to a rule and back", async () => {
  render(<Rule begin={null} />);
  expect(screen.getByLabelText("Valin raamatud ise")).toBeChecked();
  expect(screen.queryByLabelText("Raamatute arv")).toBeNull();
  await user.click(screen.getByLabelText("Uuemad"));
  expect(now).toEqual({ kind: "newest", categoryId: null, count: 12 });
  await user.click(screen.getByLabelText("Valin raamatud ise"));
  expect(now).toBeNull();
});

it("asks for the category of a category's row and forgets it with the kind", async () => {
  render(<Rule begin={{ kind: "popular", categoryId: null, count: 8 }} />);
  await user.click(screen.getByLabelText("Kategooria"));
  await user.selectOptions(
    screen.getByLabelText("Kategooria, mille raamatuid näidatakse"),
    "Proosa",
  );
  expect(now).toEqual({ kind: "category", categoryId: "proosa", count: 8 });
  await user.click(screen.getByLabelText("Enim kuulatud"));
  expect(now).toEqual({ kind: "popular", categoryId: null, count: 8 });
});

it("holds the count within what a row may have", async () => {
  render(<Rule begin={{ kind: "newest", categoryId: null, count: 8 }} />);
  const count = screen.getByLabelText("Raamatute arv");
  await user.clear(count);
  expect(now?.count).toBe(0);
  await user.type(count, "250");
  expect(now?.count).toBe(100);
});

it("tells what is wrong at the field that it is about", () => {
  render(
    <RuleField
      id="rule"
      value={{ kind: "category", categoryId: null, count: 0 }}
      categories={[]}
      errors={{ "rule.categoryId": "Vali kategooria.", "rule.count": "Vale arv." }}
      onChange={() => {}}
    />,
  );
  const category = screen.getByLabelText("Kategooria, mille raamatuid näidatakse");
  expect(category).toHaveAccessibleDescription("Vali kategooria.");
  expect(category).toBeInvalid();
  expect(screen.getByLabelText("Raamatute arv")).toHaveAccessibleDescription(/Vale arv\./);
});
