// Texts of the document screen.

export const documentText = {
  title: "Pealkiri",
  label: "Rea pealkiri",
  text: "Tekst",
  summary: "Kokkuvõte",
  summaryHint: "Otsingumootoritele ja jagamiseks, kuni 500 tähemärki.",
  showInFooter: "Näita lehte poe jaluses",
  linkedPage: "Leht, kuhu teadaanne viib",
  noPage: "Ei vii kuhugi",
  linkText: "Lingi tekst",
  state: "Olek",
  published: (at: string) => `Avaldatud ${at}`,
  neverPublished: "Lugejad seda ei näe.",
  savedAt: (time: string) => `Salvestatud ${time}`,
  away: "Võrk puudub – proovin uuesti",
  unavailable: "Server ei vasta – proovin uuesti",
  loggedOut: "Sessioon on lõppenud – tekst on salvestamata",
  cannotSave: "Salvestamine ei õnnestu – tekst on siin alles",
  refused: "Ei saa salvestada – paranda märgitud väljad",
  writing: (names: string) => `Praegu kirjutab ka: ${names}`,
  save: "Salvesta mustand",
  publish: "Avalda",
  publishing: "Avaldan …",
  takeDown: "Lõpeta avaldamine",
  takeDownTitle: "Kas lõpetada avaldamine?",
  takeDownText:
    "Lugejad seda enam ei näe. Tekst jääb mustandina alles ja selle saab uuesti avaldada.",
  see: "Vaata poes",
  history: "Ajalugu",
  savedNotice: "Mustand on salvestatud.",
  publishedNotice: "Avaldatud. Lugejad näevad seda kohe.",
  takenDownNotice: "Avaldamine on lõpetatud.",
  saveFailed: "Salvestamine ebaõnnestus. Sinu tekst on siin alles.",
  publishFailed: "Avaldamine ebaõnnestus. Sinu tekst on siin alles.",
  takeDownFailed: "Avaldamise lõpetamine ebaõnnestus.",
  stateChanged: "Keegi muutis vahepeal avaldamise olekut. Vaata see üle ja proovi uuesti.",
  titleRequired: "Pealkiri on kohustuslik.",
  linkTextRequired: "Lingil peab olema tekst.",
  pageGone: "Seda lehte enam ei ole.",
  bookGone: "Mõnda valitud raamatut enam ei ole.",
  ruleCategory: "Kategooria",
  ruleCategoryRequired: "Vali, millise kategooria raamatuid rida näitab.",
  ruleCategoryGone: "Seda kategooriat enam ei ole.",
  ruleCount: "Raamatute arv",
  ruleCountWrong: "Raamatuid võib reas olla 1 kuni 100.",
  altMissing: "Mõnel pildil puudub kirjeldus. Lisa see või märgi pilt kaunistuseks.",
  imageGone: "Seda pilti enam ei ole.",
  shareImage: "Jagamispilt",
  shareImageHint: "Seda pilti näitavad sotsiaalvõrgud, kui keegi lehte jagab.",
  chooseImage: "Vali pilt",
  changeImage: "Vaheta pilti",
  removeImage: "Eemalda pilt",
};

export const leaveText = {
  title: "Salvestamata muudatused",
  text: "Sellel lehel on muudatusi, mida ei ole salvestatud.",
  stay: "Jää siia",
  leave: "Lahku salvestamata",
  save: "Salvesta ja lahku",
};

export const conflictText = {
  title: "Keegi on vahepeal salvestanud",
  text: "Võrdle tekste ja vali, kummaga jätkata. Kummastki ei kao midagi: teine jääb ajalukku.",
  mine: "Sinu tekst",
  theirs: (by: string | null, at: string) => `${by ?? "Import"}, ${at}`,
  marked: "Erinevad lõigud on märgitud.",
  keepMine: "Jätka oma tekstiga",
  takeTheirs: "Jätka teise tekstiga",
  keptMine: "Jätkad oma tekstiga. See salvestatakse uusima versioonina.",
  tookTheirs: "Teine tekst on ees. Sinu oma on ajaloos.",
};

export const recoveryText = {
  title: "Siin on salvestamata tekst",
  text: (at: string) => `See jäi sellesse brauserisse ${at}. Serveris seda ei ole.`,
  newerExists:
    "Pärast seda on dokumenti salvestatud. Taastamisel näed mõlemat teksti ja saad neid võrrelda.",
  restore: "Taasta salvestamata tekst",
  discard: "Viska ära",
  restored: "Salvestamata tekst on taastatud.",
};

export const scheduleText = {
  title: "Ajastamine",
  publishAt: "Avaldamise aeg",
  takeDownAt: "Avaldamise lõpp",
  hint: "Eesti aja järgi.",
  set: "Ajasta",
  setting: "Ajastan …",
  clear: "Tühista ajastus",
  planned: (at: string) => `Ajastatud: ${at}`,
  ends: (at: string) => `Avaldamine lõpeb: ${at}`,
  older: (revision: number) =>
    `Ajastatud on versioon ${revision}; hilisemad muudatused ei lähe kaasa.`,
  done: "Ajastatud.",
  cleared: "Ajastus on tühistatud.",
  failed: "Ajastamine ebaõnnestus.",
  required: "Vali vähemalt üks aeg.",
  notLive: "Lõpetada saab ainult seda, mis on avaldatud või ajastatud.",
  inPast: "See aeg on juba möödas.",
  notAfter: "Lõpp peab olema avaldamisest hiljem.",
  noSuchTime: "Seda kellaaega sel päeval ei ole: kell keeratakse edasi.",
  invalid: "See ei ole kuupäev ja kellaaeg.",
};

export const previewText = {
  open: "Eelvaade",
  title: "Eelvaade",
  opening: "Avan …",
  close: "Sulge eelvaade",
  width: "Laius",
  phone: "Telefon",
  desktop: "Arvuti",
  newTab: "Ava uuel lehel",
  copy: "Kopeeri link",
  copied: "Link on kopeeritud. See avaneb kõigil, kel see on, kuni 24 tundi.",
  copyFailed: "Kopeerimine ei õnnestunud. Ava eelvaade uuel lehel ja võta aadress sealt.",
  until: (at: string) => `Link kehtib kuni ${at}.`,
  failed: "Eelvaate avamine ebaõnnestus.",
  frame: "Eelvaade poes",
};

export const archiveText = {
  archive: "Pane arhiivi",
  unarchive: "Võta arhiivist välja",
  text: "Lugejad seda ei näe ja loendist leiab selle oleku „Arhiivis“ alt. Avaldamine võtab selle arhiivist välja.",
  done: "Tekst on arhiivis. Selle saab alati tagasi võtta.",
  undone: "Tekst on jälle mustandite hulgas.",
  failed: "Arhiveerimine ebaõnnestus.",
  undoFailed: "Teksti ei saanud arhiivist välja võtta.",
};

export const identifierText = {
  change: "Muuda aadressi",
  title: "Lehe aadress",
  label: "Uus tunnus",
  hint: (address: string) => `Leht tuleb aadressile ${address}`,
  warning: (address: string) =>
    `Vanalt aadressilt ${address} suunatakse edaspidi uuele. Otsingumootoritel läheb muudatuse märkamiseks aega.`,
  save: "Muuda",
  saving: "Muudan …",
  done: "Aadress on muudetud. Vanalt suunatakse uuele.",
  failed: "Aadressi muutmine ebaõnnestus.",
  taken: "Sellise tunnusega leht on juba olemas.",
};
