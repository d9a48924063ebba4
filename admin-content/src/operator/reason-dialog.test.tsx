import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Field } from "storefront/kit/form/field.tsx";
import { fakeServer, problem } from "storefront/testing/server.ts";
import { expect, it, vi } from "vitest";
import { expectAccessible } from "#app/testing/axe.ts";
import { renderScreen } from "#app/testing/operator.tsx";
import { ACCOUNT } from "#app/testing/session.ts";
import { retryJob } from "./calls.ts";
import { fieldId } from "./form-messages.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

const user = userEvent.setup();
const CALL = "POST /admin/jobs/j-1/retry";
const onClose = vi.fn();
const load = vi.fn(() => null);

async function open(answer: unknown, reason = "Viga on parandatud") {
  onClose.mockClear();
  load.mockClear();
  const server = fakeServer({ [CALL]: answer, "POST /login": ACCOUNT });
  renderScreen(
    <ReasonDialog
      title="Proovi uuesti"
      submit="Proovi"
      lead="Töö tehakse kohe uuesti."
      reason={reason}
      check={() => ({ days: "out-of-range" === reason && "out-of-range" })}
      fields={(errors) => (
        <Field id={fieldId("days")} label="Päevi" defaultValue="3" error={errors.days} />
      )}
      send={(given) => retryJob("j-1", given)}
      done={() => "Tehtud."}
      onClose={onClose}
    />,
    load,
  );
  await screen.findByRole("dialog", { name: "Proovi uuesti" });
  return server;
}

const submit = () => user.click(screen.getByRole("button", { name: "Proovi" }));

it("sends the reason, loads the screen's data again, and closes", async () => {
  const server = await open(undefined);
  expect(screen.getByLabelText("Põhjus")).toHaveFocus();
  await expectAccessible(screen.getByRole("dialog"));
  await submit();
  expect(await screen.findByText("Tehtud.")).toBeInTheDocument();
  expect(server.asked[0]?.body).toEqual({ reason: "Viga on parandatud" });
  expect(load).toHaveBeenCalledTimes(2);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it("sends nothing without a reason", async () => {
  const server = await open(undefined, " ");
  await submit();
  const field = screen.getByLabelText("Põhjus");
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(/Kirjuta põhjus\./);
  expect(server.asked).toEqual([]);
  await expectAccessible(screen.getByRole("dialog"));
});

it("shows all fields that are wrong at once", async () => {
  const server = await open(undefined, "out-of-range");
  await user.clear(screen.getByLabelText("Põhjus"));
  await submit();
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Kirjuta päevade arv 1 kuni 366.",
    "Kirjuta põhjus.",
  ]);
  expect(server.asked).toEqual([]);
});

it("sends once when the button is pressed twice", async () => {
  let answer = (_: unknown) => {};
  const server = await open(() => new Promise((resolve) => (answer = resolve)));
  await submit();
  await submit();
  expect(server.count(CALL)).toBe(1);
  answer(undefined);
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

it.each([
  [409, "payment-in-progress", /pooleli/],
  [409, "conflict", /Värskenda lehte/],
  [503, "provider-unavailable", /Proovi mõne minuti pärast uuesti/],
  [500, "internal", /See ebaõnnestus/],
])("says what to do about %i %s", async (status, code, message) => {
  await open(problem(status, code));
  await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(onClose).not.toHaveBeenCalled();
});

it("shows the server's errors at their fields", async () => {
  await open(problem(422, "validation", { errors: [{ field: "days", code: "out-of-range" }] }));
  await submit();
  await expect.poll(() => screen.getByLabelText("Päevi")).toBeInvalid();
});

it("keeps what was typed when the network fails", async () => {
  const server = await open(undefined);
  delete server.answers[CALL];
  await user.type(screen.getByLabelText("Põhjus"), ", kontrollitud");
  await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent(/Sinu kirjutatu on siin alles/);
  expect(screen.getByLabelText("Põhjus")).toHaveValue("Viga on parandatud, kontrollitud");
});

it("goes on after a login when the session has ended", async () => {
  let isEnded = true;
  const server = await open(() => (isEnded ? problem(401, "unauthorized") : undefined));
  await submit();
  await user.type(await screen.findByLabelText("Meiliaadress"), ACCOUNT.email);
  isEnded = false;
  await user.type(screen.getByLabelText("Parool"), "heliriiul{Enter}");
  expect(await screen.findByText("Tehtud.")).toBeInTheDocument();
  expect(server.count(CALL)).toBe(2);
});
