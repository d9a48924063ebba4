import type { ScheduledAction } from "#app/api/types.ts";
export const scheduleStrings = {
  title: "Ajakava",
  lead: "Mis millal ise avaldatakse ja maha võetakse. Kellaajad on Eesti aja järgi.",
  empty: "Midagi ei ole ajastatud. Tekst saab oma aja selle muutmise lehel.",
  toDocuments: "Tekstide juurde",
  today: "Täna",
  tomorrow: "Homme",
  acts: {
    publish: "Avaldatakse",
    "take-down": "Võetakse maha",
  } satisfies Record<ScheduledAction["act"], string>,
  revision: (number: number) => `Versioon ${number}`,
};
