import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeServer, problem } from "storefront/testing/server.ts";
import { expect, it } from "vitest";
import { renderScreen } from "#app/testing/operator.tsx";
import { NewDiscountsScreen } from "./new-discounts-screen.tsx";

const user = userEvent.setup();
const CALL = "POST /admin/discounts";

it("makes a code, and says when there is such a code", async () => {
  const server = fakeServer({ [CALL]: problem(409, "conflict") });
  renderScreen(<NewDiscountsScreen />);
  const code = await screen.findByLabelText("Kood");
  await user.click(screen.getByRole("button", { name: "Loo" }));
  expect(code).toHaveAccessibleDescription(/Kirjuta kood\./);
  await user.type(code, "SUVI2027");
  await user.click(screen.getByRole("button", { name: "Loo" }));
  await expect.poll(() => code).toHaveAccessibleDescription(/Selline kood on juba olemas/);
  server.answers[CALL] = { codes: ["SUVI2027"] };
  await user.click(screen.getByRole("button", { name: "Loo" }));
  expect(await screen.findByRole("heading", { name: "Sooduskood on loodud" })).toHaveFocus();
  expect(server.asked.at(-1)?.body).toEqual({
    code: "SUVI2027",
    count: 1,
    percent: 10,
    scope: "cart",
    validFrom: null,
    validUntil: null,
    maxUses: null,
    maxPerUser: 1,
    reason: "Kampaania",
  });
});
