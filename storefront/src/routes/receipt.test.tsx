import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { setSession } from "#app/session/session.ts";
import { aReceipt, aUser } from "#app/testing/data.ts";
import { button, expectText, expectToast, openerBelowRoot } from "#app/testing/screen.tsx";
import { fakeServer, problem } from "#app/testing/server.ts";
import * as receipt from "./receipt.tsx";

const openReceipt = openerBelowRoot({}, [{ path: "/konto/kviitung/:id", ...receipt }]);
const open = () => openReceipt("/konto/kviitung/r1");

function server(over: Record<string, unknown> = {}) {
  setSession(aUser());
  return fakeServer({ "GET /receipts/r1": aReceipt(), ...over });
}

it("sends a visitor to /login", async () => {
  fakeServer({});
  const { at } = open();
  await waitFor(() => expect(at()).toBe("/login"));
});

it("shows the seller, the lines and the VAT, and prints", async () => {
  server();
  const print = vi.fn();
  vi.stubGlobal("print", print);
  open();
  expect(await screen.findByRole("heading", { name: "Kviitung nr 7" })).toBeVisible();
  for (const text of ["Registrikood 12345678", "KMKR nr EE123456789", "Oskar Luts - Kevade"]) {
    expect(screen.getByText(text, { exact: false })).toBeVisible();
  }
  expect(screen.getByRole("row", { name: /^9% 9,08.* 0,82/ })).toBeVisible();
  (await button("Prindi")).click();
  expect(print).toHaveBeenCalledOnce();
});

it("shows a cancelled credit note with the receipt that it credits", async () => {
  server({
    "GET /receipts/r1": aReceipt({
      kind: "credit-note",
      number: 2,
      total: -9.9,
      cancelledAt: "2026-11-30T10:00:00.000Z",
      credited: { number: 7, issuedAt: "2026-11-28T10:00:00.000Z" },
    }),
  });
  open();
  expect(await screen.findByRole("heading", { name: "Kreeditarve nr 2" })).toBeVisible();
  await expectText("Kviitung nr 7 (28.11.2026)");
  expect(screen.getByText(/^See kreeditarve tühistati 30.11.2026/)).toBeVisible();
});

it("sends the receipt by email, and says when that fails", async () => {
  server({ "POST /receipts/r1/send": undefined });
  open();
  (await button("Saada e-postiga")).click();
  await expectToast("Saatsime selle aadressile mari@mail.ee.");
  server({ "POST /receipts/r1/send": problem(429, "too-many-requests") });
  (await button("Saada e-postiga")).click();
  await expectToast(
    "Saatmine ebaõnnestus. Liiga palju katseid. Palun oota veidi ja proovi uuesti.",
  );
});
