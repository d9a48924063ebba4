// Changes of a subscription: what a dialog offers, what will happen, and what has happened.
import { dayText, plainDay } from "#app/et/day.ts";
import type { Plan, SubscriptionChange } from "#app/operator/types.ts";
import { plans } from "./words.ts";

export type ChangeKind = SubscriptionChange["change"];

type Words = { action: string; submit: string; reason: string };

export const changeWords: Record<ChangeKind, Words> = {
  extend: {
    action: "Pikenda päevade kaupa",
    submit: "Pikenda",
    reason: "Kuulamine ei töötanud",
  },
  "give-months": { action: "Anna kuid", submit: "Anna kuud", reason: "Kingitus" },
  "move-renewal": {
    action: "Nihuta uuendamise päeva",
    submit: "Nihuta",
    reason: "Kliendi soov",
  },
  "change-plan": { action: "Vaheta paketti kohe", submit: "Vaheta kohe", reason: "Kliendi soov" },
  "change-next-plan": {
    action: "Vaheta paketti järgmisest uuendusest",
    submit: "Vaheta",
    reason: "Kliendi soov",
  },
  "end-at-period-end": {
    action: "Lõpeta perioodi lõpus",
    submit: "Lõpeta uuendamine",
    reason: "Kliendi soov",
  },
  "end-now": { action: "Lõpeta kohe", submit: "Lõpeta kohe", reason: "Kliendi soov" },
};

type Dates = { paidUntil: string | null; renewsAt: string | null };

/** What the dialog says will happen. */
export const changeEffects: Record<ChangeKind, (dates: Dates) => string> = {
  extend: ({ paidUntil }) =>
    `Praegu kehtib pakett kuni ${date(paidUntil)}. Lisatud päevad on tasuta ja järgmine makse nihkub sama palju edasi.`,
  "give-months": () =>
    "Lisatud kuud on tasuta ja algavad siis, kui praegune makstud aeg lõpeb. Ilma paketita inimesel algavad need kohe. Kaardilt raha ei võeta.",
  "move-renewal": ({ renewsAt }) =>
    `Järgmine makse on ${date(renewsAt)}. Päevad uue uuendamise päevani on tasuta.`,
  "change-plan": () =>
    "Praegune periood ja järgmised uuendamised lähevad kohe teisele paketile. Vahet ei võeta ega tagastata.",
  "change-next-plan": ({ renewsAt }) =>
    `Praegune periood jääb samaks. Uus pakett ja selle hind kehtivad alates ${date(renewsAt)}.`,
  "end-at-period-end": ({ paidUntil }) =>
    `Pakett ei uuene ja kuulata saab kuni ${date(paidUntil)}. Inimene saab kirja.`,
  "end-now": () =>
    "Kuulamine lõpeb kohe, ka makstud aja eest. Raha see ei tagasta: tee tagasimakse eraldi. Inimene saab kirja.",
};

const date = (time: string | null): string => (time ? dayText(time) : "järgmisest uuendamisest");

const days = (count: number): string => (count === 1 ? "1 päev" : `${count} päeva`);
const months = (count: number): string => (count === 1 ? "1 kuu" : `${count} kuud`);
const planName = (plan: Plan): string => plans[plan] ?? plan;

/** "pikendati 3 päeva". The change comes from an event, so it may be of a newer kind. */
export function changeSentence(given: unknown): string {
  const change = given as SubscriptionChange | undefined;
  switch (change?.change) {
    case "extend":
      return `pikendus, ${days(change.days)}`;
    case "give-months":
      return `kingitus, ${months(change.months)}, ${planName(change.plan)}`;
    case "move-renewal":
      return `uuendamise päev on nüüd ${plainDay(change.day)}`;
    case "change-plan":
      return `${planName(change.plan)} kohe`;
    case "change-next-plan":
      return `${planName(change.plan)} järgmisest uuendamisest`;
    case "end-at-period-end":
      return "uuendamine lõpetati";
    case "end-now":
      return "lõpetati kohe";
    default:
      return String((change as { change?: unknown } | undefined)?.change ?? "muudatus");
  }
}
