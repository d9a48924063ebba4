// The texts for every kind that the server names.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { changeSentence } from "./changes.ts";
import { eventSentence, eventSentences } from "./events.ts";
import { incidentKinds } from "./incidents.ts";
import { causes, jobKinds } from "./words.ts";

const NBSP = "\u00a0";
const source = (path: string) => readFileSync(`${process.cwd()}/../api/src/${path}`, "utf8");

/** The texts of a Rust enum with `Name = "text"` variants. */
function textsOf(path: string, name: string): string[] {
  const body = source(path).split(`pub enum ${name} {`)[1]?.split("\n    }")[0] ?? "";
  return [...body.matchAll(/= "([^"]+)"/g)].map(([, text = ""]) => text);
}

function eventKinds(): string[] {
  const body = source("ledger/events.rs").split("pub enum EventKind {")[1]?.split("\n}")[0] ?? "";
  const names = [...body.matchAll(/^ {4}([A-Z]\w+),$/gm)].map(([, name = ""]) => name);
  return names.map((name) => name.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase());
}

const sentence = (kind: string, detail: Record<string, unknown> = {}) =>
  eventSentence({ kind, detail }, (id) => (id === "b-1" ? "Kevade" : id));

it("has a sentence for every kind of event, also without details", () => {
  const kinds = eventKinds();
  expect(kinds.length).toBeGreaterThan(35);
  expect(Object.keys(eventSentences).sort()).toEqual([...kinds].sort());
  for (const kind of kinds) {
    expect(sentence(kind), kind).toMatch(/^[A-ZÕÄÖÜ].*\.$/);
    expect(sentence(kind), kind).not.toMatch(/undefined|NaN| {2}| \.|: \.|, \./);
  }
});

it("has words for every incident, cause and job", () => {
  const keys = (words: object) => Object.keys(words).sort();
  expect(keys(incidentKinds)).toEqual(textsOf("ledger/incidents.rs", "IncidentKind").sort());
  expect(keys(causes)).toEqual(textsOf("ledger/events.rs", "Cause").sort());
  expect(keys(jobKinds)).toEqual(textsOf("jobs/queue.rs", "JobKind").sort());
});

it.each([
  ["order-created", { number: "H10001", total: 9.9 }, `Tellimus H10001 loodi, summa 9,90${NBSP}€.`],
  ["order-closed", { status: "expired" }, "Tellimus suleti: aegunud."],
  [
    "transaction-changed",
    { before: "CREATED", after: "COMPLETED" },
    "Makse seis muutus: alustatud → makstud.",
  ],
  [
    "refund-changed",
    { amount: 9.9, after: "SETTLED" },
    `Tagasimakse 9,90${NBSP}€ seis muutus: makstud.`,
  ],
  ["book-returned", { bookId: "b-1" }, "Raamat „Kevade“ eemaldati raamaturiiulist."],
  [
    "charge-declined",
    { attempt: 2, payment: "P10001" },
    "Pank lükkas kaardimakse P10001 tagasi, katse 2.",
  ],
  ["incident-resolved", { kind: "paid-twice" }, "Lahendatud: makstud kaks korda."],
  ["subscription-renewed", { until: "2026-12-20T22:30:00Z" }, "Pakett uuenes kuni 21.12.2026."],
  [
    "subscription-changed",
    { change: { change: "extend", days: 3 } },
    "Haldur muutis paketti: pikendus, 3 päeva.",
  ],
  ["uus-liik", {}, "uus-liik"],
])("%s", (kind, detail, expected) => {
  expect(sentence(kind, detail)).toBe(expected);
});

it.each([
  [{ change: "give-months", months: 1, plan: "UNLIMITED" }, "kingitus, 1 kuu, Piiramatu pakett"],
  [{ change: "move-renewal", day: "2027-01-05" }, "uuendamise päev on nüüd 5.1.2027"],
  [{ change: "change-plan", plan: "20H_LIMITED" }, "Paindlik pakett kohe"],
  [{ change: "change-next-plan", plan: "UNLIMITED" }, "Piiramatu pakett järgmisest uuendamisest"],
  [{ change: "end-at-period-end" }, "uuendamine lõpetati"],
  [{ change: "end-now" }, "lõpetati kohe"],
  [{ change: "uus" }, "uus"],
  [undefined, "muudatus"],
])("names the change %j", (change, expected) => {
  expect(changeSentence(change)).toBe(expected);
});
