import type { OrderStatus } from "#app/operator/types.ts";
import { orderStatuses } from "./words.ts";

const all = { value: "", label: "Kõik" };

export const peopleStrings = {
  title: "Inimesed",
  lead: "Leia inimene ja kõik, mis on tema raha ja kuulamisõigusega juhtunud.",
  search: "Otsi inimest",
  hint: "Meiliaadress, nimi, tellimuse, makse või kviitungi number, makseteenuse tehing või kinkekaardi kood.",
  newest: "Uusimad kontod",
  found: "Leitud inimesed",
  nothing: "Kedagi ei leitud. Kontrolli numbrit või otsi osa meiliaadressist.",
  name: "Nimi",
  email: "Meiliaadress",
  role: "Roll",
  since: "Konto loodud",
  matched: (text: string) => `Vaste: ${text}`,
};

export const orderStrings = {
  title: "Tellimused",
  lead: "Raamatute ostud, uusimad ees.",
  paid: "Makstud",
  filters: [
    all,
    ...(Object.keys(orderStatuses) as OrderStatus[]).map((value) => ({
      value,
      label: orderStatuses[value],
    })),
  ],
};

export const transactionStrings = {
  title: "Maksed",
  lead: "Makseteenuse tehingud, uusimad ees.",
  id: "Tehing",
  filters: [
    all,
    { value: "paid", label: "Raha laekunud" },
    { value: "open", label: "Pooleli" },
    { value: "unpaid", label: "Maksmata jäänud" },
  ],
};

export const subscriberStrings = {
  title: "Tellijad",
  lead: "Kõik, kellel on või on olnud pakett, uusimad ees.",
  plan: "Pakett",
  paidUntil: "Kehtib kuni",
  renewal: "Uueneb",
  renews: "Jah",
  stays: "Ei",
  failed: (count: number) => `tagasi lükatud ${count} ×`,
  filters: [
    all,
    { value: "active", label: "Kehtivad" },
    { value: "grace", label: "Makse hilineb" },
    { value: "ended", label: "Lõppenud" },
  ],
};

export const refundStrings = {
  title: "Tagasimaksed",
  lead: "Raha, mida on tagastatud või mis ootab tagastamist, uusimad ees.",
  comment: "Selgitus",
  filters: [
    { value: "open", label: "Lahtised" },
    { value: "all", label: "Kõik" },
  ],
};

export const jobStrings = {
  title: "Taustatööd",
  lead: "Tööd, mis ootavad oma aega või ei õnnestu. Pood proovib neid ise uuesti.",
  kind: "Töö",
  runAt: "Järgmine katse",
  attempts: "Katseid",
  lastError: "Viimane viga",
  noError: "Ei ole",
  retry: "Proovi kohe",
  retryTitle: "Proovi kohe uuesti",
  retryText: (job: string) => `„${job}“ tehakse kohe uuesti.`,
  retryReason: "Viga on kõrvaldatud",
  retried: "Töö proovib kohe uuesti.",
  filters: [
    { value: "failing", label: "Ebaõnnestuvad" },
    { value: "all", label: "Kõik" },
  ],
};
