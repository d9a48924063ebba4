import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { Document } from "#app/api/types.ts";
import { aDocument } from "#app/testing/data.ts";
import type { Invalid } from "#app/working-copy/fields.ts";
import { DocumentCopy } from "./document-copy.ts";
import { SchedulePanel } from "./schedule-panel.tsx";

function show(over: Partial<Document> = {}, invalid: Invalid[] = []) {
  const onSchedule = vi.fn().mockResolvedValue("done");
  const state = { ...new DocumentCopy(aDocument(over)).getSnapshot(), invalid };
  render(<SchedulePanel state={state} onSchedule={onSchedule} />);
  return onSchedule;
}

const set = () => screen.getByRole("button", { name: "Ajasta" });

async function type(label: string, at: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, at);
}

it("reads the times by the clock in Tallinn", async () => {
  const onSchedule = show();
  await userEvent.click(screen.getByText("Ajastamine"));
  await type("Avaldamise aeg", "2026-12-05T10:00");
  await type("Avaldamise lõpp", "2027-07-01T00:00");
  await userEvent.click(set());
  expect(onSchedule).toHaveBeenCalledWith("2026-12-05T08:00:00.000Z", "2027-06-30T21:00:00.000Z");
});

it("shows the plan as it is, and drops it", async () => {
  const onSchedule = show({ publishAt: "2026-12-05T08:00:00Z", status: "scheduled" });
  expect(screen.getByLabelText("Avaldamise aeg")).toHaveValue("2026-12-05T10:00");
  await userEvent.click(screen.getByRole("button", { name: "Tühista ajastus" }));
  expect(onSchedule).toHaveBeenCalledWith(null, null);
});

it.each([
  ["", "", "Vali vähemalt üks aeg."],
  ["2026-03-29T03:30", "", "Seda kellaaega sel päeval ei ole: kell keeratakse edasi."],
  ["2026-12-05T10:00", "2026-12-05T10:00", "Lõpp peab olema avaldamisest hiljem."],
])("does not send %j to %j", async (from, until, message) => {
  const onSchedule = show({ takeDownAt: "2026-12-01T08:00:00Z" });
  await userEvent.clear(screen.getByLabelText("Avaldamise lõpp"));
  if (from) await type("Avaldamise aeg", from);
  if (until) await type("Avaldamise lõpp", until);
  await userEvent.click(set());
  expect(screen.getByText(message)).toBeInTheDocument();
  expect(onSchedule).not.toHaveBeenCalled();
});

it("shows at the field what the server refused", () => {
  show({ publishAt: "2026-12-05T08:00:00Z" }, [{ field: "publishAt", code: "in-past" }]);
  expect(screen.getByText("See aeg on juba möödas.")).toBeInTheDocument();
});
