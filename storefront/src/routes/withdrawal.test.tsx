import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { clearSession, setSession } from "#app/session/session.ts";
import { expectAccessible } from "#app/testing/axe.ts";
import { aUser } from "#app/testing/data.ts";
import { button, expectText, field, openerBelowRoot } from "#app/testing/screen.tsx";
import { problem } from "#app/testing/server.ts";
import * as withdrawal from "./withdrawal.tsx";

const open = openerBelowRoot({ supportEmail: "abi@heliriiul.test" }, [
  { path: "/taganemine", ...withdrawal },
]);

const PREVIEW = "POST /withdrawals/preview";
const CONFIRM = "POST /withdrawals";
const shown = {
  number: "H10001",
  kind: "order",
  items: ["Kevade", "Suvi"],
  paid: 22.4,
  refund: 22.4,
  withdrawableUntil: "2026-12-13T21:59:59.999Z",
  withdrawnAt: null,
};
const made = { ...shown, withdrawableUntil: null, withdrawnAt: "2026-11-29T10:05:00.000Z" };

beforeEach(() => clearSession());

it("a visitor fills in the form, sees what is withdrawn, and confirms", async () => {
  const { asked, user } = open("/taganemine", { [PREVIEW]: shown, [CONFIRM]: made });
  await user.type(await field("Ees- ja perekonnanimi"), "Mari Maasikas");
  await user.type(await field("Tellimuse või makse number"), " H10001 ");
  await user.type(await field("Meiliaadress"), "mari@naide.ee{Enter}");
  await expectText("Kevade", "Suvi", "Raamatud kaovad sinu riiulilt.");
  expect(screen.getAllByText("22,40 €")).toHaveLength(2);
  expect(screen.getByRole("heading", { name: "Kontrolli ja kinnita" })).toHaveFocus();
  await expectAccessible(document.body);
  const body = { name: "Mari Maasikas", number: "H10001", email: "mari@naide.ee" };
  expect(asked.map(({ call }) => call)).toEqual([PREVIEW]);
  await user.click(await button("Kinnitan taganemise"));
  await expectText(/kätte 29\.11\.2026 kell 12\.05/, /tagasi 22,40/);
  expect(asked.at(-1)).toMatchObject({ call: CONFIRM, body });
  expect(screen.getByRole("heading", { name: "Taganemine on kinnitatud" })).toHaveFocus();
});

it("a link and the session fill in the form; the data can be changed before confirming", async () => {
  setSession(aUser());
  const trial = { ...shown, kind: "subscription", items: ["Paindlik pakett"], number: "P10001" };
  const { user } = open("/taganemine?number=P10001", { [PREVIEW]: trial });
  expect(await field("Tellimuse või makse number")).toHaveValue("P10001");
  expect(await field("Meiliaadress")).toHaveValue(aUser().email);
  await user.click(await button("Jätka"));
  await expectText("Makse P10001", /^Pakett lõpeb kohe/);
  await user.click(await button("Muuda andmeid"));
  expect(await field("Tellimuse või makse number")).toHaveValue("P10001");
});

it("a withdrawal that was made before is shown as such", async () => {
  setSession(aUser());
  const { user } = open("/taganemine?number=H10001", { [PREVIEW]: { ...made, refund: 0 } });
  await user.click(await button("Jätka"));
  await expectText(/kätte 29\.11\.2026/, "Tagasi ei ole midagi maksta.");
});

it("names the fields that are missing", async () => {
  const { asked, user } = open("/taganemine", {});
  await user.click(await button("Jätka"));
  const name = await field("Ees- ja perekonnanimi");
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveAccessibleDescription("See väli on kohustuslik.");
  expect(await field("Meiliaadress")).toBeInvalid();
  expect(asked).toEqual([]);
  await expectAccessible(document.body);
});

it.each([
  [problem(404, "not-found"), /makstud tellimust ega makset ei leitud/],
  [problem(409, "withdrawal-waived"), /lõpeb sinu taganemisõigus/],
  [problem(409, "withdrawal-too-late"), "14 päeva taganemiseks on möödas."],
  [problem(409, "payment-in-progress"), /just pooleli/],
  [problem(429, "too-many-requests"), /Liiga palju katseid/],
  [problem(500, "internal"), "Taganemine ebaõnnestus."],
])("says why a withdrawal is not possible", async (answer, message) => {
  setSession(aUser());
  const { user } = open("/taganemine?number=H10001", { [PREVIEW]: answer });
  await user.click(await button("Jätka"));
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
});
