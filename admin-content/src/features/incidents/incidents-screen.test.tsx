import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeServer } from "storefront/testing/server.ts";
import { expect, it } from "vitest";
import { expectAccessible } from "#app/testing/axe.ts";
import { anIncident, renderScreen } from "#app/testing/operator.tsx";
import { IncidentsScreen } from "./incidents-screen.tsx";

const user = userEvent.setup();

it("empties as the incidents are resolved", async () => {
  let incidents = [
    anIncident(),
    anIncident({ id: "i-2", kind: "uus" as "withdrawal", proposal: "accept" }),
  ];
  const resolve = (id: string) => () => {
    incidents = incidents.filter((each) => each.id !== id);
    return anIncident({ resolvedAt: "2026-11-28T11:00:00.000Z" });
  };
  const first = anIncident().id;
  const server = fakeServer({
    [`POST /admin/incidents/${first}/proposal`]: resolve(first),
    "POST /admin/incidents/i-2/resolve": resolve("i-2"),
    "POST /admin/incidents/i-2/proposal": resolve("i-2"),
  });
  renderScreen(<IncidentsScreen />, () => ({ incidents, hasMore: false, open: incidents.length }));
  await screen.findByRole("heading", { name: "Makstud kaks korda" });
  expect(screen.getByRole("heading", { name: "uus" })).toBeInTheDocument();
  await expectAccessible(screen.getByRole("main"));

  const refund = { name: /^Tagasta 9,90.€$/ };
  await user.click(screen.getByRole("button", refund));
  await user.click(screen.getAllByRole("button", refund).at(-1) as HTMLElement);
  await expect.poll(() => screen.queryByText("Makstud kaks korda")).toBeNull();
  expect(server.asked[0]?.body).toEqual({ reason: "Tagastan liigse makse" });

  await user.click(screen.getByRole("button", { name: "Märgi lahendatuks" }));
  await user.click(
    screen.getAllByRole("button", { name: "Märgi lahendatuks" }).at(-1) as HTMLElement,
  );
  expect(await screen.findByText(/Kõik on lahendatud/)).toBeInTheDocument();
});

it("asks for a reason of one's own when it is resolved otherwise", async () => {
  const server = fakeServer({});
  renderScreen(<IncidentsScreen />, () => ({ incidents: [anIncident()], hasMore: false, open: 1 }));
  await user.click(await screen.findByRole("button", { name: "Lahenda muul viisil" }));
  await user.click(screen.getByRole("button", { name: "Märgi lahendatuks" }));
  expect(screen.getByLabelText("Põhjus")).toBeInvalid();
  expect(server.asked).toEqual([]);
});
