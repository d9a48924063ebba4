import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeServer, problem } from "storefront/testing/server.ts";
import { expect, it } from "vitest";
import type { Person } from "#app/operator/types.ts";
import { expectAccessible } from "#app/testing/axe.ts";
import { anEvent, anIncident, aPerson, PERSON_ID, renderScreen } from "#app/testing/operator.tsx";
import { PersonScreen } from "./person-screen.tsx";
import { changesOf } from "./subscription.tsx";
import { codesOf } from "./subscription-dialog.tsx";

const user = userEvent.setup();
const button = (name: string) => screen.getByRole("button", { name });
const part = (name: string) => within(screen.getByRole("region", { name }));

async function open(person: Person = aPerson(), answers: Record<string, unknown> = {}) {
  const server = fakeServer(answers);
  renderScreen(<PersonScreen />, () => person);
  await screen.findByRole("heading", { level: 1, name: "Kaja Kuulaja" });
  return server;
}

it("shows the account, the subscription, the money and the events", async () => {
  const change = anEvent({
    id: "ev-2",
    kind: "subscription-changed",
    by: "Hando Haldur",
    cause: "admin",
    detail: { change: { change: "extend", days: 3 }, reason: "Kuulamine ei töötanud" },
    undoable: true,
  });
  await open(aPerson({ incidents: [anIncident()], events: [change, anEvent()] }));
  expect(part("Pakett").getByText("Kehtib")).toBeInTheDocument();
  expect(part("Tellimused").getByText(/raamaturiiulis/)).toBeInTheDocument();
  expect(part("Vaja otsust").getByText("Makstud kaks korda")).toBeInTheDocument();
  expect(part("Sündmused").getByText(/Hando Haldur/)).toBeInTheDocument();
  expect(part("Sündmused").getByText("Põhjus: Kuulamine ei töötanud")).toBeInTheDocument();
  expect(part("Sündmused").getAllByRole("button")).toHaveLength(1);
  await expectAccessible(screen.getByRole("main"));
});

it("refunds a book, with a reason", async () => {
  const call = "POST /admin/orders/o-1/refund";
  const server = await open(undefined, {
    [call]: { amount: 9.9, status: "CREATED", repeated: false },
  });
  await user.click(button("Tagasta raha: Kevade"));
  expect(screen.getByRole("dialog")).toHaveTextContent(/kaob raamaturiiulist/);
  await user.click(
    within(screen.getByRole("dialog")).getByRole("button", { name: "Tagasta raha" }),
  );
  expect(await screen.findByText(/Tagasimakse 9,90.€ on saadetud/)).toBeInTheDocument();
  expect(server.asked[0]?.body).toEqual({ bookId: "b-1", reason: "Kliendi soov" });
});

it("refunds an amount that is left, and says when it was sent before", async () => {
  const call = "POST /admin/transactions/t-1/refund";
  const server = await open(undefined, {
    [call]: { amount: 5, status: "SETTLED", repeated: true },
  });
  await user.click(button("Tagasta summa: H10001"));
  const amount = screen.getByLabelText("Summa eurodes");
  await user.clear(amount);
  await user.type(amount, "10");
  await user.click(button("Tagasta"));
  expect(amount).toHaveAccessibleDescription("Summa on suurem, kui tagastada saab.");
  await user.clear(amount);
  await user.type(amount, "5,00");
  await user.click(button("Tagasta"));
  expect(await screen.findByText(/oli juba tehtud/)).toBeInTheDocument();
  expect(server.asked.map(({ body }) => body)).toEqual([{ amount: 5, reason: "Kliendi soov" }]);
});

it("does not offer the refund of a book twice", async () => {
  const person = aPerson();
  const [transaction] = person.transactions;
  const refund = {
    id: "r-1",
    amount: 9.9,
    comment: "",
    bookId: "b-1",
    createdAt: person.createdAt,
  };
  transaction?.refunds.push({ ...refund, status: "SETTLED" });
  await open(person);
  expect(screen.queryByRole("button", { name: /Tagasta raha/ })).toBeNull();
  expect(part("Tellimused").getByText(/tagastatud, raamaturiiulis/)).toBeInTheDocument();
});

it("gives months, which need no subscription", async () => {
  const server = await open(aPerson({ subscription: null }), {
    [`POST /admin/people/${PERSON_ID}/subscription`]: aPerson(),
  });
  await user.click(button("Anna kuid"));
  await user.clear(screen.getByLabelText("Kuid"));
  await user.type(screen.getByLabelText("Kuid"), "2");
  await user.selectOptions(screen.getByRole("combobox", { name: "Pakett" }), "Paindlik pakett");
  await user.click(button("Anna kuud"));
  expect(await screen.findByText("Pakett on muudetud.")).toBeInTheDocument();
  expect(server.asked[0]?.body).toEqual({
    change: { change: "give-months", plan: "20H_LIMITED", months: 2 },
    reason: "Kingitus",
  });
});

it("sends an unsent email again, once", async () => {
  const call = "POST /admin/emails/e-1/resend";
  const server = await open(undefined, { [call]: undefined });
  await user.click(button("Saada uuesti: Kviitung"));
  expect(await screen.findByText("Kiri saadetakse kohe.")).toBeInTheDocument();
  await user.click(button("Saada uuesti: Kviitung"));
  expect(server.count(call)).toBe(1);
});

it("sends a receipt again", async () => {
  const call = "POST /admin/receipts/r-1/send";
  const server = await open(undefined, { [call]: undefined });
  await user.click(button("Saada uuesti: Kviitung 7"));
  expect(await screen.findByText(/Kiri saadetakse kohe/)).toBeInTheDocument();
  expect(server.count(call)).toBe(1);
});

it("says that an email was sent meanwhile", async () => {
  await open(undefined, { "POST /admin/emails/e-1/resend": problem(409, "conflict") });
  await user.click(button("Saada uuesti: Kviitung"));
  expect(await screen.findByText("See kiri on juba saadetud.")).toBeInTheDocument();
});

it("offers the changes that the state allows", () => {
  const { subscription } = aPerson();
  if (!subscription) throw new Error("The person has a subscription.");
  expect(changesOf(null)).toEqual(["give-months"]);
  expect(changesOf({ ...subscription, status: "ended" })).toEqual(["give-months"]);
  expect(changesOf(subscription)).toHaveLength(7);
  expect(changesOf({ ...subscription, renews: false })).toEqual([
    "extend",
    "give-months",
    "change-plan",
    "end-now",
  ]);
});

it("checks the fields of a change", () => {
  const values = { days: "0", months: "37", day: "", plan: "UNLIMITED" as const };
  const renewal = "2026-12-20T22:30:00.000Z";
  expect(codesOf("extend", values, renewal)).toEqual({ days: "out-of-range" });
  expect(codesOf("give-months", values, renewal)).toEqual({ months: "out-of-range" });
  expect(codesOf("move-renewal", values, renewal)).toEqual({ day: "required" });
  // The renewal is on the 21st in Tallinn.
  const day = (text: string) => codesOf("move-renewal", { ...values, day: text }, renewal).day;
  expect(day("2026-12-21")).toBe("too-early");
  expect(day("2026-12-22")).toBeUndefined();
  expect(codesOf("end-now", values, renewal)).toEqual({});
});
