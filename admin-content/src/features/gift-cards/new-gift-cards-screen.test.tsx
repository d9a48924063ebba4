import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeServer } from "storefront/testing/server.ts";
import { expect, it, vi } from "vitest";
import { expectAccessible } from "#app/testing/axe.ts";
import { renderScreen } from "#app/testing/operator.tsx";
import { NewGiftCardsScreen } from "./new-gift-cards-screen.tsx";

const user = userEvent.setup();
const CALL = "POST /admin/gift-cards";
const CODES = ["ABCD-EFGH-JKLM", "ABCD-EFGH-JKLN"];

async function fill(label: string | RegExp, value: string) {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  if (value) await user.type(field, value);
}

it("shows all that is wrong, and sends nothing", async () => {
  const server = fakeServer({});
  renderScreen(<NewGiftCardsScreen />);
  await fill("Kuid", "37");
  await fill("Mitu kaarti", "0");
  await fill(/^Viimane/, "2020-01-01");
  await fill("Põhjus", "");
  await user.click(screen.getByRole("button", { name: "Loo kaardid" }));
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Kirjuta kuude arv 1 kuni 36.",
    "Kirjuta arv 1 kuni 1000.",
    "Viimane päev on liiga varane.",
    "Kirjuta põhjus.",
  ]);
  expect(server.asked).toEqual([]);
  await expectAccessible(screen.getByRole("main"));
});

it("shows the codes once: to copy, to download, to print; leaving asks", async () => {
  const server = fakeServer({ [CALL]: { codes: CODES } });
  const print = vi.fn();
  vi.stubGlobal("print", print);
  const router = renderScreen(<NewGiftCardsScreen />);
  await fill("Mitu kaarti", "2");
  await fill("Kuid", "3");
  await fill(/^Viimane/, "2099-12-31");
  await user.click(screen.getByRole("button", { name: "Loo kaardid" }));
  const heading = await screen.findByRole("heading", { name: "2 kinkekaarti on loodud" });
  expect(heading).toHaveFocus();
  expect(server.asked[0]?.body).toEqual({
    plan: "UNLIMITED",
    months: 3,
    count: 2,
    validUntil: "2099-12-31",
    note: "",
    reason: "Müüdud kinkekaardid",
  });
  const codes = within(screen.getByRole("list", { name: "Koodid" })).getAllByRole("listitem");
  expect(codes.map((code) => code.textContent)).toEqual(CODES);
  const printed = document.querySelectorAll(".op-print__card");
  expect(printed).toHaveLength(2);
  expect(printed[0]).toHaveTextContent(/Piiramatu pakett, 3 kuud.*JKLM.*\/kingitus.*31\.12\.2099/);
  await user.click(screen.getByRole("button", { name: "Prindi" }));
  expect(print).toHaveBeenCalledTimes(1);

  void router.navigate("/haldus/kinkekaardid");
  const question = await screen.findByRole("dialog", { name: "Kas koodid on alles?" });
  await expectAccessible(question);
  await user.click(within(question).getByRole("button", { name: "Jää siia" }));
  expect(screen.getByText("ABCD-EFGH-JKLM", { selector: "ol li" })).toBeInTheDocument();
  void router.navigate("/haldus/kinkekaardid");
  await user.click(await screen.findByRole("button", { name: "Koodid on alles, lahku" }));
  expect(await screen.findByText("mujal")).toBeInTheDocument();
});
