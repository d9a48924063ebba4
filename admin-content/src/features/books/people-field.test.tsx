import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { newPerson, type PersonRow } from "./book-fields.ts";
import { PeopleField } from "./people-field.tsx";

const user = userEvent.setup();

function People({ names }: { names: string[] }) {
  const [people, setPeople] = useState<PersonRow[]>(() =>
    names.map((lastName) => ({ ...newPerson(), lastName })),
  );
  return (
    <PeopleField
      id="authors"
      label="Autorid"
      called="Autor"
      addLabel="Lisa autor"
      people={people}
      onChange={setPeople}
    />
  );
}

const names = () =>
  screen.getAllByLabelText<HTMLInputElement>("Perekonnanimi").map(({ value }) => value);

it("reorders by keyboard and keeps the focus on the button", async () => {
  render(<People names={["Luts", "Vilde"]} />);
  const down = screen.getByRole("button", { name: "Liiguta alla: Luts" });
  down.focus();
  await user.keyboard("{Enter}");
  expect(names()).toEqual(["Vilde", "Luts"]);
  expect(down).toHaveFocus();
  expect(down).toHaveAttribute("aria-disabled", "true");
  expect(screen.getByText("Luts on nüüd 2. kohal (kokku 2).")).toBeInTheDocument();
});

it("puts the focus into a new row, and after removing to a neighbour, at last to adding", async () => {
  render(<People names={["Luts"]} />);
  await user.click(screen.getByRole("button", { name: "Lisa autor" }));
  expect(screen.getAllByLabelText("Eesnimi")[1]).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Eemalda: nimeta" }));
  expect(screen.getByRole("button", { name: "Eemalda: Luts" })).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: "Lisa autor" })).toHaveFocus();
});
