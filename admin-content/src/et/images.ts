import { recoveryStrings } from "./recovery.ts";

export const imageStrings = {
  title: "Pildid",
  lead: "Pildid, mida poe tekstid näitavad.",
  back: "Kõik pildid",
  search: "Otsi nime või kirjelduse järgi",
  upload: "Lisa pilte",
  uploadInput: "Pildifailid",
  found: (count: number) => (count === 1 ? "1 pilt" : `${count} pilti`),
  nothing: "Otsingule ei vasta ükski pilt.",
  none: "Pilte veel ei ole. Lisa esimene.",
  limit: "Näha on 200 uuemat. Vanemad leiab otsinguga.",
  uploads: "Saadetavad pildid",
  waiting: "Ootab järge",
  added: (count: number) => (count === 1 ? "Pilt on lisatud." : `${count} pilti on lisatud.`),
  retry: "Proovi uuesti",
  dismiss: (name: string) => `Eemalda loendist: ${name}`,
  uses: (count: number) =>
    count === 0 ? "Kasutamata" : count === 1 ? "Kasutab 1 tekst" : `Kasutab ${count} teksti`,
  yes: "jah",
  no: "ei",
  empty: "tühi",
  altMissing: "Kirjeldus puudub",
  decorativeShort: "Kaunistus",
  name: "Nimi",
  alt: "Kirjeldus",
  altHint:
    "Mida pildil näha on, neile, kes pilti ei näe. Tekst, kuhu pilt lisatakse, võtab selle siit.",
  decorative: "Pilt on ainult kaunistuseks ja kirjeldust ei vaja",
  saved: "Pilt on salvestatud.",
  size: (width: number, height: number) => `${width} × ${height} pikslit`,
  addedBy: (by: string | null, at: string) => (by ? `Lisas ${by}, ${at}` : `Lisatud ${at}`),
  replace: "Asenda pilt",
  replaceInput: "Uus pildifail",
  replaceHint: "Uus pilt on kohe kõigis tekstides, mis seda näitavad.",
  replaceTitle: "Kas asendada pilt?",
  replaceText: (texts: number) =>
    `Seda pilti näitab ${texts === 1 ? "1 avaldatud tekst" : `${texts} avaldatud teksti`}. Lugejad näevad uut pilti kohe. Kui see näitab midagi muud, paranda ka kirjeldus.`,
  replaced: "Pilt on asendatud.",
  usedBy: "Kus kasutatakse",
  unused: "Ükski tekst seda pilti ei näita.",
  live: "avaldatud",
  remove: "Kustuta pilt",
  removeHint: "Kustutada ei saa, sest tekstid näitavad seda pilti. Eemalda pilt enne tekstidest.",
  removeTitle: "Kas kustutada pilt?",
  removeText: (name: string) => `„${name}“ kaob jäädavalt.`,
  removed: "Pilt on kustutatud.",
  removeFailed: "Kustutamine ebaõnnestus.",
  removeRefused: "Mõni tekst on seda pilti vahepeal kasutama hakanud.",
};

export const imageRecoveryStrings = {
  ...recoveryStrings,
  newerExists:
    "Pärast seda on keegi pilti muutnud. Taastamisel jäävad sinu väärtused ja teise omad on näha välja juures.",
};

export const replaceStrings = {
  replace: "Asenda",
  before: "Praegu",
  after: (name: string) => `Uus: ${name}`,
};

export const uploadStrings = {
  sent: (percent: number) => `Saadetud ${percent}%`,
  working: "Töötlen …",
  failed: "Faili saatmine ebaõnnestus.",
  imageTooLarge: "Pilt on liiga suur. Fail võib olla kuni 20 MB.",
  tooManyPixels: "Pildil on liiga palju piksleid. Vähenda pilti ja proovi uuesti.",
  notAnImage: "Seda faili ei saa pildina lugeda. Sobivad JPEG, PNG ja WebP.",
  badName: "Faili nimi ei sobi. Lühenda nime ja jäta erimärgid välja.",
  soundTooLarge: "Helifail on liiga suur.",
  noSound: "Seda faili ei saa helina lugeda. Sobivad MP3 ja M4A.",
};

/** The progress of an upload by its sent share. */
export const sentText = (share: number) =>
  share < 1 ? uploadStrings.sent(Math.floor(share * 100)) : uploadStrings.working;

/** "240 kB", "1,4 MB". */
export function bytesText(bytes: number): string {
  const kb = bytes / 1000;
  if (kb < 1000) return `${Math.max(1, Math.round(kb))} kB`;
  return `${(kb / 1000).toFixed(1).replace(".", ",")} MB`;
}
